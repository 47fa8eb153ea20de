import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { freePorts } from '../../test/free-ports.ts'
import { poll } from '../../test/poll.ts'
import { type Fixture, startFixture } from './start-fixture.ts'

const run = promisify(execFile)
const packageDir = join(import.meta.dirname, '..')
// below the repository, so that everything but the package itself is found where npm put it
const appDir = join(packageDir, 'fixture/build', `readme-app-${process.pid}`)
const env = { ...process.env, NODE_ENV: 'production' }
let fixture: Fixture
let url: string
let server: ChildProcess | undefined

/** The code block of BY-HAND.md that follows a file's name. */
async function fromReadme(name: string): Promise<string> {
  const readme = await readFile(join(packageDir, 'BY-HAND.md'), 'utf8')
  const [, code] =
    new RegExp(`^\`${name}\`[^\`]*(?:\`[^\`\\n]+\`[^\`]*)*?\`\`\`tsx?\\n([\\s\\S]*?)\`\`\``, 'm').exec(readme) ?? []
  if (code === undefined) throw new Error(`BY-HAND.md shows no ${name}`)
  return code
}

/** Its second block for this file adds one script to what its first shows. */
function withHeadSnippet(root: string): string {
  const script = '<script dangerouslySetInnerHTML={{ __html: headSnippet }} />'
  return `import { headSnippet } from '@errata/otel/browser'\n${root.replace('<TraceMeta />', `${script}<TraceMeta />`)}`
}

/** A new user's app: what BY-HAND.md shows, a page, and a page that fails. */
async function writeApp(fixture: Fixture, port: number): Promise<void> {
  const files: Record<string, string> = {
    'instrument.ts': (await fromReadme('instrument.ts')).replace('http://127.0.0.1:4318', fixture.otlpUrl),
    'server.ts': (await fromReadme('server.ts'))
      .replace('http://127.0.0.1:4319', fixture.browserUrl)
      .replace('listen(3000)', `listen(${port}, '127.0.0.1')`),
    'app/entry.server.tsx': await fromReadme('app/entry.server.tsx'),
    'app/entry.client.tsx': await fromReadme('app/entry.client.tsx'),
    'app/root.tsx': withHeadSnippet(await fromReadme('app/root.tsx')),
    'app/routes.ts': `import { index, route } from '@react-router/dev/routes'
export default [index('page.tsx'), route('boom/:id', 'boom.tsx'), route('cart/:id', 'cart.tsx')]`,
    'app/page.tsx': `import { Link } from 'react-router'
export default () => <Link to="/cart/3">cart</Link>`,
    'app/cart.tsx': `export function loader() { return null }
const fail = () => { throw new TypeError('no cart') }
export default () => <button onClick={fail}>pay</button>`,
    'app/boom.tsx': `export function loader() { throw new RangeError('s3cr3t') }
export default () => null`,
    'vite.config.ts': await fromReadme('vite.config.ts'),
    'package.json': '{ "type": "module" }',
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(appDir, name)), { recursive: true })
    await writeFile(join(appDir, name), text)
  }
}

beforeAll(async () => {
  fixture = await startFixture()
  const [port = 0] = await freePorts(1)
  await writeApp(fixture, port)
  const installed = join(appDir, 'node_modules/@errata/otel')
  await mkdir(installed, { recursive: true })
  const { stdout: packed } = await run('npm', ['pack', '--silent', '--pack-destination', appDir], { cwd: packageDir })
  await run('tar', ['-xzf', packed.trim(), '--strip-components=1', '-C', installed], { cwd: appDir })
  await run(join(packageDir, '../node_modules/.bin/react-router'), ['build'], { cwd: appDir, env })
  server = spawn(process.execPath, ['--import', './instrument.ts', 'server.ts'], { cwd: appDir, env, stdio: 'ignore' })
  url = `http://127.0.0.1:${port}`
  await poll(
    () =>
      fetch(url).then(
        response => response.ok,
        () => false,
      ),
    isUp => isUp,
  )
})

afterAll(async () => {
  if (server?.kill('SIGTERM')) await once(server, 'close')
  await rm(appDir, { recursive: true, force: true })
  await fixture[Symbol.asyncDispose]()
})

const traceOf = (response: Response) => /desc="00-(\w{32})/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? ''

test('the package holds built JavaScript, types and its texts, nothing else', async () => {
  const files = await readdir(join(appDir, 'node_modules/@errata/otel'), { recursive: true })
  const kinds = new Set(files.filter(name => name.includes('.')).map(name => name.replace(/^.*?\./, '.')))
  expect([...kinds].sort()).toEqual(['.d.ts', '.js', '.json', '.md'])
})

test('the plugin instruments the server build even if it comes after React Router’s', async () => {
  const said = `import { entry } from './build/server/index.js'; console.log(Symbol.for('errata.otel.instrumented') in entry.module)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', said], { cwd: appDir, env })
  expect(stdout.trim()).toBe('true')
})

test('an app written by BY-HAND.md alone names its requests, and its release as it was built', async () => {
  const response = await fetch(url)
  const spans = await fixture.spansOf(traceOf(response))
  const server = spans.filter(span => span.kind === 'Server')
  const release = server[0]?.resource['service.version']
  expect([...server.map(span => [span.name, span.service]), release]).toEqual([['GET /', 'shop'], '1.4.2'])
})

test('and keeps serving after a request for an invalid range of a file', async () => {
  const [file = ''] = /\/assets\/[^"]+\.js/.exec(await (await fetch(url)).text()) ?? []
  const odd = await fetch(`${url}${file}`, { headers: { range: 'bytes=5-2' } })
  const whole = await fetch(`${url}${file}`)
  expect([odd.status, whole.status]).toEqual([416, 200])
})

test('and records an error once, of which its page shows the digest alone', async () => {
  const response = await fetch(`${url}/boom/7`)
  const page = await response.text()
  const [log, ...others] = await fixture.exceptionsOf(traceOf(response))

  expect(others).toEqual([])
  expect(log?.attributes).toMatchObject({ 'exception.type': 'RangeError', 'errata.transaction.route': '/boom/:id' })
  expect(page).toContain(`Digest: ${log?.attributes['errata.error.digest']}`)
  expect(page).not.toContain('s3cr3t')
})

test('gets the page, the navigation and the error of the browser as well, each in its trace', async () => {
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const document = await page.goto(url, { waitUntil: 'networkidle' })
  const [, pageTrace = ''] = /desc="00-(\w{32})/.exec(document?.headers()['server-timing'] ?? '') ?? []
  await page.getByRole('link', { name: 'cart' }).click()
  await page.getByRole('button', { name: 'pay' }).click()
  await page.waitForLoadState('networkidle')
  await page.goto('about:blank')

  // Both sides send in batches of their own: what is looked at is waited for.
  await fixture.spansOf(pageTrace)
  const loaded = await fixture.spansOf(pageTrace, span => span.name === 'pageload /')
  expect(loaded.filter(span => span.parentSpanId === '').map(span => span.name)).toEqual(['GET /'])
  const [exception, ...others] = await poll(
    () =>
      fixture.ask<{ TraceId: string }>(
        `SELECT ServiceName, Type, Message, Route, Release, TraceId FROM exceptions FINAL
         WHERE ServiceName = 'shop-browser' AND Message = 'no cart'`,
      ),
    rows => rows.length > 0,
  )
  expect(others).toEqual([])
  expect(exception).toMatchObject({
    ServiceName: 'shop-browser',
    Type: 'TypeError',
    Route: '/cart/:id',
    Release: '1.4.2',
  })
  await fixture.spansOf(exception?.TraceId ?? '', span => span.name.startsWith('navigation '))
  const navigated = await fixture.spansOf(exception?.TraceId ?? '')
  expect(navigated.map(span => span.name)).toEqual(expect.arrayContaining(['navigation /cart/:id', 'GET /cart/:id']))
})
