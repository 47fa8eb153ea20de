import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { pageHandler } from '@errata/otel/react-router'
import { browserRelay, getTelemetry, traceRequests } from '@errata/otel/server'
import { createRequestListener } from '@remix-run/node-fetch-server'
import type { ServerBuild } from 'react-router'
import sirv from 'sirv'
import { isLoopback, readConfig } from './config.ts'

/** The desk's process: settings → built app → request handler → listen; on SIGTERM the same in the opposite order. */

type OpenDesk = typeof import('./app/entry.server.tsx').openDesk
type Desk = ReturnType<OpenDesk>

const config = readConfig()
const telemetry = getTelemetry()
const server = createServer()
const vite = process.argv.includes('--dev') ? await startVite() : undefined
const desks = new Map<OpenDesk, Desk>()

const relay = browserRelay({
  path: '/otlp',
  targetUrl: config.otlp.browserUrl,
  serviceName: `${config.service.name}-browser`,
  clientAddress,
})
const pages = createRequestListener(
  pageHandler({
    build: vite === undefined ? await loadBuild() : loadBuild,
    mode: vite === undefined ? 'production' : 'development',
    getLoadContext: async request => (await openedDesk()).getLoadContext(request),
  }),
)
const files: (req: Parameters<RequestListener>[0], res: Parameters<RequestListener>[1], next: () => void) => void =
  vite?.middlewares ?? sirv('build/client', { etag: true, setHeaders: keepForAYear })

const traced = traceRequests(pages)
server.on('request', (req, res) => {
  res.setHeader('x-content-type-options', 'nosniff')
  res.setHeader('referrer-policy', 'same-origin')
  if (isForeignHost(req.headers.host)) {
    res.writeHead(421, { 'content-type': 'text/plain; charset=utf-8' })
    res.end('This desk answers to the loopback address only. Behind a proxy, start it with ERRATA_BEHIND_PROXY=1.\n')
    return
  }
  if (relay(req, res)) return
  files(req, res, () => traced(req, res))
})
const labOrigin = config.lab.enabled ? createServer(serveLabScript) : undefined

await openedDesk()
await listen(server, config.desk.port, 'ERRATA_PORT')
if (labOrigin !== undefined) await listen(labOrigin, config.lab.originPort, 'ERRATA_LAB_ORIGIN_PORT')
telemetry.logger.info(`desk listens on ${config.desk.url}`)

let stopping = false
const stopOnce = () => {
  if (!stopping) void stop()
  stopping = true
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce)
// Whoever read the log was killed, and with it whoever would have stopped this process.
process.stdout.on('error', stopOnce)

/** Open responses get five seconds to end, the telemetry of all of them five more to leave. */
async function stop(): Promise<void> {
  labOrigin?.close()
  await vite?.close()
  await closeServer(server, 5_000)
  await telemetry.shutdown(5_000)
  for (const desk of desks.values()) await desk.close()
  process.exit(0)
}

async function loadBuild(): Promise<ServerBuild> {
  const build: object =
    vite === undefined
      ? await import(new URL('./build/server/index.js', import.meta.url).href)
      : await vite.ssrLoadModule('virtual:react-router/server-build')
  if (!isServerBuild(build)) throw new Error('build/server/index.js is not a React Router build: run npm run build')
  return build
}

function isServerBuild(build: object): build is ServerBuild {
  return 'entry' in build && 'routes' in build && 'assets' in build
}

/** One desk a build: with hot reload a changed module brings its own context keys. */
async function openedDesk(): Promise<Desk> {
  const { module } = (await loadBuild()).entry
  if (!opensDesk(module)) throw new Error('app/entry.server.tsx does not export openDesk')
  const desk = desks.get(module.openDesk) ?? module.openDesk(config)
  desks.set(module.openDesk, desk)
  return desk
}

function opensDesk(module: object): module is { openDesk: OpenDesk } {
  return 'openDesk' in module && typeof module.openDesk === 'function'
}

/** Behind a proxy the last address is the one that the proxy itself has seen; those before it, a client may have made up. */
function clientAddress(req: IncomingMessage): string {
  const forwarded = config.desk.behindProxy ? req.headers['x-forwarded-for'] : undefined
  return (
    String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim() ||
    (req.socket.remoteAddress ?? '')
  )
}

/** A page elsewhere whose name resolves to this machine must not read the desk (DNS rebinding). */
function isForeignHost(host: string | undefined): boolean {
  if (config.desk.behindProxy) return false
  const name = (host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return !isLoopback(name)
}

/** A script of another origin, without CORS headers: what it throws reaches the page as "Script error." and nothing more. */
function serveLabScript(_: Parameters<RequestListener>[0], res: Parameters<RequestListener>[1]): void {
  res.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
  res.end("throw new Error('thrown by a script of another origin')\n")
}

function keepForAYear(res: Parameters<RequestListener>[1], path: string): void {
  // Vite puts a content hash into the name of everything under /assets.
  if (path.startsWith('/assets/')) res.setHeader('cache-control', 'public, max-age=31536000, immutable')
}

function listen(listener: Server, port: number, setting: string): Promise<void> {
  return new Promise(resolve => {
    listener.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is taken: stop what listens there, or choose another' : error.message
      process.stderr.write(`Port ${port} ${reason} with ${setting}.\n`)
      process.exit(1)
    })
    listener.listen(port, config.desk.host, resolve)
  })
}

function closeServer(listener: Server, deadlineMs: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => {
      listener.closeAllConnections()
      resolve()
    }, deadlineMs)
    listener.close(() => {
      clearTimeout(timer)
      resolve()
    })
    listener.closeIdleConnections()
  })
}

async function startVite() {
  const { createServer: createViteServer } = await import('vite')
  // Hot reload shares the desk's port: a port of Vite's own would be one more to be taken.
  return createViteServer({ server: { middlewareMode: true, hmr: { server } } })
}
