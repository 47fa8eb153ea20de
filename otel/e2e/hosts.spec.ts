import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { createEngineQuery } from '../../test/engine/query-engine.ts'
import { connectToEngine } from '../../test/engine/start-engine.ts'
import { freePorts } from '../../test/free-ports.ts'
import { poll } from '../../test/poll.ts'
import { startDesk } from '../../test/stack/start-desk.ts'
import { appFiles } from './host-app.ts'

/**
 * An app outside the repository, made of what the README's three lines say and installed from the packed tarball, under every host: the
 * same signals from each, through a receiver that knows nothing of browsers.
 */

const run = promisify(execFile)
const packageDir = join(import.meta.dirname, '..')
const disposables = new AsyncDisposableStack()
// Without what Vitest adds.
const { NODE_ENV, VITEST, NODE_OPTIONS, ...inherited } = process.env
let appDir: string
const { engine, otlpUrl } = inject('pipeline')
const ask = createEngineQuery(engine)
/** What `react-router build` printed. */
let built: string
let browser: Browser

beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'errata-host-app-'))
  disposables.defer(() => rm(appDir, { recursive: true, force: true }))
  browser = disposables.use(await openBrowser())

  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', appDir], { cwd: packageDir })
  for (const [name, text] of Object.entries(await appFiles(stdout.trim()))) {
    await mkdir(dirname(join(appDir, name)), { recursive: true })
    await writeFile(join(appDir, name), text)
  }
  await inApp('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'])
  const { stdout: said, stderr } = await inApp(bin('react-router'), ['build'], { NODE_ENV: 'production' })
  built = `${said}${stderr}`
})

afterAll(() => disposables.disposeAsync())

const bin = (name: string) => join(appDir, 'node_modules/.bin', name)
const inApp = (file: string, args: string[], env: Readonly<Record<string, string>> = {}) =>
  run(file, args, { cwd: appDir, env: { ...inherited, ...env } })

test('the app type-checks against the package as it is installed', async () => {
  await inApp(bin('react-router'), ['typegen'])
  const checked = await inApp(bin('tsc'), ['--noEmit']).catch((failed: { stdout: string }) => failed)
  expect(checked.stdout).toBe('')
})

test('its lines are those of the README', async () => {
  const readme = await readFile(join(packageDir, 'README.md'), 'utf8')
  const files = await appFiles('')
  const { scripts } = JSON.parse(files['package.json'] ?? '')
  expect(readme).toContain(`"start": ${JSON.stringify(scripts.start)}`)
  expect(readme).toContain(files['vite.config.ts'])
  const line = "export { ErrorBoundary } from '@errata/otel/react-router'"
  expect([readme, files['app/root.tsx']].every(text => text?.includes(line))).toBe(true)
})

const register = ['--import', '@errata/otel/register']
const nodeHost = [...register, 'server.ts']
test.each([
  ['react-router-serve', [...register, 'node_modules/@react-router/serve/bin.cjs', 'build/server/index.js']],
  ['express', [...register, 'express.ts']],
  ['hono', [...register, 'hono.ts']],
  ['node:http', nodeHost],
  ['react-router dev', ['node_modules/@react-router/dev/bin.cjs', 'dev']],
  ["Vite's middleware", [...register, 'vite.ts', 'dev']],
  ["Vite's middleware beside a handler of Node's", [...register, 'vite-build.ts', 'dev']],
])('%s gives page, navigation and errors of both sides, each in its trace', async (host, args) => {
  const service = `shop-${host.replace(/\W/g, '-')}`
  await using server = await startHost(service, args)

  // No exception comes of it below.
  expect(await statusOfTrace(server.url)).toBe(405)
  const page = await browser.newPage()
  await page.goto(server.url, { waitUntil: 'networkidle' })
  await press(page, 'link', 'cart')
  await press(page, 'button', 'pay')
  await page.waitForLoadState('networkidle')
  await page.goto(`${server.url}/boom/7`, { waitUntil: 'networkidle' })
  const shown = await page.getByRole('main').textContent()
  await page.close()

  const exceptions = await storedExceptions(service)
  expect(exceptions.map(({ service, type, route }) => ({ service, type, route }))).toEqual([
    { service, type: 'RangeError', route: '/boom/:id' },
    { service: `${service}-browser`, type: 'TypeError', route: '/cart/:id' },
  ])
  // A development server's scripts are not minified, and have their own paths.
  const isBuilt = !args.includes('dev')
  expect(exceptions[0]?.stack).toMatch(isBuilt ? /\n {4}at loader \(app\/boom\.tsx:2:\d+\)/ : /boom\.tsx/)
  expect(exceptions[1]?.stack).toMatch(isBuilt ? /\n {4}at fail \(app\/cart\.tsx:6:\d+\)/ : /cart\.tsx/)
  expect(shown).toContain('A server-side exception occurred while loading the site.')
  expect(shown).toContain(`Digest: ${exceptions[0]?.digest}`)

  const inCart = await spansOf(exceptions[1]?.traceId, ['GET /cart/:id', 'navigation /cart/:id', 'loader cart'])
  expect(inCart.filter(({ kind }) => kind === 'Server').map(({ name }) => name)).toEqual(['GET /cart/:id'])
  // Layers of the host would stand between the request and what it renders.
  const inBoom = await spansOf(exceptions[0]?.traceId, ['GET /boom/:id', 'render stream'])
  const serverSide = inBoom.filter(span => span.service === service).map(({ name }) => name)
  expect(serverSide.sort()).toEqual(['GET /boom/:id', 'loader boom', 'render shell', 'render stream'])
})

/** fetch() does not send it. */
async function statusOfTrace(url: string): Promise<number | undefined> {
  const [response]: [IncomingMessage] = Object(await once(request(url, { method: 'TRACE' }).end(), 'response'))
  response.resume()
  return response.statusCode
}

/** Presses once React has taken the page over: before that, and a development server takes its time, a button does nothing and a link loads a document. */
async function press(page: Page, role: 'link' | 'button', name: string): Promise<void> {
  await page.waitForFunction(
    tag => Object.keys(document.querySelector(tag) ?? {}).some(key => key.startsWith('__reactProps')),
    role === 'link' ? 'a' : 'button',
  )
  await page.getByRole(role, { name }).click()
}

test('a prerendered page is named by its route, and the build prints no warning about telemetry', async () => {
  await using server = await startHost('shop-prerendered', nodeHost)
  expect(await (await fetch(`${server.url}/about`)).text()).toContain('made of oak')

  const named = () =>
    ask(`SELECT SpanName FROM otel_traces FINAL WHERE ServiceName = 'shop-prerendered' AND SpanName = 'GET /about'`)
  await poll(named, rows => rows.length > 0, 60_000)
  expect(built).toContain('Prerender')
  expect(built).not.toContain('@errata/otel:')
})

test('of two instances the one without maps sends raw stacks with the reason; they are mapped once the maps are uploaded', async () => {
  const service = 'shop-twice'
  await using whole = await startHost(service, nodeHost)
  await using bare = await startHost(service, nodeHost, { ERRATA_SOURCE_MAPS_DIR: 'no-such-folder' })
  for (const { url } of [whole, bare]) {
    const page = await browser.newPage()
    let isTold = false
    page.on('console', message => {
      isTold ||= message.text().startsWith('Client-side exception')
    })
    await page.goto(`${url}/cart/7`)
    // Until there are scripts a press does nothing.
    const press = async () => {
      await page.getByRole('button', { name: 'pay' }).click()
      return isTold
    }
    await poll(press, told => told, 60_000)
    await page.goto('about:blank')
    await page.close()
  }
  const stored = await poll(
    () =>
      ask<{ stack: string; mapped: string; reason: string; at: string; id: string }>(
        `SELECT Stacktrace AS stack, Attributes['errata.stack.mapped'] AS mapped,
           Attributes['errata.stack.unmapped_reason'] AS reason,
           toString(toUnixTimestamp64Nano(Timestamp)) AS at, leftPad(lower(hex(Id)), 16, '0') AS id
         FROM exceptions FINAL WHERE ServiceName = '${service}-browser' ORDER BY mapped`,
      ),
    rows => new Set(rows.map(row => row.mapped)).size === 2,
    60_000,
  )
  const [raw, mapped] = [stored.at(0), stored.at(-1)]
  expect(raw).toMatchObject({
    mapped: 'no',
    reason: 'no_map',
    stack: expect.stringMatching(/\/assets\/[\w-]+\.js:1:\d+/),
  })
  expect(mapped).toMatchObject({ mapped: 'yes', stack: expect.stringContaining('at fail (app/cart.tsx:6:') })

  await using desk = await startDesk({ engine: connectToEngine(engine) })
  const shown = async () => {
    const page = await browser.newPage()
    await page.goto(`${desk.url}/exceptions/${raw?.at}-${raw?.id}`)
    const words = await page.getByRole('region', { name: 'Stack' }).textContent()
    await page.close()
    return words
  }
  expect(await shown()).toContain('npx errata maps upload build/ --release 1.4.2')
  const { stdout } = await inApp(bin('errata'), ['maps', 'upload', 'build'], desk.mapsEnv)
  expect(stdout).toContain('source maps of release 1.4.2 uploaded')
  expect(await shown()).toContain('app/cart.tsx:6:')
})

test('started from another folder, a server has its release and maps its stacks', async () => {
  const service = 'shop-elsewhere'
  const elsewhere = await mkdtemp(join(tmpdir(), 'errata-elsewhere-'))
  disposables.defer(() => rm(elsewhere, { recursive: true }))
  const files = ['node_modules/@errata/otel/dist/lib/server/register.js', 'server.ts'].map(file => join(appDir, file))
  await using server = await startHost(service, ['--import', ...files], {}, elsewhere)
  await fetch(`${server.url}/boom/7`)

  const [stored] = await poll(
    () =>
      ask<{ stack: string; release: string }>(
        `SELECT Stacktrace AS stack, Release AS release FROM exceptions FINAL WHERE ServiceName = '${service}'`,
      ),
    rows => rows.length > 0,
    60_000,
  )
  expect(stored).toEqual({ release: '1.4.2', stack: expect.stringMatching(/\n {4}at loader \(app\/boom\.tsx:2:\d+\)/) })
})

interface StoredException {
  service: string
  type: string
  route: string
  digest: string
  traceId: string
  stack: string
}

/** Once those of both sides are there. */
const storedExceptions = (service: string) =>
  poll(
    () =>
      ask<StoredException>(
        `SELECT ServiceName AS service, Type AS type, Route AS route, Digest AS digest, TraceId AS traceId, Stacktrace AS stack
         FROM exceptions FINAL WHERE startsWith(ServiceName, '${service}') ORDER BY Type`,
      ),
    rows => rows.length >= 2,
    60_000,
  )

/** Once those of these names are there, which both sides send in batches of their own. */
const spansOf = (traceId = '', awaited: readonly string[]) =>
  poll(
    () =>
      ask<{ name: string; kind: string; service: string }>(
        `SELECT SpanName AS name, SpanKind AS kind, ServiceName AS service FROM otel_traces FINAL
         WHERE TraceId = '${traceId}' ORDER BY Timestamp`,
      ),
    spans => awaited.every(name => spans.some(span => span.name === name)),
    60_000,
  )

async function startHost(
  service: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
  cwd = appDir,
) {
  const [port = 0] = await freePorts(1)
  const isDev = args.includes('dev')
  const env = {
    ...inherited,
    ...(!isDev && { NODE_ENV: 'production' }),
    HOST: '127.0.0.1',
    PORT: String(port),
    OTEL_SERVICE_NAME: service,
    OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl,
    ...more,
  }
  const rest = isDev ? ['--host', '127.0.0.1', '--port', String(port), '--strictPort'] : []
  const child = spawn(process.execPath, [...args, ...rest], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => void output.push(String(text)))
  const url = `http://127.0.0.1:${port}`
  await poll(
    async () => {
      if (child.exitCode !== null) throw new Error(`the server ended\n${output.join('')}`)
      return fetch(`${url}/cart/1`).then(
        response => response.ok,
        () => false,
      )
    },
    isUp => isUp,
    60_000,
  )
  // react-router-serve would wait a minute for a connection that Chromium opened ahead and never used, and what it sent is stored by now.
  // The development server is a process of another one, which hands on SIGTERM alone.
  return { url, [Symbol.asyncDispose]: () => stop(child, isDev ? 'SIGTERM' : 'SIGKILL') }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return
  child.kill(signal)
  await once(child, 'close')
}
