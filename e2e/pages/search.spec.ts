import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testOnce, waysOf } from '../../test/is-nightly.ts'
import { type InsertedRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { mainOf, type OpenDesk, openDesk, rowsOf } from './open-desk.ts'

/** On-call tasks that the search box solves, by keyboard and without scripts. */

let desk: OpenDesk

const slow = { traceId: randomHexId(16), post: randomHexId(8), select: randomHexId(8) }
const missed = { traceId: randomHexId(16), spanId: randomHexId(8) }

/** A failed payment with a slow query, a cache miss without one, and ordinary carts. */
function rows(): InsertedRow[] {
  const payment = { traceId: slow.traceId, service: 'payments', status: 'Error' as const }
  return [
    spanRow({
      ...payment,
      at: 61_000,
      spanId: slow.post,
      name: 'POST /pay',
      attributes: { 'http.request.method': 'POST', tier: 'gold' },
    }),
    spanRow({
      ...payment,
      at: 60_900,
      spanId: slow.select,
      parentSpanId: slow.post,
      kind: 'Client',
      name: 'SELECT price',
      durationNs: 400_000_000n,
      attributes: { 'db.system.name': 'postgresql', tier: 'gold' },
    }),
    spanRow({ ...missed, at: 50_000, service: 'cart', name: 'GET /cart/miss', attributes: { 'cache.hit': 'false' } }),
    ...Array.from({ length: 40 }, (_, n) => {
      const status = n < 20 ? 'Error' : 'Ok'
      return spanRow({
        at: 40_000 + n,
        service: 'shop',
        name: 'GET /shop',
        status,
        attributes: { tier: n < 20 ? 'gold' : 'free' },
      })
    }),
    logRow({
      at: 60_000,
      traceId: slow.traceId,
      spanId: slow.post,
      service: 'payments',
      severityNumber: 17,
      body: 'card timeout',
    }),
    logRow({ at: 70_000, service: 'cart', body: 'started' }),
  ]
}

beforeAll(async () => {
  desk = await openDesk(rows())
})
afterAll(() => desk?.[Symbol.asyncDispose]())

const at = (path: string, params: Record<string, string>) => `${path}?${new URLSearchParams(params)}`

describe.each(waysOf(true, false))('with scripts: %s', scripts => {
  test('a trace by what its spans are and how they relate; the matching spans are marked in it', async () => {
    const q = '[service:payments @http.request.method:POST] > [db:postgresql duration:>300ms is:error]'
    const page = await desk.visit('/traces', { javaScriptEnabled: scripts })
    await page.getByRole('combobox', { name: 'Search traces' }).fill(q)
    await mainOf(page).getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(url => url.searchParams.get('q') === q)
    await mainOf(page).getByRole('table', { name: 'Traces, newest first' }).waitFor()
    await expect.poll(() => mainOf(page).getByRole('rowheader').count(), { timeout: 30_000 }).toBe(1)
    await mainOf(page).getByRole('rowheader').getByRole('link', { name: 'POST /pay' }).click()
    await page.getByRole('heading', { level: 1, name: 'POST /pay' }).waitFor()
    await page.getByText('2 matching').waitFor()
    expect(await page.getByText('match', { exact: true }).count()).toBe(2)
    await page.getByRole('link', { name: 'First matching span' }).click()
    await page.getByText('1 of 2 matching').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe(q)
    await desk.leave(page)
  })

  test('a search inside a trace, and its mistakes', async () => {
    const page = await desk.visit(`/traces/${slow.traceId}`, { javaScriptEnabled: scripts })
    const box = page.getByRole('searchbox', { name: 'Search this trace' })
    await box.fill('db:postgresql')
    await box.press('Enter')
    await page.getByText('1 matching').waitFor()
    await page.getByRole('searchbox', { name: 'Search this trace' }).fill('servce:web')
    await page.getByRole('searchbox', { name: 'Search this trace' }).press('Enter')
    await page.getByText('Did you mean service?').waitFor()
    await desk.leave(page)
  })

  test('traces with one span and without another', async () => {
    const page = await desk.visit(at('/traces', { q: '[@cache.hit:false] -[db:postgresql]' }), {
      javaScriptEnabled: scripts,
    })
    expect(await rowsOf(page)).toEqual([expect.stringContaining('GET /cart/miss')])
    await desk.leave(page)
  })

  test('what the failed spans have in common, each value a filter', async () => {
    const page = await desk.visit(at('/traces', { q: 'service:shop', show: 'compare', whole: '1' }), {
      javaScriptEnabled: scripts,
    })
    const tier = mainOf(page).getByRole('region', { name: 'tier', exact: true })
    expect(await tier.locator('.padded').first().textContent()).toBe('tier')
    expect(await tier.getByRole('row', { name: 'gold' }).textContent()).toMatch(/gold.*100 %.*0 %/)
    await tier.getByRole('link', { name: 'gold' }).click()
    await page.waitForURL(url => url.searchParams.get('q') === 'service:shop @tier:gold')
    await desk.leave(page)
  })

  test('the error rates, 95th percentiles and numbers of groups over time, in the colours of the table; one group is excluded', async () => {
    const page = await desk.visit(at('/traces', { show: 'groups', by: '@tier', whole: '1' }), {
      javaScriptEnabled: scripts,
    })
    const linesOf = (name: string) =>
      mainOf(page)
        .getByRole('figure', { name })
        .locator('.line')
        .evaluateAll(lines => lines.map(line => getComputedStyle(line).stroke))
    const squares = await mainOf(page)
      .locator('tbody .row-link.key')
      .evaluateAll(links => links.map(link => getComputedStyle(link, '::before').backgroundColor))
    expect(squares.length).toBe(2)
    for (const name of ['Error rate by group', 'p95 by group', 'Spans by group'])
      expect(await linesOf(name)).toEqual(squares)
    await mainOf(page).getByText('Not in the charts: spans without tier.').waitFor()
    await mainOf(page).getByRole('table').getByRole('link', { name: 'Exclude @tier none' }).click()
    await page.waitForURL(url => url.searchParams.get('q') === 'has:@tier')
    await expect.poll(() => mainOf(page).locator('tbody .row-link').allTextContents()).toEqual(['gold', 'free'])
    await desk.leave(page)
  })

  test('another selection is compared, and one that cannot be read has its mistake named', async () => {
    const page = await desk.visit(at('/traces', { show: 'compare', whole: '1' }), { javaScriptEnabled: scripts })
    const box = page.getByRole('textbox', { name: 'Selected' })
    await box.fill('service:shop')
    await box.press('Enter')
    await page.getByText('Selected: 40 spans, others: 3.').waitFor()
    await page.getByRole('textbox', { name: 'Selected' }).fill('servce:shop')
    await page.getByRole('textbox', { name: 'Selected' }).press('Enter')
    await page.getByText('Did you mean service?').waitFor()
    await desk.leave(page)
  })

  test('logs with a word, and the trace of one', async () => {
    const page = await desk.visit(at('/logs', { q: 'timeout' }), { javaScriptEnabled: scripts })
    expect(await rowsOf(page)).toEqual(['card timeout'])
    await page.getByRole('link', { name: 'card timeout' }).click()
    await page.getByRole('link', { name: 'View trace' }).click()
    await page.getByRole('heading', { level: 1, name: 'POST /pay' }).waitFor()
    await page.getByRole('link', { name: '±30 s of the start, all traces' }).click()
    await page.getByRole('rowheader', { name: 'started' }).waitFor()
    await desk.leave(page)
  })
})

testOnce('keys are completed by keyboard', async () => {
  const page = await desk.visit('/traces')
  const box = page.getByRole('combobox', { name: 'Search traces' })
  await box.pressSequentially('serv')
  await page.getByRole('option', { name: 'service:' }).first().waitFor()
  await box.press('ArrowDown')
  await box.press('Enter')
  expect(await box.inputValue()).toBe('service:')
  await desk.leave(page)
})

testOnce('attributes of spans and their values are completed in the list of traces, with counts of spans', async () => {
  const page = await desk.visit('/traces')
  const box = page.getByRole('combobox', { name: 'Search traces' })
  await box.pressSequentially('@ti')
  await page.getByRole('option', { name: '@tier: Attribute' }).click()
  await expect
    .poll(() => page.getByRole('listbox').getByRole('option').allTextContents())
    .toEqual(['@tier:gold 22', '@tier:free 20'])
  await box.press('ArrowDown')
  await box.press('Enter')
  await box.press('Enter')
  await page.waitForURL(url => url.searchParams.get('q') === '@tier:gold')
  await desk.leave(page)
})

test.each(waysOf(true, false))(
  'records whose texts differ only in values are one pattern, which leads to them (scripts: %s)',
  async hasScripts => {
    const word = hasScripts ? 'parcel' : 'letter'
    await desk.insert(['17 left, 3 kg', '18 left, 4 kg', 'was lost'].map(end => logRow({ body: `${word} ${end}` })))
    const page = await desk.visit(`/logs?q=${word}`, { javaScriptEnabled: hasScripts })
    await page.getByRole('link', { name: 'Patterns' }).click()
    const table = page.getByRole('table', { name: 'Patterns of log records' })
    await table.waitFor()
    await expect
      .poll(async () => (await table.locator('tbody .lead').allTextContents()).map(text => text.trim()))
      .toEqual([`${word} * left, * kg`, `${word} was lost`])
    await table.getByRole('link', { name: `${word} * left, * kg`, exact: true }).click()
    await page.getByRole('table', { name: 'Log records' }).waitFor()
    expect(await page.getByRole('table', { name: 'Log records' }).locator('tbody tr').count()).toBe(2)
    await page.goBack()
    await table.getByRole('link', { name: `Exclude ${word} * left` }).click()
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(1)
    await desk.leave(page)
  },
)

testOnce('the live tail shows what arrives, and stops while a record is open', async () => {
  const page = await desk.visit('/logs?q=tail')
  await page.getByText('No logs found').waitFor()
  await page.getByRole('link', { name: 'Live tail' }).click()
  await page.getByText('Updates every 2 s.').waitFor()
  await desk.insert([logRow({ body: 'tail one' })])
  await page.getByRole('link', { name: 'tail one' }).click()
  await page.getByText('Paused while you read.').waitFor()
  await page.getByRole('link', { name: 'Stop live tail' }).click()
  await page.waitForURL(url => !url.searchParams.has('live'))
  await desk.leave(page)
})

testOnce.each([
  ['/traces/sql', { q: '[service:payments] > [db:postgresql]', show: 'spans' }, [slow.post, slow.select]],
  ['/traces/sql', { q: 'name:"it\'s \\\\ {none:String}"', show: 'spans' }, []],
])('%s of %j is a statement that finds the same in ClickHouse', async (path, params, expected) => {
  const response = await fetch(desk.url + at(path, params))
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const found = await desk.query<{ spanId: string }>(
    `SELECT spanId FROM (${(await response.text()).replace(/^--.*$/gm, '')})`,
  )
  expect(found.map(({ spanId }) => spanId).toSorted()).toEqual(expected.toSorted())
})

testOnce.each(['-spans', '-began'])(
  'the list of traces sorted by %s as a statement finds the same in ClickHouse',
  async sort => {
    const response = await fetch(desk.url + at('/traces/sql', { q: '[service:payments] > [db:postgresql]', sort }))
    const found = await desk.query<{ traceId: string }>((await response.text()).replace(/^--.*$/gm, ''))
    expect(found.map(({ traceId }) => traceId)).toEqual([slow.traceId])
  },
)

testOnce.each(['/traces/sql?show=groups&by=@tier', '/logs/sql?q=timeout&columns=host'])('%s can be run', async path => {
  const response = await fetch(desk.url + path)
  await desk.query((await response.text()).replace(/^--.*$/gm, ''))
  expect((await fetch(`${desk.url + path}&q=servce:web`)).status).toBe(path.includes('q=') ? 200 : 400)
})

testOnce('each example of the syntax page runs', async () => {
  const page = await desk.visit('/search', { javaScriptEnabled: false })
  const paths = await mainOf(page)
    .getByRole('row')
    .getByRole('link')
    .evaluateAll(links => links.map(link => link.getAttribute('href')))
  expect(new Set(paths).size).toBeGreaterThan(60)
  for (const path of new Set(paths)) expect((await fetch(desk.url + path)).status, `${path}`).toBe(200)
  await desk.leave(page)
})
