import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { freePorts } from '../../test/free-ports.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow } from '../../test/store/open-test-store.ts'

/** A browser's stack of a minified script without maps, before and after the maps are uploaded. */

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const origin = 'https://shop.test'
const source = `interface Item { price?: { cents: number } }

export function addToCart(item: Item): number {
  return item.price!.cents
}
;(globalThis as unknown as { fail: () => string }).fail = () => {
  try {
    addToCart({})
    return ''
  } catch (error) {
    return (error as Error).stack ?? ''
  }
}
`

let desk: RunningDesk
let browser: Browser
let folder: string
/** The release of the exception. */
const stacks: Record<'hashed' | 'plain', string> = { hashed: '', plain: '' }

beforeAll(async () => {
  ;[desk, browser, folder] = await Promise.all([
    startDesk(),
    openBrowser(),
    mkdtemp(join(tmpdir(), 'errata-uploaded-')),
  ])
  await mkdir(join(folder, 'app'))
  await writeFile(join(folder, 'app/cart.ts'), source)
  for (const [name, entryNames] of [
    ['hashed', 'assets/[name]-[hash]'],
    ['plain', 'assets/[name]'],
  ] as const) {
    const { metafile } = await build({
      absWorkingDir: folder,
      entryPoints: ['app/cart.ts'],
      outdir: 'build',
      entryNames,
      bundle: true,
      minify: true,
      sourcemap: 'external',
      metafile: true,
    })
    const script = Object.keys(metafile.outputs).find(file => file.endsWith('.js')) ?? ''
    stacks[name] = await stackIn(browser, script)
  }
})
afterAll(async () => {
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a failing script in a page of its own origin. */
async function stackIn(inBrowser: Browser, script: string): Promise<string> {
  const page = await inBrowser.newPage()
  const path = script.slice('build'.length)
  const body = await readFile(join(folder, script), 'utf8')
  await page.route(`${origin}/**`, route =>
    route.fulfill(
      new URL(route.request().url()).pathname === path
        ? { body, contentType: 'text/javascript' }
        : { body: `<!doctype html><script src="${path}"></script>`, contentType: 'text/html' },
    ),
  )
  await page.goto(origin)
  const stack: string = await page.evaluate('fail()')
  await page.close()
  return stack
}

/** Stores an exception. @returns The address of its page. */
async function store(exception: Parameters<typeof exceptionRow>[0], release: string): Promise<string> {
  const message = crypto.randomUUID()
  const resource = { 'service.version': release }
  await desk.insert([exceptionRow({ message, service: 'shop-browser', resource, ...exception })])
  const [row] =
    await desk.query(`SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS at, leftPad(lower(hex(Id)), 16, '0') AS id
    FROM otel.exceptions WHERE Message = '${message}'`)
  return `${desk.url}/exceptions/${row?.['at']}-${row?.['id']}`
}

async function shown(stacktrace: string, release: string): Promise<string> {
  const address = await store({ stacktrace }, release)
  const page = await browser.newPage()
  await page.goto(address)
  const text = (await page.getByRole('region', { name: 'Stack' }).textContent()) ?? ''
  await page.close()
  return text
}

const upload = (...args: string[]) => errata(['maps', 'upload', join(folder, 'build'), ...args], desk.mapsEnv)

/** The built `bin` of the package. */
const errata = (args: string[], env: Readonly<Record<string, string>>) =>
  run(process.execPath, [join(root, 'otel/dist/lib/cli/errata.js'), ...args], { env: { ...process.env, ...env } })

test('a stack is shown as it was sent until the maps of its release are uploaded, then with its source', async () => {
  const before = await shown(stacks.hashed, '1.0.0')
  expect(before).toMatch(/assets\/cart-\w{8}\.js:1:\d+/)
  expect(before).not.toContain('app/cart.ts')

  const { stdout } = await upload('--release', '1.0.0', '--service', 'shop')
  expect(stdout).toContain('2 source maps of release 1.0.0 uploaded')

  const after = await shown(stacks.hashed, '1.0.0')
  expect(after).toContain('app/cart.ts:4:')
  expect(after).toContain('  return item.price!.cents')
  expect(after).toContain('Source maps applied with uploaded source maps.')
})

test('a script of another release is mapped where its name says that it is the same, else not', async () => {
  await upload('--release', '1.0.0')
  expect(await shown(stacks.hashed, '2.0.0')).toContain('app/cart.ts:4:')
  expect(await shown(stacks.plain, '1.0.0')).toContain('app/cart.ts:4:')
  expect(await shown(stacks.plain, '2.0.0')).not.toContain('app/cart.ts')
})

test('a type that a minifier named is shown by its name in the source, of a cause too', async () => {
  const assets = join(folder, 'build/assets')
  const map = JSON.parse(await readFile(join(assets, 'cart.js.map'), 'utf8'))
  await writeFile(join(assets, 'till.js.map'), JSON.stringify({ ...map, x_errata_classes: { u: 'PriceError' } }))
  await upload('--release', '5.0.0')
  await rm(join(assets, 'till.js.map'))
  const stacktrace = stacks.plain.replaceAll('cart.js', 'till.js')
  const causes = JSON.stringify([{ type: 'u', message: 'no tag', stacktrace: stacktrace.replace(/^.*/, 'u: no tag') }])
  const address = await store({ type: 'u', stacktrace, attributes: { 'errata.exception.causes': causes } }, '5.0.0')

  const text = await (await fetch(`${address}/text?as=markdown`)).text()
  expect(text).toContain('### PriceError: ')
  const page = await browser.newPage()
  await page.goto(address)
  expect(await page.getByRole('region', { name: 'Stack' }).textContent()).toContain('PriceError')
  await page.close()
})

test('a repeated upload adds nothing, and one of another map of a script is refused and changes nothing', async () => {
  const other = { ...JSON.parse(await readFile(join(folder, 'build/assets/cart.js.map'), 'utf8')), names: ['other'] }
  await upload('--release', '4.0.0')
  expect((await upload('--release', '4.0.0')).stdout).toMatch(/^0 source maps .*; 2 had been uploaded before/)

  const stored = () =>
    desk.query("SELECT Script, DebugId FROM otel.source_maps FINAL WHERE Release = '4.0.0' ORDER BY 1")
  const before = await stored()
  const map = join(folder, 'build/assets/cart.js.map')
  const own = await readFile(map, 'utf8')
  await writeFile(map, JSON.stringify(other))
  const refused = await upload('--release', '4.0.0').catch((error: unknown) => error)
  await writeFile(map, own)
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /Release 4\.0\.0 already has another map of \S*assets\/cart\.js\. An uploaded map is not replaced/,
    ),
  })
  expect(await stored()).toEqual(before)
})

test('a map that tells nothing harms no page', async () => {
  await writeFile(join(folder, 'build/assets/other.js.map'), '{"version":3,"sources":[7],"mappings":7}')
  await upload('--release', '3.0.0')
  expect(await shown(`Error: m\n    at f (${origin}/assets/other.js:1:2)`, '3.0.0')).toContain('assets/other.js:1:2')
})

test.each<[string, string[], Record<string, string>, string]>([
  ['an option that is none', ['maps', 'upload', '.', '--colour', 'red'], {}, "Unknown option '--colour'"],
  ['no folder', ['maps', 'upload'], {}, 'Usage: errata maps upload FOLDER'],
  ['a command that is none', ['map'], {}, 'There is no command "map": one of maps.'],
  ['no store', ['maps', 'upload', '.'], { CLICKHOUSE_URL: '' }, 'Set CLICKHOUSE_URL'],
])('says in one line what is wrong: %s', async (_, args, env, sentence) => {
  const failed = await errata(args, { ...desk.mapsEnv, ...env }).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(sentence) })
})

test.each([
  ['a password that is wrong', async () => ({ CLICKHOUSE_PASSWORD: 'wrong' }), 'Authentication failed'],
  [
    'a store that nobody runs',
    async () => ({ CLICKHOUSE_URL: `http://127.0.0.1:${(await freePorts(1))[0]}` }),
    'ECONNREFUSED',
  ],
])('an upload that is refused says what to look at: %s', async (_, faulty, why) => {
  const args = ['maps', 'upload', join(folder, 'build'), '--release', '1']
  const env = await faulty()
  const failed = await errata(args, { ...desk.mapsEnv, ...env }).catch((error: unknown) => error)
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(new RegExp(`CLICKHOUSE_USER has the grants of errata_maps .*: .*${why}`)),
  })
})
