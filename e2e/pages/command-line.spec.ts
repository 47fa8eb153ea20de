import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow, type InsertedRow, logRow, spanRow } from '../../test/store/open-test-store.ts'

/** The commands of `npx errata` against a desk, out of the tarball that users install. */

const root = join(import.meta.dirname, '../..')
const MINUTE_MS = 60_000
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const atNs = BigInt(Date.now() - 5 * MINUTE_MS) * 1_000_000n
const EXCEPTION = 'c'.repeat(16)
let desk: RunningDesk
let folder: string
let bin: string

/** Requests of a release, of which some fail. */
const requests = (service: string, release: string, at: number, failed: number, count = 300): InsertedRow[] =>
  Array.from({ length: count }, (_, i) =>
    spanRow({
      ...{ at: at + i, service, kind: 'Server', name: 'GET /pay', status: i < failed ? 'Error' : 'Ok' },
      ...{ attributes: { 'http.route': '/pay' }, resource: { 'service.version': release } },
    }),
  )

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'errata-cli-'))
  const packing = promisify(execFile)('npm', ['pack', './cli', '--pack-destination', folder], { cwd: root })
  ;[desk] = await Promise.all([startDesk(), packing])
  await desk.insert([
    ...requests('shop', '2.4.1', 60 * MINUTE_MS, 3),
    ...requests('shop', '2.4.2', 10 * MINUTE_MS, 2),
    ...requests('worse', '2.4.1', 60 * MINUTE_MS, 3),
    ...requests('worse', '2.4.2', 10 * MINUTE_MS, 90),
    ...requests('few', '2.4.1', 60 * MINUTE_MS, 3),
    ...requests('few', '2.4.2', 10 * MINUTE_MS, 1, 3),
    exceptionRow({
      ...{ at: 9 * MINUTE_MS, service: 'worse', type: 'TypeError', message: 'a new one' },
      resource: { 'service.version': '2.4.2' },
      attributes: { 'errata.issue.fingerprint': 'new-in-worse' },
    }),
    spanRow({ at: atNs, traceId: TRACE, spanId: 'a'.repeat(16), service: 'shop', name: 'GET /cart', status: 'Error' }),
    exceptionRow({
      ...{ at: atNs, traceId: TRACE, spanId: 'a'.repeat(16), service: 'shop', type: 'TypeError' },
      ...{ message: 'x is \u001b[31mundefined', stacktrace: 'TypeError: x\n    at price (/app/price.ts:3:5)' },
      attributes: { 'errata.issue.fingerprint': 'known', 'log.record.uid': EXCEPTION },
    }),
    ...Array.from({ length: 230 }, (_, i) => logRow({ at: MINUTE_MS + i, service: 'shop', body: `line ${i}` })),
    logRow({ at: atNs, service: 'shop', traceId: TRACE, body: 'cart emptied' }),
  ])
  const [tarball = ''] = readdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{}')
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--offline', `./${tarball}`], { cwd: folder })
  bin = join(folder, 'node_modules/.bin/errata')
})
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command of the shell, in which `npx errata` is that of the tarball. */
async function shell(command: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const child = spawn('sh', ['-c', command.replaceAll('npx errata', bin)], {
    cwd: folder,
    env: {
      ...process.env,
      ERRATA_URL: desk.url,
      ERRATA_TOKEN: '',
      PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, err }
}
const errata = (args: string) => shell(`npx errata ${args}`)

test('the tarball has the commands, and depends on nothing', () => {
  expect(readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.'))).toEqual(['errata'])
  const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/errata/package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
})

test('the commands of docs/command-line.md run', async () => {
  // Those on a machine of Errata run in a clone.
  const [documented = ''] = readFileSync(join(root, 'docs/command-line.md'), 'utf8').split('## On a machine of Errata')
  const commands = [...documented.matchAll(/^ {4}(npx errata .*)$/gm)].map(([, command = '']) => command)
  expect(commands.length).toBeGreaterThanOrEqual(20)
  const issue = JSON.parse((await errata('issue known --json')).out)
  const env = { ISSUE: issue.id, EXCEPTION: issue.exceptions[0].id, TRACE }
  // The other needs jq.
  for (const command of commands.filter(each => !each.includes('| jq'))) {
    const { code, err } = await shell(command, env)
    expect([command, code, err]).toEqual([command, 0, expect.any(String)])
  }
  expect(readFileSync(join(folder, 'logs.ndjson'), 'utf8').trimEnd().split('\n')).toHaveLength(232)
  expect(JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8'))).toMatchObject({ resourceSpans: [{}] })
})

test('the examples of the help can be run', async () => {
  const { out } = await errata('--help')
  const names = [...out.matchAll(/^ {2}((?:[a-z]+ )+)/gm)].map(([, name = '']) => name.trim())
  expect(names).toContain('release compare')
  const helps = await Promise.all(
    ['issues', 'spans', 'logs', 'lookup', 'alerts', 'silence'].map(name => errata(`${name} --help`)),
  )
  const examples = helps.flatMap(help => [...help.out.matchAll(/^ {2}(npx errata .*)$/gm)].map(([, line = '']) => line))
  expect(examples.length).toBeGreaterThanOrEqual(10)
  for (const example of examples.filter(each => !each.includes('|'))) {
    const { code, err } = await shell(example)
    // A missing issue is no wrong usage.
    expect([example, code, err]).not.toEqual([example, 2, expect.any(String)])
  }
})

test('an issue is shown with its stack trace, and what a terminal would obey is not sent', async () => {
  const { out } = await errata(`issue ${desk.url}/issues/known`)
  expect(out).toContain('TypeError: x is \\u{1b}[31mundefined\n')
  expect(out).toContain('    at price (/app/price.ts:3:5)')
  expect(out).toContain(`page        ${desk.url}/issues/known`)
})

test('a list has as many rows as there are, through several pages', async () => {
  const { out, err } = await errata('logs --service shop --limit 400')
  expect([out.split('\n').length, err]).toEqual([1 + 232 + 1, ''])
  const cut = await errata('logs --service shop --limit 210')
  expect([cut.out.split('\n').length, cut.err]).toEqual([
    1 + 210 + 1,
    'There are more than these 210: --limit shows more, npx errata export all.\n',
  ])
})

test('an export has all rows, and what reads only some of it ends it', async () => {
  const { out, err } = await errata('export logs --service shop')
  const rows = out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect([new Set(rows.map(({ id }) => id)).size, err]).toEqual([232, '232 logs\n'])
  // All of it may have been written before the reader left.
  const { code, ...read } = await shell('npx errata export logs --service shop | head -n 1')
  expect([code, read.out.split('\n').length, read.err.replace('232 logs\n', '')]).toEqual([0, 2, ''])
})

test('what is done to an issue is as if its page had done it', async () => {
  const { out } = await errata('resolve known nosuch --by ann')
  expect(out).toBe('known  resolved\n')
  const issue = JSON.parse((await errata('issue known --json')).out)
  expect(issue.status).toBe('resolved')
  expect(issue.history[0]).toMatchObject({ what: 'resolved', by: 'ann' })
  expect(await errata('reopen known')).toMatchObject({ code: 0, out: 'known  open\n' })
})

test.each([
  ['worse', 1, /^worse 2\.4\.2: worse than 2\.4\.1\n/],
  ['shop', 0, /^shop 2\.4\.2: no clear change from 2\.4\.1\n/],
  ['few', 2, /^few 2\.4\.2: too few transactions to compare\n/],
  ['unseen', 2, /^$/],
])('the release of %s is gated with %i', async (service, code, said) => {
  const ran = await errata(`release compare ${service} 2.4.2 --fail-if worse`)
  expect(ran.out).toMatch(said)
  expect(ran.code).toBe(code)
})

test('a gate that is worse does not wait, and links to what is worse', async () => {
  const { code, out, err } = await errata('release compare worse 2.4.2 --wait 1h --fail-if worse')
  expect([code, err]).toEqual([1, ''])
  expect(out).toContain(`${desk.url}/releases/2.4.2?service=worse\n`)
  expect(out).toContain(`${desk.url}/issues/new-in-worse`)
})

test('a gate waits for what has too few requests, and says so', async () => {
  const { code, err } = await errata('release compare few 2.4.2 --wait 1s --fail-if worse')
  expect(code).toBe(2)
  expect(err).toMatch(
    /^few 2\.4\.2: too few transactions to compare\. Watching on until [\d:]+Z\.\nIt cannot be told yet: too few transactions to compare\.\n$/,
  )
})

test('a deploy is shown on the page of its release', async () => {
  const told = await errata('deploy shop 2.4.2 --env production --revision 4fc5f13 --by ci')
  expect(told.out).toMatch(/^shop 2\.4\.2 deployed \S+ \S+Z by ci\n$/)
  const page = await (await fetch(`${desk.url}/releases/2.4.2?service=shop`)).text()
  expect(page.replaceAll(/<[^>]*>/g, '')).toMatch(/Deployed.* by ci, in production, 4fc5f13/)
})

test('in a clone the same commands ask the desk that the environment names', async () => {
  const env = { ...process.env, ERRATA_URL: desk.url, ERRATA_TOKEN: '' }
  const command = [join(root, 'supervisor/run.mjs'), 'lookup', TRACE]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env, cwd: folder })
  expect(stdout).toMatch(new RegExp(`^trace ${TRACE}\n${desk.url}/\\w+/${TRACE}\n$`))
})
