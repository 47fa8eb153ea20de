import { readFile } from 'node:fs/promises'
import type { Download, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../../test/browser/find-violations.ts'
import { mainOf, type OpenDesk, openDesk } from './open-desk.ts'
import { cart, otherId, pay, query, slowId, traceId, traceRows, wait } from './trace-rows.ts'

/** What a reader asks of a trace, by clicks, by keys and without scripts. */

let desk: OpenDesk

beforeAll(async () => {
  desk = await openDesk(traceRows())
})
afterAll(() => desk?.[Symbol.asyncDispose]())

const visit = (search = '', options = {}) => desk.visit(`/traces/${traceId}${search}`, options)
const rowsOf = (page: Page) => mainOf(page).locator('.waterfall [data-span]').allTextContents()
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Span' })
const rowOf = (page: Page, name: string) => mainOf(page).locator('.waterfall tr', { hasText: name })
/** Once its scripts listen: rows are then one tab stop. */
const whenReady = (page: Page) => mainOf(page).locator('.waterfall [data-span][tabindex="-1"]').first().waitFor()
const searchOf = (page: Page) => new URL(page.url()).searchParams

test('the first line says what the trace waited for, and leads to it', async () => {
  const page = await visit()
  const line = mainOf(page).locator('.where-time-went')
  expect(await line.textContent()).toMatch(/^1\.00 s: 700 ms in acquire connection of web, .* elsewhere$/)
  await line.getByRole('link', { name: 'acquire connection of web' }).click()
  await panelOf(page).getByRole('heading', { name: 'acquire connection' }).waitFor()
  expect(searchOf(page).get('span')).toBe(wait)
  await desk.leave(page)
})

test.each([true, false])(
  'a trace says what is usual for it and for what it waited for (scripts: %s)',
  async scripts => {
    const page = await desk.visit(`/traces/${slowId}?whole=1`, { javaScriptEnabled: scripts })
    expect(await mainOf(page).locator('.where-time-went').textContent()).toBe(
      '1.00 s: 900 ms in acquire lock of orders (typical 18.0 ms), 100 ms in POST /orders of orders',
    )
    expect(await mainOf(page).locator('.figures').first().textContent()).toContain(
      'longer than all 20 of the day before',
    )
    await desk.leave(page)
  },
)

test('the failed span is one step away, with the log that it wrote', async () => {
  const page = await visit()
  await page.getByRole('link', { name: 'First failed span' }).click()
  await panelOf(page).getByText('card declined by the bank').waitFor()
  expect(await panelOf(page).getByRole('heading', { level: 2 }).textContent()).toBe('POST /charges')
  await desk.leave(page)
})

test.each([
  ['the network fails', (route: Route) => route.abort()],
  ['a proxy answers', (route: Route) => route.fulfill({ status: 503, body: 'No desk here' })],
])('a span that cannot be loaded leaves its page, and is loaded again: %s', async (_, fail) => {
  const page = await visit()
  await whenReady(page)
  await page.route('**/spans/*/data', fail)
  await rowOf(page, 'SELECT cart').locator('[data-span]').click()
  const failure = panelOf(page).getByRole('alert')
  expect(await failure.textContent()).toContain(`Span ${query} could not be loaded.`)
  expect(await rowsOf(page)).toContain('GET /cart')
  await page.unroute('**/spans/*/data')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await panelOf(page).getByText('SELECT * FROM cart WHERE id = 17').waitFor()
  await desk.leave(page)
})

test('which query ran is read by keys alone: down to the span, Enter, and back to its row', async () => {
  const page = await visit()
  await whenReady(page)
  await mainOf(page).locator('[data-span]').first().focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await panelOf(page).getByText('SELECT * FROM cart WHERE id = 17').waitFor()
  await page.keyboard.press('Escape')
  await panelOf(page).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('SELECT cart')
  await desk.leave(page)
})

test('keys go to the last row, to the parent, and fold; the row with the focus stays in the page', async () => {
  const page = await visit()
  await whenReady(page)
  await mainOf(page).locator('[data-span]').first().focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^step \d+$/)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('GET /cart')
  await page.keyboard.press('ArrowLeft')
  await rowOf(page, '132 spans collapsed').waitFor()
  expect(await rowsOf(page)).toEqual(['GET /cart'])
  await desk.leave(page)
})

test('clocks that differ move bars only, and say so; as sent they are an hour apart', async () => {
  const page = await visit()
  const note = mainOf(page).getByText('Clocks differ')
  expect(await note.textContent()).toContain('pay moved −1 h in the drawing')
  expect(await mainOf(page).getByText('Idle time collapsed').count()).toBe(0)
  await note.getByRole('link', { name: 'As sent' }).click()
  await mainOf(page).getByText('Idle time collapsed').waitFor()
  await desk.leave(page)
})

test('equal calls are one row, which unfolds', async () => {
  const page = await visit()
  expect(await rowsOf(page)).toContain('7 × GET /prices')
  await rowOf(page, '7 × GET /prices').locator('[data-span]').click()
  await expect.poll(async () => (await rowsOf(page)).filter(name => name === 'GET /prices').length).toBe(7)
  await desk.leave(page)
})

test('keys and the wheel zoom, and Back undoes it', async () => {
  const page = await visit()
  await whenReady(page)
  await mainOf(page).locator('[data-span]').first().focus()
  await page.keyboard.press('+')
  await expect.poll(() => searchOf(page).get('zoom')).toMatch(/^\d+-\d+$/)
  const zoomed = searchOf(page).get('zoom')
  await mainOf(page).locator('.waterfall .ticks').hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect.poll(() => searchOf(page).get('zoom')).not.toBe(zoomed)
  await page.goBack()
  await expect.poll(() => searchOf(page).get('zoom')).toBe(zoomed)
  await page.getByRole('link', { name: 'Whole time' }).click()
  await expect.poll(() => searchOf(page).get('zoom')).toBe(null)
  await desk.leave(page)
})

test('dragging over the small drawing zooms to that part', async () => {
  const page = await visit()
  await whenReady(page)
  const box = await mainOf(page).locator('.minimap').boundingBox()
  const { x = 0, y = 0, width = 0 } = box ?? {}
  await page.mouse.move(x + width / 4, y + 20)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + 20)
  await page.mouse.up()
  await expect.poll(() => searchOf(page).get('zoom') ?? '').toMatch(/^2\d{8}-5\d{8}$/)
  await desk.leave(page)
})

describe.each([true, false])('with scripts: %s', scripts => {
  const open = (search: string) => visit(search, { javaScriptEnabled: scripts })

  test('what is left out is counted, whatever it is left out by', async () => {
    const page = await open('?hide=steps')
    expect(await rowsOf(page)).toEqual([
      ...['GET /cart', 'render cart', 'acquire connection', 'SELECT cart', 'POST /charges', 'POST /charges'],
      '7 × GET /prices',
    ])
    expect(await mainOf(page).getByText('left out').textContent()).toContain('120 spans left out: without steps.')
    await page.goto(`${desk.url}/traces/${traceId}?min=650`)
    expect(await rowsOf(page)).toEqual(['GET /cart', 'render cart', 'acquire connection'])
    expect(await mainOf(page).getByText('left out').textContent()).toContain('130 spans left out, at least 650 ms.')
    await page.goto(`${desk.url}/traces/${traceId}?below=${pay}`)
    expect(await rowsOf(page)).toEqual(['POST /charges', 'POST /charges'])
    await desk.leave(page)
  })

  test('only matches and their ancestors are shown, by the form', async () => {
    const page = await open('?q=name:"SELECT cart"')
    expect((await rowsOf(page)).length).toBeGreaterThan(20)
    await page.locator('summary', { hasText: 'Filter' }).click()
    await page.getByRole('checkbox', { name: 'Only matches and their ancestors' }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => rowsOf(page)).toEqual(['GET /cart', 'render cart', 'SELECT cart'])
    await desk.leave(page)
  })

  test('the table adds up operations, and sorts', async () => {
    const page = await open('?tab=table')
    const first = mainOf(page).locator('table').first().locator('tbody tr').first()
    expect(await first.textContent()).toContain('acquire connection')
    await page.getByRole('link', { name: 'Spans' }).first().click()
    await expect.poll(() => first.textContent()).toContain('GET /prices')
    expect(await first.locator('td').allTextContents()).toContain('7')
    await desk.leave(page)
  })

  test('the flame graph leads to the longest span of an operation', async () => {
    const page = await open('?tab=flame')
    await page.getByRole('link', { name: /^acquire connection of web: 1 span/ }).click()
    await panelOf(page).getByRole('heading', { name: 'acquire connection' }).waitFor()
    expect(searchOf(page).get('tab')).toBe('flame')
    await desk.leave(page)
  })
})

test('the map of services leads to the spans of a service, and a call to its longest span', async () => {
  const page = await visit('?tab=services')
  await page.getByRole('link', { name: /^web → pay: 1 call, 1 failed, 40\.0 ms/ }).click()
  await panelOf(page).getByRole('heading', { name: 'POST /charges' }).waitFor()
  await page.getByRole('link', { name: /^pay 1 span, 1 failed/ }).click()
  await page.waitForURL(/q=service/)
  await expect
    .poll(() =>
      mainOf(page)
        .locator('.waterfall .mark', { hasText: /^match$/ })
        .count(),
    )
    .toBe(1)
  await desk.leave(page)
})

test('log records are a view of their own, without those of hidden services', async () => {
  const page = await visit('?tab=logs', { javaScriptEnabled: false })
  expect(await mainOf(page).locator('table.logs > tbody > tr').count()).toBe(1)
  await page.goto(`${desk.url}/traces/${traceId}?tab=logs&hide=pay`)
  expect(await mainOf(page).locator('table.logs > tbody > tr').count()).toBe(0)
  await desk.leave(page)
})

describe.each([
  ['with scripts', {}],
  ['without scripts', { javaScriptEnabled: false }],
])('two traces are compared, %s:', (_, options) => {
  test('from one of them, with what the other does more, slower, or fails in', async () => {
    const page = await visit('', options)
    await page.getByRole('link', { name: 'Compare', exact: true }).click()
    await page.getByRole('link', { name: /^Compare with/ }).click()
    const rows = page.getByRole('table', { name: 'Operations that differ' }).locator('tbody tr')
    await rows.first().waitFor()
    const found = await rows.evaluateAll(list =>
      list.map(row => [...row.querySelectorAll('th, .mark')].map(of => of.textContent?.trim())),
    )
    expect(found).toEqual([
      ['POST /charges pay', 'fails only in first'],
      ['acquire connection web', 'faster'],
      // Its own time is by times as sent, and the clock of what it calls is an hour ahead.
      ['POST /charges web', 'faster'],
      ['step 0 steps', 'only in first'],
    ])
    await rows.nth(1).getByRole('link').first().click()
    await panelOf(page).getByRole('heading', { name: 'acquire connection' }).waitFor()
    await desk.leave(page)
  })

  test('from two rows of a list', async () => {
    const page = await desk.visit('/traces', options)
    for (const id of [traceId, otherId]) await page.locator(`input[value="${id}"]`).check()
    await page.getByRole('button', { name: 'Compare two selected' }).click()
    await page.getByRole('table', { name: 'Operations that differ' }).waitFor()
    await desk.leave(page)
  })
})

test.each([
  ['?trace=nonsense', '“nonsense” is no trace: expected an ID of 32 hexadecimal digits, or the address of a trace.'],
  [`?trace=${'a'.repeat(32)}&trace=${'a'.repeat(32)}`, 'These are one trace: choose another one to compare it with.'],
  [
    ['a', 'b', 'c'].map((of, i) => `${i === 0 ? '?' : '&'}trace=${of.repeat(32)}`).join(''),
    'Two traces can be compared, not 3.',
  ],
])('what cannot be compared is said: %s', async (search, sentence) => {
  const page = await desk.visit(`/traces/compare${search}`, { javaScriptEnabled: false })
  expect(await page.getByRole('alert').textContent()).toBe(sentence)
  await desk.leave(page)
})

test('the panel lays a statement out, and leaves the spans with a value of its attributes', async () => {
  const page = await visit(`?span=${query}`)
  expect(await panelOf(page).locator('.statement').textContent()).toBe('SELECT *\nFROM cart\nWHERE id = 17')
  await panelOf(page).getByRole('link', { name: 'Filter by db.system.name' }).click()
  await expect.poll(() => rowsOf(page)).toEqual(['GET /cart', 'render cart', 'SELECT cart'])
  expect(searchOf(page).get('only')).toBe('matches')
  await panelOf(page).getByRole('link', { name: 'Find db.system.name' }).click()
  await page.waitForURL(/show=spans/)
  await mainOf(page).getByRole('link', { name: 'SELECT cart' }).first().waitFor()
  await desk.leave(page)
})

test('a span becomes the whole of the waterfall, with times from where it starts', async () => {
  const page = await visit(`?span=${cart}`)
  await panelOf(page).getByRole('link', { name: 'Only what is below' }).click()
  await expect.poll(() => rowsOf(page)).toHaveLength(6)
  expect((await rowsOf(page))[0]).toBe('render cart')
  expect(await mainOf(page).locator('.waterfall .ticks text').first().textContent()).toBe('0')
  await panelOf(page).getByRole('link', { name: 'Whole trace' }).click()
  await panelOf(page).getByRole('link', { name: 'Times from here' }).click()
  await expect.poll(() => mainOf(page).locator('.waterfall .ticks text').first().getAttribute('x')).toBe('1%')
  await desk.leave(page)
})

test('all rows are folded at once, and unfolded', async () => {
  const page = await visit()
  await page.getByRole('link', { name: 'Collapse all' }).click()
  await expect.poll(() => rowsOf(page)).toEqual(['GET /cart'])
  await page.getByRole('link', { name: 'Expand all' }).click()
  await expect.poll(async () => (await rowsOf(page)).length).toBeGreaterThan(20)
  await desk.leave(page)
})

async function download(page: Page): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download OTLP' }).click(),
  ])
  return file
}

test('a trace is downloaded as OTLP, with all of its spans', async () => {
  const page = await visit()
  const file = await download(page)
  expect(file.suggestedFilename()).toBe(`trace-${traceId}.json`)
  const { resourceSpans }: { resourceSpans: { scopeSpans: { spans: unknown[] }[] }[] } = JSON.parse(
    await readFile(await file.path(), 'utf8'),
  )
  const spans = resourceSpans.flatMap(of => of.scopeSpans.flatMap(scope => scope.spans))
  expect(spans).toHaveLength(133)
  await desk.leave(page)
})

test('a file is opened in the browser alone, with the rows and the first line that the stored trace has', async () => {
  const page = await visit()
  const line = await mainOf(page).locator('.where-time-went').textContent()
  const rows = await rowsOf(page)
  const path = await (await download(page)).path()
  await page.goto(`${desk.url}/traces/open`)
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  page.on('request', request => sent.push(request.url()))
  await page.getByLabel('Trace file').setInputFiles(path)
  await mainOf(page).locator('.where-time-went').waitFor()
  expect(await mainOf(page).locator('.where-time-went').textContent()).toBe(line)
  expect((await rowsOf(page)).slice(0, 7)).toEqual(rows.slice(0, 7))
  await rowOf(page, 'SELECT cart').locator('[data-span]').click()
  await panelOf(page).getByText('SELECT * FROM cart WHERE id = 17').waitFor()
  // Scripts and routes of further pages may be loaded late, but nothing that names the trace.
  const isExpected = (url: string) =>
    !url.includes(traceId) && /^\/(otlp\/|assets\/|__manifest$)/.test(new URL(url).pathname)
  expect(sent.filter(url => !isExpected(url))).toEqual([])

  await page
    .getByLabel('Trace file')
    .setInputFiles({ name: 'x.json', mimeType: 'text/plain', buffer: Buffer.from('{}') })
  await page.getByRole('alert').filter({ hasText: 'No spans found' }).waitFor()
  await desk.leave(page)
})

test.each(['light', 'dark'] as const)('axe finds nothing in the views of a trace, %s', async colorScheme => {
  const page = await visit(`?span=${query}`, { colorScheme })
  await panelOf(page).getByText('Attributes').first().waitFor()
  expect(await findViolations(page)).toEqual([])
  for (const tab of ['table', 'flame', 'services', 'logs']) {
    await page.goto(`${desk.url}/traces/${traceId}?tab=${tab}`)
    expect(await findViolations(page)).toEqual([])
  }
  await desk.leave(page)
})
