import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pageHandler } from '@errata/otel/react-router'
import { browserRelay, clientAddress, clientNetwork, getTelemetry, hideTrace, traceRequests } from '@errata/otel/server'
import { createRequestListener } from '@remix-run/node-fetch-server'
import type { ServerBuild } from 'react-router'
import { readConfig } from './config.ts'
import { startCanary } from './server/canary/start-canary.ts'
import { refuseForeignHosts } from './server/guards/allowed-hosts.ts'
import { refuseOtherMethods } from './server/guards/allowed-methods.ts'
import { refuseOtherSites } from './server/guards/cross-site.ts'
import { limitBodies } from './server/guards/limit-body.ts'
import { limitPages } from './server/guards/limit-pages.ts'
import { markProxyHeaders } from './server/guards/proxy-headers.ts'
import { isForPrograms, refuseRequest } from './server/guards/refuse.ts'
import { rawPathOf, refuseAmbiguousTargets } from './server/guards/request-target.ts'
import { tellPrograms } from './server/guards/tell-programs.ts'
import { guardVisitorPage, isVisitorPage, serveVisitorPage } from './server/guards/visitor-page.ts'
import { listenOnSocket } from './server/listen-on-socket.ts'
import { compressPages } from './server/responses/compress-pages.ts'
import { setSecurityHeaders } from './server/responses/security-headers.ts'
import { serveFiles } from './server/responses/serve-files.ts'
import { otlpHeaders } from './supervisor/otlp-access.ts'

/** The app's process: settings → built app → request handler → listen; on SIGTERM the reverse. */

type CreateApp = typeof import('./app/entry.server.tsx').createApp
type Desk = ReturnType<CreateApp>

const config = readConfig()
const telemetry = getTelemetry()
/** Proxies keep a connection for a minute and answer 502 if this side closes it while they write. */
const server = createServer({ keepAliveTimeout: 65_000 })
/** Of a proxy on this machine, which alone can open it: what it says of readers is believed. */
const proxySockets = config.login.proxy.addresses
  .filter(address => config.login.mode === 'proxy' && address.startsWith('unix:'))
  .map(address => ({
    path: address.slice('unix:'.length),
    listener: createServer({ keepAliveTimeout: 65_000 }, (req, res) => answer(req, res, true)),
  }))
const canary = config.canary
  ? startCanary({
      app: `${hostname()}:${config.desk.port}`,
      otlpUrl: config.otlp.url,
      headers: otlpHeaders(config.otlp),
    })
  : undefined
const vite = process.argv.includes('--dev') ? await startVite() : undefined
const desks = new Map<CreateApp, Desk>()

const { proxies } = config.desk
const refuseForeignHost = refuseForeignHosts(config.desk)
const refuseOtherSite = refuseOtherSites(proxies)
const clientOf = (req: IncomingMessage) => clientNetwork(clientAddress(req, proxies))
const markTrusted = markProxyHeaders({
  addresses: config.login.proxy.addresses,
  headers: config.login.mode === 'proxy' ? Object.values(config.login.proxy.headers) : [],
})
const guardVisitors = guardVisitorPage({ clientOf })
const relay = browserRelay({
  path: '/otlp',
  targetUrl: config.otlp.browserUrl,
  serviceName: `${config.service.name}-browser`,
  clientAddress: req => clientAddress(req, proxies),
})
const renderPage = pageHandler({
  build: vite === undefined ? await loadBuild() : loadBuild,
  mode: vite === undefined ? 'production' : 'development',
  getLoadContext: async request => (await getDesk()).getLoadContext(request),
})
const renderForReader: typeof renderPage = async (request, ...rest) =>
  (await getDesk()).inTimeZoneOf(request, () => renderPage(request, ...rest))
/** A slow upload of a form counts only once it has arrived. */
const handlePage = compressPages(limitBodies(limitPages(32, renderForReader)))
/** Its own limit, so that programs keep no reader of the app waiting. */
const handleApi = tellPrograms(compressPages(limitBodies(limitPages(16, renderPage))))
const handlePageOrApi: typeof handleApi = (request, client) =>
  isForPrograms(new URL(request.url).pathname) ? handleApi(request, client) : handlePage(request, client)
/** Its own limit, so that its clients keep no reader of the app waiting. */
const handleVisitorPage = compressPages(limitBodies(limitPages(8, renderPage)))
// Takes the visitor's address from proxies: otherwise React Router would not accept any https:// origin as the app's own.
const pageListener = traceRequests(createRequestListener(handlePageOrApi, { trustProxy: proxies > 0 }))
// No request header may affect responses to anonymous clients, and they learn no trace id.
const visitorListener = createRequestListener(handleVisitorPage, { host: 'localhost', protocol: 'http:' })
const visitorPages = traceRequests((req, res) => {
  hideTrace()
  markTrusted(req, false)
  visitorListener(req, res)
})
const serveBuiltFiles = vite === undefined ? serveFiles(join(import.meta.dirname, 'build/client')) : undefined

let stopping = false
server.on('request', (req, res) => answer(req, res))

/** @param isTrusted whether it came by the socket of a proxy; without it the peer's address decides */
function answer(req: IncomingMessage, res: ServerResponse, isTrusted?: boolean): void {
  setSecurityHeaders(res)
  // On connections of before; new ones are refused.
  if (stopping && rawPathOf(req) === '/readyz') {
    refuseRequest(res, 503, 'not ready: stopping')
    return
  }
  // Each returns true when it has answered. The relay checks its clients itself.
  if (refuseAmbiguousTargets(req, res)) return
  if (refuseForeignHost(req, res) || relay(req, res) || refuseOtherSite(req, res)) return
  req.headers['x-errata-reader'] = clientOf(req)
  markTrusted(req, isTrusted)
  if (refuseOtherMethods(req, res) || guardVisitors(req, res) || serveBuiltFiles?.(req, res)) return
  if (isVisitorPage(rawPathOf(req))) visitorPages(req, res)
  else if (vite === undefined) pageListener(req, res)
  else vite.middlewares(req, res, () => pageListener(req, res))
}
const labOrigin = config.lab.enabled ? createServer(serveLabScript) : undefined
const { visitorPort } = config.desk
const visitorServer =
  visitorPort === undefined ? undefined : createServer(serveVisitorPage(guardVisitors, visitorPages))

const desk = await getDesk()
await listen(server, config.desk.port, 'ERRATA_PORT')
if (labOrigin !== undefined) await listen(labOrigin, config.lab.originPort, 'ERRATA_LAB_ORIGIN_PORT')
if (visitorServer !== undefined && visitorPort !== undefined)
  await listen(visitorServer, visitorPort, 'ERRATA_VISITOR_PORT')
for (const { path, listener } of proxySockets) {
  await listenOnSocket(listener, path).catch((error: Error) => {
    process.stderr.write(`Cannot listen on ${path} (ERRATA_PROXY_ADDRESSES): ${error.message}.\n`)
    process.exit(1)
  })
}
if (config.desk.isOpenedByProxy) {
  process.stderr.write(
    'ERRATA_BEHIND_PROXY will only count proxies: set ERRATA_LOGIN=proxy, or ERRATA_TRUSTED_NETWORK=1 if the proxy lets nobody else in.\n',
  )
}
// While the database starts, sign-in pages already answer; a desk with another key than the others must not.
void desk.prepareAccounts().catch(error => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
desk.startAlerts()
telemetry.logger.info(`desk listens on ${config.desk.url}`)

const stopOnce = () => {
  if (!stopping) void stop()
  stopping = true
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce)
// The reader of the log was killed, and so was the supervisor of this process.
process.stdout.on('error', stopOnce)

/** Open responses get five seconds to end, and the telemetry five more to be sent. */
async function stop(): Promise<void> {
  const lastCanary = canary?.stop()
  labOrigin?.close()
  visitorServer?.close()
  await vite?.close()
  await Promise.all([server, ...proxySockets.map(({ listener }) => listener)].map(each => closeServer(each, 5_000)))
  await lastCanary
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

/** One app for each build: with hot reload a changed module has its own context keys. */
async function getDesk(): Promise<Desk> {
  const { module } = (await loadBuild()).entry
  if (!exportsCreateApp(module)) throw new Error('app/entry.server.tsx does not export createApp')
  const desk = desks.get(module.createApp) ?? module.createApp(config, canary)
  desks.set(module.createApp, desk)
  return desk
}

function exportsCreateApp(module: object): module is { createApp: CreateApp } {
  return 'createApp' in module && typeof module.createApp === 'function'
}

/** A script of another origin, without CORS headers: the page sees its errors only as "Script error.". */
function serveLabScript(_: Parameters<RequestListener>[0], res: Parameters<RequestListener>[1]): void {
  res.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
  res.end("throw new Error('thrown by a script of another origin')\n")
}

function listen(listener: Server, port: number, setting: string): Promise<void> {
  return new Promise(resolve => {
    listener.once('error', (error: NodeJS.ErrnoException) => {
      process.stderr.write(
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken: stop what listens there, or choose another with ${setting}.\n`
          : `Cannot listen on port ${port} (${setting}): ${error.message}.\n`,
      )
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
  // Hot reload shares the app's port: otherwise Vite would need one more.
  const allowedHosts = [...config.desk.allowedHosts]
  return createViteServer({ server: { middlewareMode: true, hmr: { server }, allowedHosts } })
}
