import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../test/free-ports.ts'
import { openBrowser } from '../../test/open-browser.ts'
import { poll } from '../../test/poll.ts'
import { queryOf } from '../../test/query-engine.ts'
import { startReadyEngine } from '../../test/ready-store.ts'
import { startOtelcol } from '../../test/start-otelcol.ts'
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
let otlpUrl: string
let ask: ReturnType<typeof queryOf>
let browser: Browser

beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'errata-host-app-'))
  disposables.defer(() => rm(appDir, { recursive: true, force: true }))
  const engine = disposables.use(await startReadyEngine())
  const otelcol = disposables.use(await startOtelcol({ clickhouse: { url: engine.url, ...engine.writer } }))
  browser = disposables.use(await openBrowser())
  ask = queryOf(engine.url)
  otlpUrl = otelcol.httpUrl

  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', appDir], { cwd: packageDir })
  for (const [name, text] of Object.entries(await appFiles(stdout.trim()))) {
    await mkdir(dirname(join(appDir, name)), { recursive: true })
    await writeFile(join(appDir, name), text)
  }
  await inApp('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'])
  await inApp(bin('react-router'), ['build'], { NODE_ENV: 'production' })
})

afterAll(() => disposables.disposeAsync())

const bin = (name: string) => join(appDir, 'node_modules/.bin', name)
const inApp = (file: string, args: string[], env: Record<string, string> = {}) =>
  run(file, args, { cwd: appDir, env: { ...inherited, ...env } })

test('the app type-checks against the package as it is installed', async () => {
  await inApp(bin('react-router'), ['typegen'])
  const checked = await inApp(bin('tsc'), ['--noEmit']).catch((failed: { stdout: string }) => failed)
  expect(checked.stdout).toBe('')
})

test('its lines are those of the README', async () => {
  const readme = await readFile(join(packageDir, 'README.md'), 'utf8')
  const files = await appFiles('')
  expect(readme).toContain(files['vite.config.ts'])
  const line = "export { ErrorBoundary } from '@errata/otel/react-router'"
  expect([readme, files['app/root.tsx']].every(text => text?.includes(line))).toBe(true)
})

const register = ['--import', '@errata/otel/register']
test.each([
  ['react-router-serve', [...register, 'node_modules/@react-router/serve/bin.cjs', 'build/server/index.js']],
  ['express', [...register, 'express.ts']],
  ['hono', [...register, 'hono.ts']],
  ['node:http', [...register, 'server.ts']],
  ['react-router dev', ['node_modules/@react-router/dev/bin.cjs', 'dev']],
])('%s gives page, navigation and errors of both sides, each in its trace', async (host, args) => {
  const service = `shop-${host.replace(/\W/g, '-')}`
  await using server = await startHost(service, args)

  const page = await browser.newPage()
  await page.goto(server.url, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'cart' }).click()
  await page.getByRole('button', { name: 'pay' }).click()
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
  const isBuilt = host !== 'react-router dev'
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

async function startHost(service: string, args: readonly string[]) {
  const [port = 0] = await freePorts(1)
  const isDev = args.includes('dev')
  const env = {
    ...inherited,
    ...(!isDev && { NODE_ENV: 'production' }),
    HOST: '127.0.0.1',
    PORT: String(port),
    OTEL_SERVICE_NAME: service,
    OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl,
  }
  const rest = isDev ? ['--host', '127.0.0.1', '--port', String(port), '--strictPort'] : []
  const child = spawn(process.execPath, [...args, ...rest], { cwd: appDir, env, stdio: ['ignore', 'pipe', 'pipe'] })
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
  return { url, [Symbol.asyncDispose]: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'close')
}
