import { afterAll, beforeAll, expect, test } from 'vitest'
import { exceptionRow, type InsertedRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { mainOf, type OpenDesk, openDesk } from './open-desk.ts'

/** What rows of lists and of a trace say, beyond names and times. */

let desk: OpenDesk

const traceId = randomHexId(16)
const order = { traceId, service: 'checkout' }
const placed = randomHexId(8)
const aheadId = randomHexId(16)
const boughtId = randomHexId(16)
const visit = {
  traceId: randomHexId(16),
  service: 'shop-browser',
  attributes: { 'session.id': 'visit', 'user.id': 'grace' },
}
const load = randomHexId(8)
/** The visit began 40 seconds ago. */
const after = (ms: number) => 40_000 - ms

const retried = { traceId: randomHexId(16), service: 'retrier' }
const [started, sent] = [randomHexId(8), randomHexId(8)]
const delivered = { traceId: randomHexId(16), spanId: randomHexId(8) }

function rows(): InsertedRow[] {
  const query = { ...order, parentSpanId: placed, name: 'SELECT line_item', kind: 'Client', durationNs: 10_000_000n }
  const statement = {
    attributes: { 'db.query.text': 'SELECT price FROM line_item WHERE id = ?', 'db.system.name': 'postgresql' },
  }
  return [
    spanRow({ ...order, at: 60_000, spanId: placed, name: 'POST /orders', kind: 'Server', durationNs: 200_000_000n }),
    ...Array.from({ length: 6 }, (_, n) => spanRow({ ...query, ...statement, at: 59_990 - n * 10 })),
    ...Array.from({ length: 4 }, (_, n) => spanRow({ ...query, name: 'UPDATE stock', at: 59_900 - n * 10 })),
    spanRow({ ...visit, at: after(0), spanId: load, kind: 'Internal', name: 'pageload /' }),
    ...['/cart', '/search'].map((path, n) =>
      spanRow({
        ...visit,
        parentSpanId: load,
        at: after(10 + n * 10),
        kind: 'Client',
        name: 'GET',
        attributes: { ...visit.attributes, 'url.full': `https://shop.example${path}` },
      }),
    ),
    ...['timeout', 'timeout', 'timeout'].map((message, n) =>
      exceptionRow({ ...visit, at: after(1_010 + n * 10), type: 'CacheError', message }),
    ),
    exceptionRow({ traceId: boughtId, at: 30_000, service: 'stock', type: 'StockError' }),
    spanRow({ traceId: boughtId, at: 30_500, service: 'plain', name: 'tick', attributes: { 'user.id': 'grace' } }),
    spanRow({ at: 50_000, service: 'plain', name: 'tick', kind: 'Internal' }),
    spanRow({ ...retried, at: after(2_000), spanId: started, name: 'POST /order', durationNs: 900_000_000n }),
    ...[0, 1, 2].map(n =>
      spanRow({
        ...retried,
        at: after(2_010 + n * 100),
        parentSpanId: started,
        kind: 'Client',
        name: 'GET',
        status: 'Error',
        durationNs: 50_000_000n,
        attributes: { 'http.request.method': 'GET', 'url.full': 'https://prices.example/all' },
        events: [{ name: 'exception', attributes: { 'exception.type': 'Refused', 'exception.message': 'no prices' } }],
      }),
    ),
    spanRow({
      ...retried,
      at: after(2_500),
      spanId: sent,
      parentSpanId: started,
      kind: 'Producer',
      name: 'send orders',
    }),
    spanRow({
      ...delivered,
      at: after(14_501),
      service: 'courier',
      kind: 'Consumer',
      name: 'process orders',
      attributes: { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' },
      links: [{ traceId: retried.traceId, spanId: sent }],
    }),
    // As the Collector moves what was dated 40 minutes ahead.
    spanRow({
      at: 40_000,
      traceId: aheadId,
      service: 'ahead',
      attributes: { 'errata.clock.original': `${Date.now() + 2_400_000}000000` },
    }),
  ]
}

beforeAll(async () => {
  desk = await openDesk(rows())
})
afterAll(() => desk?.[Symbol.asyncDispose]())

test('a trace names the query that repeats below one span, and leads to its spans', async () => {
  const page = await desk.visit(`/traces/${traceId}`)
  const line = mainOf(page).getByRole('link', { name: 'Possible N+1' })
  expect(await line.allTextContents()).toEqual(['Possible N+1: 6 × SELECT line_item, 60.0 ms, 30 % of the trace'])
  await line.click()
  await mainOf(page).getByText('1 of 6 matching').waitFor()
  const matches = mainOf(page).getByRole('row').filter({ hasText: 'match' }).filter({ hasText: 'SELECT line_item' })
  expect(await matches.filter({ has: page.locator('.mark') }).count()).toBe(6)
  await desk.leave(page)
})

test.each([true, false])('a trace has repeated queries in one row, which unfolds (scripts: %s)', async scripts => {
  const page = await desk.visit(`/traces/${traceId}`, { javaScriptEnabled: scripts })
  const main = mainOf(page)
  const one = main.getByRole('link', { name: /^SELECT line_item$/ })
  const all = main.getByRole('link', { name: '6 × SELECT line_item', exact: true })
  const row = main.getByRole('row').filter({ hasText: '6 × SELECT line_item' })
  expect(await row.getByRole('gridcell').allTextContents()).toEqual(['60.0 ms', ''])
  // From the first start to the last end: no single one is wider than a tenth.
  expect(Number.parseFloat((await row.locator('.bar').getAttribute('width')) ?? '')).toBeGreaterThan(20)
  expect(await one.count()).toBe(0)
  expect(await main.getByRole('link', { name: /^UPDATE stock$/ }).count()).toBe(4)

  if (scripts) {
    await all.focus()
    await page.keyboard.press('ArrowRight')
  } else await all.click()
  await expect.poll(() => one.count()).toBe(6)
  if (scripts) await page.keyboard.press('ArrowLeft')
  else await row.getByRole('link', { name: 'Collapse', exact: true }).click()
  await expect.poll(() => one.count()).toBe(0)

  await main.getByRole('link', { name: 'Expand all' }).click()
  await one.last().click()
  await main.getByRole('complementary', { name: 'Span' }).waitFor()
  const opened = new URL(page.url())
  opened.searchParams.delete('folded')
  await page.goto(opened.href)
  expect(await one.count()).toBe(6)
  expect(await main.locator('tr[aria-current]').count()).toBe(1)
  await desk.leave(page)
})

test('on a telephone the bars of a trace are as wide as it, with the start and the end of the axis', async () => {
  const page = await desk.visit(`/traces/${traceId}`)
  await page.setViewportSize({ width: 390, height: 844 })
  const table = mainOf(page).getByRole('treegrid', { name: 'Span tree' })
  const box = async (selector: string) => (await table.locator(selector).first().boundingBox()) ?? { y: 0, width: 0 }
  const [name, track] = [await box('tbody a[data-span]'), await box('.track')]
  expect(track.width).toBeGreaterThan(340)
  expect(track.y).toBeGreaterThan(name.y + 10)
  expect(await table.locator('.ticks text').first().isVisible()).toBe(true)
  expect(await table.locator('.ticks text').last().isVisible()).toBe(true)
  await desk.leave(page)
})

test('a span in a list has its statement and a bar; a list without statements has no column of them', async () => {
  const page = await desk.visit('/traces?show=spans&service=checkout', { javaScriptEnabled: false })
  const table = mainOf(page).getByRole('table', { name: 'Spans, ' })
  expect(await table.getByRole('columnheader', { name: 'Statement, URL or route' }).count()).toBe(1)
  expect(await table.getByRole('cell', { name: 'SELECT … FROM line_item WHERE id = ?' }).count()).toBe(1)
  await page.setViewportSize({ width: 1440, height: 800 })
  const statement = table.getByRole('cell', { name: 'SELECT … FROM line_item WHERE id = ?' }).first()
  expect(await statement.evaluate(cell => cell.scrollWidth - cell.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 390, height: 800 })
  const row = table.getByRole('rowheader', { name: 'WHERE id = ?' })
  expect(await row.locator('p').evaluate(line => line.scrollWidth - line.clientWidth)).toBe(0)
  const lengths = await table.locator('.length rect').evaluateAll(bars => bars.map(bar => bar.getAttribute('width')))
  // A sum has none: beside it those of single spans would be dots.
  expect(lengths).toEqual(['100%'])
  await page.goto(page.url().replace('checkout', 'plain'))
  expect(await table.getByRole('columnheader').allTextContents()).not.toContain('Statement, URL or route')
  await desk.leave(page)
})

test('spans in succession of one name and trace are one row, which leads to all of them', async () => {
  const page = await desk.visit('/traces?show=spans&service=checkout', { javaScriptEnabled: false })
  const row = mainOf(page).getByRole('row', { name: '6 × SELECT line_item' })
  expect(await row.textContent()).toMatch(/N\+1\?.*Σ 60\.0 ms/)
  expect(await mainOf(page).getByRole('link', { name: 'Possible N+1' }).textContent()).toBe(
    'Possible N+1 in 1 trace of this page, at most 6 × SELECT line_item in checkout, 60.0 ms',
  )
  await page.goto(`${page.url()}&sort=-duration`)
  expect(await mainOf(page).getByRole('rowheader', { name: 'SELECT line_item' }).count()).toBe(6)
  await page.goBack()
  await row.getByRole('link').click()
  await page.getByText('6 matching').waitFor()
  await desk.leave(page)
})

test('the attributes of a comparison are read row by row, those that differ most first', async () => {
  const page = await desk.visit('/traces?show=compare&with=name:SELECT*', { javaScriptEnabled: false })
  await page.setViewportSize({ width: 1440, height: 900 })
  const places = await mainOf(page)
    .locator('.comparison > section:visible')
    .evaluateAll(cards => cards.map(card => card.getBoundingClientRect()).map(({ x, y }) => [y, x] as const))
  expect(places.length).toBeGreaterThan(3)
  expect(places).toEqual(places.toSorted(([y, x], [otherY, otherX]) => y - otherY || x - otherX))
  await desk.leave(page)
})

test.each(['/traces?service=ahead', '/traces?show=spans&service=ahead', `/traces/${aheadId}`])(
  'what was dated ahead is marked so on %s, with the time that it gave',
  async path => {
    const page = await desk.visit(path, { javaScriptEnabled: false })
    const mark = mainOf(page).getByText('clock ahead')
    expect(await mark.first().getAttribute('title')).toMatch(/^Sent as \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC$/)
    await desk.leave(page)
  },
)

test('spans and groups can be copied as SQL above their rows', async () => {
  const page = await desk.visit('/traces?show=spans', { javaScriptEnabled: false })
  await page.setViewportSize({ width: 700, height: 800 })
  for (const show of ['Spans', 'Groups']) {
    await mainOf(page).getByRole('link', { name: show, exact: true }).click()
    const copy = await mainOf(page).getByRole('link', { name: 'As SQL' }).boundingBox()
    expect(copy?.y).toBeLessThan((await mainOf(page).getByRole('table').last().boundingBox())?.y ?? 0)
  }
  await desk.leave(page)
})

test('requests of a session are named without the host of all, at a hundredth of a second, and exceptions are tinted', async () => {
  const page = await desk.visit('/sessions/visit', { javaScriptEnabled: false })
  const table = mainOf(page).getByRole('table')
  expect(await table.locator('time').allTextContents()).toEqual([
    '0.00 s',
    '0.01 s',
    '0.02 s',
    '1.01 s',
    '1.02 s',
    '1.03 s',
  ])
  expect((await table.getByRole('rowheader').allInnerTexts()).slice(0, 3)).toEqual(['pageload /', '/cart', '/search'])
  const grounds = await table
    .locator('tbody tr')
    .evaluateAll(rows => rows.map(row => getComputedStyle(row).backgroundColor !== 'rgba(0, 0, 0, 0)'))
  expect(grounds).toEqual([false, false, false, true, true, true])
  for (const [link, expected] of [
    ['Issues', /CacheError/],
    ['Spans', /GET/],
    ['Logs', /timeout/],
  ] as const) {
    await page.goto(`${desk.url}/sessions/visit`)
    await mainOf(page).getByRole('link', { name: link, exact: true }).click()
    await mainOf(page).getByRole('rowheader').filter({ hasText: expected }).first().waitFor()
  }
  await desk.leave(page)
})

test('a user is named by the title; an only session is listed too, of which the last failure is shown', async () => {
  const page = await desk.visit('/users/grace', { javaScriptEnabled: false })
  expect(await mainOf(page).getByRole('heading', { level: 1 }).textContent()).toBe('grace 3 exceptions')
  const sections = mainOf(page).getByRole('heading', { level: 2 })
  expect(await sections.allTextContents()).toEqual(['Issues', 'Sessions', 'Last failure'])
  expect(await mainOf(page).locator('.figures').textContent()).toContain('Active on 1 of 14 days')
  const issues = page.getByRole('region', { name: 'Issues' }).getByRole('row')
  expect(await issues.last().textContent()).toMatch(/ago$/)
  await desk.leave(page)
})

test('exceptions lead to their issues, with the same search', async () => {
  const page = await desk.visit('/exceptions?q=type:CacheError', { javaScriptEnabled: false })
  await mainOf(page).getByRole('link', { name: 'By issue' }).click()
  expect(new URL(page.url()).search).toBe('?tab=all&q=type%3ACacheError')
  expect(await mainOf(page).getByRole('rowheader').count()).toBe(1)
  await desk.leave(page)
})

test.each([
  ['an exception of a server', '/exceptions?q=service:stock', boughtId],
  ['a log record of a browser', '/logs?q=service:shop-browser timeout', visit.traceId],
])('%s leads to its trace, and to its user', async (_, path, traceId) => {
  const page = await desk.visit(path, { javaScriptEnabled: false })
  await page.setViewportSize({ width: 1440, height: 800 })
  const row = mainOf(page).getByRole('table', { name: ', newest first' }).locator('tbody tr').first()
  expect(await row.locator('a[href^="/traces/"]:visible').getAttribute('href')).toMatch(`/traces/${traceId}`)
  await row.getByRole('link', { name: 'grace' }).click()
  await page.getByRole('heading', { level: 1, name: 'grace' }).waitFor()
  await desk.leave(page)
})

test('lists by time say when with a clock, below the day', async () => {
  // Midday of yesterday and of the day before.
  const middays = [1, 2].map(days => new Date().setUTCHours(0, 0, 0, 0) - days * 86_400_000 + 43_200_000)
  const of = { service: 'daily', kind: 'Internal', name: 'pageload /' }
  await desk.insert(
    middays.flatMap((ms, n) => {
      const at = BigInt(ms) * 1_000_000n
      return [
        spanRow({ ...of, at, attributes: { 'session.id': `daily ${n}` } }),
        exceptionRow({ at, service: 'daily', type: 'DailyError' }),
      ]
    }),
  )
  const [yesterday, before] = middays.map(ms => new Date(ms).toUTCString().slice(0, 11).replace(',', ''))
  const page = await desk.visit('/', { javaScriptEnabled: false })
  for (const path of ['/logs?', '/exceptions?', '/sessions?', '/traces?show=spans&']) {
    await page.goto(`${desk.url}${path}q=service:daily&last=7d`)
    const table = mainOf(page).getByRole('table').last()
    expect(await table.locator('th[aria-sort="descending"]').textContent(), path).toMatch(/↓$/)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const texts = await table.locator('tbody tr.day:visible, tbody time:visible').allTextContents()
      const seconds = texts.map(text => text.replace('.000', ''))
      expect([path, width, ...seconds]).toEqual([path, width, yesterday, '12:00:00', before, '12:00:00'])
    }
  }
  await page.goto(`${desk.url}/traces?show=spans&q=service:daily&last=7d&sort=-duration`)
  expect(await mainOf(page).locator('tbody time').first().textContent()).toMatch(/^\d\d-\d\d 12:00:00$/)
  await desk.leave(page)
})

test('groups of URLs are named by what tells them apart', async () => {
  const page = await desk.visit('/traces?show=groups&by=@url.full&q=has:@url.full&service=shop-browser', {
    javaScriptEnabled: false,
  })
  expect(await mainOf(page).locator('tbody .row-link').allTextContents()).toEqual(['…/cart', '…/search'])
  await desk.leave(page)
})

test('what was tried again is named in its trace, and the row of its exception says how often', async () => {
  const page = await desk.visit(`/traces/${retried.traceId}`)
  const line = mainOf(page).getByRole('link', { name: 'attempts of' })
  expect(await line.allTextContents()).toEqual(['3 attempts of GET prices.example/all, all failed, 250 ms'])
  await line.click()
  await mainOf(page).getByText('1 of 3 matching').waitFor()
  await desk.leave(page)
  const list = await desk.visit('/exceptions?service=retrier', { javaScriptEnabled: false })
  expect(await mainOf(list).getByRole('row', { name: 'no prices' }).textContent()).toContain('3 attempts')
  await desk.leave(list)
})

test('a message leads from its sending to its processing and back, with the time that it was in the queue', async () => {
  const page = await desk.visit(`/traces/${retried.traceId}?span=${sent}&whole=1`, { javaScriptEnabled: false })
  const details = page.getByRole('complementary', { name: 'Span' })
  expect(await details.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/process orders courier 12\.0 s later, in the queue for 12\.0 s/),
  ])
  await details.getByRole('link', { name: 'process orders' }).click()
  await details.getByText('In the queue for 12.0 s').waitFor()
  await details.getByRole('link', { name: 'send orders' }).click()
  await page.waitForURL(url => url.pathname === `/traces/${retried.traceId}`)
  await desk.leave(page)
  const service = await desk.visit('/services/courier?whole=1', { javaScriptEnabled: false })
  const queues = service.getByRole('region', { name: 'Time in the queue' })
  expect(await queues.getByRole('row').nth(1).textContent()).toMatch(/orders1.*12\.0 s/)
  await desk.leave(service)
})

test('spans are grouped by two keys, each a filter of its own; an unknown key is named', async () => {
  const page = await desk.visit('/traces?show=groups&service=retrier', { javaScriptEnabled: false })
  await mainOf(page).getByRole('combobox', { name: 'Group by' }).fill('service, kind')
  await mainOf(page).getByRole('button', { name: 'Group', exact: true }).click()
  const groups = mainOf(page).getByRole('table', { name: 'Spans by service, kind' })
  await groups.getByRole('link', { name: 'retrier · client', exact: true }).click()
  await page.waitForURL(url => url.searchParams.get('q') === 'service:retrier kind:client')
  await desk.leave(page)
  const wrong = await desk.visit('/traces?show=groups&by=service,kindd', { javaScriptEnabled: false })
  await mainOf(wrong).getByText('spans have no key kindd. Did you mean kind?').waitFor()
  await desk.leave(wrong)
})
