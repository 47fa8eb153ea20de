import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exceptionRow, type InsertedRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { mainOf, type OpenDesk, openDesk } from './open-desk.ts'

/**
 * "Copy as SQL": a reader of the database runs it as it is, in whatever database, and gets the rows of the page. "Copy as curl": likewise of
 * the API. The commands of docs/api.md, too, are run here.
 */

let desk: OpenDesk

function rows(): InsertedRow[] {
  return Array.from({ length: 120 }, (_, n) => {
    const traceId = randomHexId(16)
    const of = { traceId, service: n % 3 === 0 ? 'pay' : 'web', status: n % 5 === 0 ? 'Error' : 'Ok' } as const
    const spanId = randomHexId(8)
    const attributes = { tier: n % 2 === 0 ? 'gold' : 'free', n: `${n}`, tags: `["t${n % 4}","FROM otel_logs"]` }
    return [
      spanRow({ ...of, at: 1_000 * n, spanId, name: 'GET /cart', durationNs: BigInt(n) * 1_000_000n, attributes }),
      spanRow({ ...of, at: 1_000 * n, parentSpanId: spanId, kind: 'Client', name: 'SELECT', attributes }),
      logRow({ at: 1_000 * n, traceId, spanId, service: of.service, body: `line ${n} it's`, attributes }),
      ...(n % 10 === 0 ? [exceptionRow({ at: 1_000 * n, traceId, spanId, service: of.service })] : []),
    ]
  }).flat()
}

beforeAll(async () => {
  desk = await openDesk(rows())
})
afterAll(() => desk?.[Symbol.asyncDispose]())

const TRACE = /\/traces\/([0-9a-f]{32})/
const LOG = /open=\d+-([0-9a-f]{16})/
const SPAN = /[?&]span=([0-9a-f]{16})/

test.each([
  ['/traces', TRACE, 'traceId'],
  ['/traces?sort=-duration', TRACE, 'traceId'],
  ['/traces?sort=-spans&q=service:pay', TRACE, 'traceId'],
  ['/traces?q=[service:web is:error] > [kind:client]', TRACE, 'traceId'],
  ['/traces?q=[kind:server] >> [kind:client] trace.duration:>5ms', TRACE, 'traceId'],
  ['/traces?q=@tags:"FROM otel_logs"', TRACE, 'traceId'],
  ['/traces?show=spans&q=kind:server @n:>=50', SPAN, 'spanId'],
  ['/traces?show=spans&sort=-duration&q=kind:server @tier:gold', SPAN, 'spanId'],
  ['/logs', LOG, 'id'],
  ['/logs?sort=time', LOG, 'id'],
  ['/logs?q="it\'s" -@tier:gold @tags:t1&columns=n,tier', LOG, 'id'],
])('%s', async (path, pattern, column) => {
  const page = await desk.visit(path, { javaScriptEnabled: false })
  const links = () =>
    mainOf(page)
      .locator('tbody a[data-row]')
      .evaluateAll(all => all.map(a => a.getAttribute('href')))
  const idsOf = (hrefs: readonly (string | null)[]) => hrefs.map(href => pattern.exec(href ?? '')?.[1])
  const check = async () => {
    const address = await page.getByRole('link', { name: 'As SQL' }).getAttribute('href')
    const sql = await (await fetch(desk.url + address)).text()
    const found = await desk.queryElsewhere(sql)
    const shown = idsOf(await links())
    expect(shown.length).toBeGreaterThan(5)
    expect(found.map(row => row[column]).slice(0, shown.length)).toEqual(shown)
  }
  await check()
  const shown = idsOf(await links())
  const { items } = await run(await curlOf(page))
  const ids = items.map(({ id }: { id: string }) => id.replace(/^\d{19}-/, ''))
  expect(ids.slice(0, shown.length)).toEqual(shown.slice(0, ids.length))
  const next = page.getByRole('link', { name: /^(Older|Newer|Next|More)/ }).last()
  if ((await next.count()) > 0) {
    await next.click()
    await page.waitForURL(url => url.searchParams.has('before'))
    await check()
  }
  await desk.leave(page)
})

/** The command that a page's link answers. */
async function curlOf(page: Page): Promise<string> {
  const address = await page.getByRole('link', { name: 'As curl' }).getAttribute('href')
  return (await fetch(desk.url + address)).text()
}

/** Does what a command says. */
async function run(command: string) {
  const [, url = ''] = /(?:'|"\$ERRATA_URL)([^'"]+)['"]/.exec(command) ?? []
  const headers = [...command.matchAll(/-H "([\w-]+): ([^"]+)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  const [, body] = / -d '([^']+)'/.exec(command) ?? []
  const response = await fetch(url.startsWith('/') ? desk.url + url : url, {
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { method: 'POST', body }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${command} answered ${response.status}: ${text}`)
  return response.headers.get('content-type') === 'application/x-ndjson' ? text : JSON.parse(text)
}

test('the commands of docs/api.md answer', async () => {
  const documented = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
  const commands = [...documented.matchAll(/^ {4}(curl .*)$/gm)].map(([, command = '']) => command)
  expect(commands.length).toBeGreaterThanOrEqual(3)
  for (const command of commands) expect(await run(command)).toBeTruthy()
})

test('what the guards refuse is told programs in JSON', async () => {
  const ask = (path: string, init: RequestInit = {}) => fetch(`${desk.url}/api/v1${path}`, init)
  const answers = await Promise.all([
    ask('/issues', { method: 'DELETE' }),
    ask('/issues', { headers: { 'sec-fetch-site': 'cross-site' } }),
    ask('/issues//x'),
    ask('/silences', { method: 'POST', body: 'x'.repeat(300_000), headers: { 'content-type': 'application/json' } }),
  ])
  for (const answer of answers) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ status: answer.status, type: expect.stringContaining('docs/api.md#') })
  }
  expect(answers.map(({ status }) => status)).toEqual([405, 403, 400, 413])
})

test('a page around a record', async () => {
  const page = await desk.visit('/logs?q="line 60"', { javaScriptEnabled: false })
  await mainOf(page).getByRole('link', { name: 'line 60' }).click()
  await mainOf(page).getByRole('link', { name: 'Logs of this trace' }).waitFor()
  const open = /open=(\d+-[0-9a-f]{16})/.exec(page.url())?.[1]
  await page.goto(`${desk.url}/logs?around=${open}`)
  const address = await page.getByRole('link', { name: 'As SQL' }).getAttribute('href')
  const found = await desk.queryElsewhere(await (await fetch(desk.url + address)).text())
  const bodies = await mainOf(page).locator('tbody a[data-row]').allTextContents()
  expect(bodies.length).toBe(100)
  expect(found.slice(0, 100).map(row => String(row['body']))).toEqual(
    bodies.map(text => text.replace(/^\w+Error: /, '')),
  )
  await desk.leave(page)
})

test('groups', async () => {
  const page = await desk.visit('/traces?show=groups&by=@tier&q=kind:server&whole=1', { javaScriptEnabled: false })
  const address = await page.getByRole('link', { name: 'As SQL' }).getAttribute('href')
  const found = await desk.queryElsewhere(await (await fetch(desk.url + address)).text())
  expect(await mainOf(page).getByRole('table').getByRole('rowheader').allTextContents()).toEqual(
    found.map(row => expect.stringContaining(String(row['value']))),
  )
  expect(found.map(row => [row['value'], row['count']])).toEqual([
    ['free', '60'],
    ['gold', '60'],
  ])
  await desk.leave(page)
})
