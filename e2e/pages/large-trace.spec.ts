import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openContext } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow, logRow, randomHexId, spanRow, sumRow } from '../../test/store/open-test-store.ts'

/** A trace of 20,041 spans, and looking up digests of other senders, with no other data. */

let desk: RunningDesk
let browser: Browser

const traceId = randomHexId(16)
const gapsId = randomHexId(16)
const shortId = randomHexId(16)
const idOf = (index: number) => index.toString(16).padStart(16, '0')
/** Has 101 ancestors: too deep to be near the root. */
const failing = idOf(20_001)
/** As deep, and without anything special. */
const calm = idOf(19_996)

beforeAll(async () => {
  ;[desk, browser] = await Promise.all([startDesk(), openBrowser()])
  // Before anything else is stored: only the Collector's own metrics arrive.
  await desk.insert([sumRow({ at: 0, name: 'otelcol_process_uptime', value: 1 })])
})
afterAll(async () => {
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
})

async function fill(): Promise<void> {
  // One root, 200 jobs, and below each a chain of a hundred; two spans fail, a third has only an exception.
  await desk.write(`INSERT INTO otel_traces
      (Timestamp, TraceId, SpanId, ParentSpanId, ServiceName, SpanName, SpanKind, Duration, StatusCode, SpanAttributes)
    SELECT now64(9) - 60 + number / 1000., '${traceId}', leftPad(lower(hex(number + 1)), 16, '0'),
      multiIf(number = 0, '', number <= 200, leftPad('1', 16, '0'), leftPad(lower(hex(number - 199)), 16, '0')),
      if(number % 7 = 0, 'prices', 'shop'), if(number = 0, 'POST /import', 'SELECT price ' || toString(number)), 'Client',
      if(number = 0, 21000000000, 900000), if(number IN (5007, 20000), 'Error', 'Unset'),
      map('db.query.text', 'SELECT price FROM prices WHERE sku = ' || toString(number))
    FROM numbers(20041)`)
  await desk.insert([
    exceptionRow({
      traceId,
      spanId: failing,
      message: 'connection reset',
      attributes: { 'errata.error.digest': 'hello12345' },
    }),
    exceptionRow({ message: 'of ours', attributes: { 'errata.error.digest': 'he11012346' } }),
    exceptionRow({ message: 'odd', attributes: { 'errata.error.digest': 'Ünlaut/4711?#' } }),
    exceptionRow({ message: 'hashed', attributes: { 'errata.error.digest': 'd41d8cd98f00b204e9800998ecf8427e' } }),
    logRow({ traceId, spanId: calm, body: 'said far below' }),
    logRow({ traceId: gapsId, body: `${'word '.repeat(10_000)}the end`, attributes: { query: 'x'.repeat(5_000) } }),
    ...Array.from({ length: 12 }, (_, i) =>
      spanRow({
        traceId: shortId,
        spanId: idOf(i + 1),
        name: `step ${i}`,
        parentSpanId: i === 0 ? '' : idOf(1),
        at: 50_000 - i,
        ...(i === 10 && { status: 'Error' }),
        attributes: Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`attribute.${n}`, 'value'])),
      }),
    ),
    ...Array.from({ length: 300 }, (_, i) =>
      spanRow({
        traceId: gapsId,
        spanId: idOf(i + 1),
        // Equal ones would be one row.
        name: `tick ${i}`,
        parentSpanId: i === 0 ? '' : idOf(1),
        at: 7_000_000 - i * 10_000,
      }),
    ),
  ])
}

async function visit(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const page = await (await openContext(browser, desk.url, options)).newPage()
  await page.goto(desk.url + path)
  return page
}

const textOf = async (path: string) => {
  const page = await visit(path, { javaScriptEnabled: false })
  const text = (await page.getByRole('main').textContent()) ?? ''
  await page.context().close()
  return text
}

/** True if the row of the open span is visible: on the screen, and not behind the details. */
const openRowIsSeen = (page: Page) =>
  page.locator('tr[aria-current]').evaluate(row => {
    const { left, top, height } = row.getBoundingClientRect()
    const seen = document.elementFromPoint(left + 20, top + height / 2)
    return seen !== null && row.contains(seen)
  })

/** Opens the trace with gaps. */
async function longLog() {
  const page = await visit(`/traces/${gapsId}`, { javaScriptEnabled: false })
  await page.locator('.log-body summary').click()
  const shown = (await page.locator('.logs').textContent()) ?? ''
  await page.locator('.log-body a', { hasText: 'Open full text' }).click()
  await page.waitForURL(/\/logs\/[0-9a-f]{16}$/)
  const whole = await page.locator('body').textContent()
  await page.context().close()
  return { shown, whole }
}

describe('while only the metrics of the Collector arrive', () => {
  test('a log may still be on its way, and so may a digest', async () => {
    expect(await textOf('/digest/k7m2x9qd4r')).toContain(
      'It may still be in transit: no log record has been stored yet.',
    )
    await fill()
    expect(await textOf('/digest/k7m2x9qd4r')).toContain(
      'No digest of the last 400 days and no exception of the last 90 days matches. Just happened?',
    )
  })
})

describe('the page of a trace of 20,041 spans', () => {
  test('has one count for all of it, and one for what is shown, which holds what failed', async () => {
    const page = await visit(`/traces/${traceId}`, { javaScriptEnabled: false })
    // With selectors here and below: computing roles of so large a page takes seconds.
    const main = page.locator('main')
    expect(await main.locator('h1').textContent()).toBe('POST /import 2 spans failed')
    expect(await main.locator('.figures dd').allTextContents()).toContain('20,041')
    expect(await main.locator('ul[aria-label=Services] li').allTextContents()).toEqual([
      'prices 2,863 spans',
      'shop 17,178 spans',
    ])
    const text = await main.textContent()
    expect(text).toContain('Showing 1,000 of 20,041 spans (2 of 2 failed)')
    expect(text).not.toMatch(/parent spans? missing/)
    // Fifty rows a page: those of all pages, and what they say is left out, are all spans.
    const seen = { rows: 0, failed: 0, left: 0 }
    for (let more = true; more; ) {
      seen.rows += await page.locator('.waterfall tbody tr').count()
      seen.failed += await page.locator('tr.failed-row').count()
      const left = await page.locator('a.mark', { hasText: 'not shown' }).allTextContents()
      seen.left += left.reduce((sum, text) => sum + Number.parseInt(text.replace(',', ''), 10), 0)
      const next = page.getByText('Next rows', { exact: true })
      more = (await next.count()) > 0
      if (more) await next.click()
    }
    expect(seen).toEqual({ rows: 1_000, failed: 2, left: 19_041 })
    await page.context().close()
  })

  test('has all spans once its scripts have run, and says no more that some are left out', async () => {
    const page = await visit(`/traces/${traceId}`)
    await page.locator('.waterfall[aria-rowcount="20042"]').waitFor()
    expect(await page.locator('main').textContent()).not.toContain('Showing')
    expect(await page.locator('a.mark', { hasText: 'not shown' }).count()).toBe(0)
    expect(await page.locator('.waterfall tbody tr[data-number]').count()).toBeLessThan(150)
    await page.keyboard.press('End')
    await page.locator('tr[data-number="20040"]').waitFor()
    await page.context().close()
  })

  test('stays within what a browser can draw', async () => {
    const response = await fetch(`${desk.url}/traces/${traceId}`)
    expect((await response.text()).length).toBeLessThan(250_000)
    const page = await visit(`/traces/${traceId}`)
    expect(await page.locator('*').count()).toBeLessThan(3_000)
    await page.context().close()
  })

  test('shows how a long log record begins, and leads to all of it', async () => {
    const { shown, whole } = await longLog()
    expect(shown.length).toBeLessThan(10_000)
    expect(shown).toContain('Showing the first 2,000 characters.')
    expect(shown).toContain('(50,007 characters)')
    expect(whole).toContain('word the end')
    expect(whole).toContain(`query: ${'x'.repeat(5_000)}`)
  })

  test.each([
    ['with scripts', { viewport: { width: 1400, height: 900 }, javaScriptEnabled: true }],
    ['without scripts', { viewport: { width: 1400, height: 900 }, javaScriptEnabled: false }],
    ['on a telephone', { viewport: { width: 390, height: 800 }, javaScriptEnabled: true }],
  ])('is opened at the span that its address names, %s', async (_, options) => {
    for (const address of [`?span=${failing}#span`, `?span=${calm}`]) {
      const page = await visit(`/traces/${traceId}${address}`, options)
      expect(await page.locator('aside h2').textContent()).toMatch(/^SELECT price (20000|19995)$/)
      if (options.javaScriptEnabled !== false) await page.locator('.waterfall[aria-rowcount="20042"]').waitFor()
      await expect.poll(async () => [address, await openRowIsSeen(page)]).toEqual([address, true])
      await page.context().close()
    }
  })

  test('reads on below a row whose spans are left out', async () => {
    const page = await visit(`/traces/${traceId}`, { javaScriptEnabled: false })
    const left = page.locator('a.mark').last()
    const href = (await left.getAttribute('href')) ?? ''
    await left.click()
    await page.waitForURL(`**${href}`)
    expect(await page.locator('tr[aria-current] + tr a[data-span]').textContent()).toContain('SELECT price')
    expect(await page.locator(`tr[aria-current] a[data-span="${href.slice(-16)}"]`).count()).toBe(1)
    expect(await openRowIsSeen(page)).toBe(true)
    await page.context().close()
  })

  test('reads a span that is opened later, and says of one that is not stored that it is not', async () => {
    const page = await visit(`/traces/${traceId}`)
    // Its rows take room when they arrive: what is below moves, and a click meanwhile would meet nothing.
    await page.locator('.waterfall[aria-rowcount="20042"]').waitFor()
    expect(await page.locator(`a[data-span="${calm}"]`).count()).toBe(0)
    await page.locator('tr', { hasText: 'said far below' }).getByText('span', { exact: true }).click()
    await page.locator('aside h2', { hasText: 'SELECT price 19995' }).waitFor()
    await page.locator('tr[aria-current]').waitFor()
    await expect.poll(() => openRowIsSeen(page)).toBe(true)
    await page.context().close()

    expect(await textOf(`/traces/${traceId}?span=${'f'.repeat(16)}`)).toContain(
      `Span ${'f'.repeat(16)} not found in this trace`,
    )
  })
})

describe('where the network fails', () => {
  test('a span that is opened is read by itself if the other spans cannot be loaded', async () => {
    const page = await (await openContext(browser, desk.url, {})).newPage()
    await page.route('**/skeleton*', route => route.abort())
    await page.goto(`${desk.url}/traces/${traceId}`)
    const failure = page.locator('.notice', { hasText: 'The others could not be loaded.' })
    await failure.waitFor()
    await page.locator('tr', { hasText: 'said far below' }).getByText('span', { exact: true }).click()
    await page.locator('aside', { hasText: 'SELECT price FROM prices WHERE sku = 19995' }).waitFor()
    await page.unroute('**/skeleton*')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.waterfall[aria-rowcount="20042"]').waitFor()
    await page.locator('aside', { hasText: 'SELECT price FROM prices WHERE sku = 19995' }).waitFor()
    await page.context().close()
  })

  test('rows go without details, which are loaded when the rows are drawn again', async () => {
    const page = await visit(`/traces/${traceId}`)
    await page.locator('.waterfall[aria-rowcount="20042"]').waitFor()
    await page.route('**/rows?*', route => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.locator('a[data-span][tabindex="0"]').focus()
    await page.keyboard.press('End')
    const last = page.locator('tr[data-number="20040"]')
    await last.waitFor()
    await failed
    expect(await last.textContent()).not.toContain('SELECT price')
    await page.unroute('**/rows?*')
    await page.keyboard.press('Home')
    await last.waitFor({ state: 'detached' })
    await page.keyboard.press('End')
    await last.getByText('SELECT price').waitFor()
    await page.context().close()
  })
})

test('below a trace there are log records and spans as plain text, and nothing else', async () => {
  const answer = async (below: string) => {
    const response = await fetch(`${desk.url}/traces/${gapsId}/${below}`)
    return [response.status, response.headers.get('content-type'), await response.text()]
  }
  const text = 'text/plain; charset=utf-8'
  const html = 'text/html; charset=utf-8'
  const notFound = expect.stringContaining('<h1>Not found</h1>')
  expect(await answer(`spans/${idOf(1)}`)).toEqual([200, text, expect.stringMatching(/shop [\s\S]*\nResource\n/)])
  expect(await answer(`spans/${idOf(999)}`)).toEqual([404, text, expect.stringContaining('Span not found')])
  expect(await answer(`logs/${idOf(999)}`)).toEqual([404, text, expect.stringContaining('Log record not found')])
  expect(await answer(`events/${idOf(1)}`)).toEqual([404, html, notFound])
  expect(await answer(`spans/${idOf(1)}/links`)).toEqual([404, html, notFound])
})

test('the details of a failed span begin below the bar of the page, and its bar has the colour of its service', async () => {
  const page = await visit(`/traces/${shortId}?span=${idOf(11)}#span`, { viewport: { width: 1400, height: 900 } })
  await page.locator('tr.failed-row[aria-current]').waitFor()
  expect(await openRowIsSeen(page)).toBe(true)
  const bar = await page.locator('.site-header').boundingBox()
  const title = await page.locator('aside h2').boundingBox()
  expect(title?.y).toBeGreaterThanOrEqual((bar?.y ?? Number.NaN) + (bar?.height ?? Number.NaN))

  const paintOf = (row: string) =>
    page.locator(`${row} .bar`).evaluate(node => [getComputedStyle(node).fill, getComputedStyle(node).stroke])
  const [fill, stroke] = await paintOf('tr.failed-row')
  expect(await paintOf('.failed-row + tr')).toEqual([fill, fill])
  expect(stroke).not.toBe(fill)
  await page.context().close()
})

test('a trace with hundreds of gaps has them drawn once, behind its rows', async () => {
  const page = await visit(`/traces/${gapsId}`)
  expect(await page.locator('.waterfall').getAttribute('aria-rowcount')).toBe('301')
  expect(await page.locator('.gaps path').count()).toBe(1)
  expect(await page.locator('*').count()).toBeLessThan(300 * 15)
  expect(await page.getByText('Idle time collapsed').textContent()).toContain('and 294 more')
  await page.context().close()
})

test('the rows of a trace are one tab stop, which moves with the focus', async () => {
  const page = await visit(`/traces/${traceId}`)
  const stops = page.locator('.waterfall a[data-span]:not([tabindex="-1"])')
  await page.locator('tbody a[tabindex="-1"]').first().waitFor()
  expect(await stops.allTextContents()).toEqual(['POST /import'])
  await stops.focus()
  await page.keyboard.press('ArrowDown')
  expect(await stops.count()).toBe(1)
  expect(await stops.evaluate(link => link === document.activeElement && link.textContent !== 'POST /import')).toBe(
    true,
  )
  await page.context().close()
})

describe('a digest', () => {
  test('leads to its event, with the failing span of a large trace', async () => {
    const page = await visit('/digest/hello12345?whole=1', { javaScriptEnabled: false })
    const trace = page.locator('section[aria-labelledby=trace]')
    expect(await trace.textContent()).toContain('of 20,041 spans')
    expect(await trace.textContent()).toMatch(/\d+ spans between/)
    expect(await trace.locator('tr[aria-current] th').textContent()).toContain('SELECT price 20000')
    expect(await trace.locator('tbody tr').first().textContent()).toContain('POST /import')
    await page.context().close()
  })

  test('leads on to that span in its trace', async () => {
    const page = await visit('/digest/hello12345')
    await page.getByRole('link', { name: 'View trace' }).click()
    await page.waitForURL(
      url => url.searchParams.get('span')?.startsWith(`${failing}.`) === true && url.hash === '#span',
    )
    await page.locator('h1', { hasText: 'POST /import' }).waitFor()
    await page.waitForFunction(() => window.scrollY > 0)
    expect(await openRowIsSeen(page)).toBe(true)
    await page.context().close()
  })

  test.each([
    ['hello12345', 'hello12345', 'connection reset'],
    ['Digest: HELLO12345', 'hello12345', 'connection reset'],
    ['HE110-1234-6', 'he11012346', 'of ours'],
    ['hello12346', 'he11012346', 'of ours'],
    ['Ünlaut/4711?#', 'Ünlaut/4711?#', 'odd'],
    ['d41d8cd98f00b204e9800998ecf8427e', 'd41d8cd98f00b204e9800998ecf8427e', 'hashed'],
  ])('is found for %j as it was typed, or else as ours are spelt', async (typed, digest, message) => {
    const found = await fetch(`${desk.url}/find?${new URLSearchParams({ q: typed })}`, { redirect: 'manual' })
    // Slashes are not encoded in paths, because that is ambiguous.
    expect(found.headers.get('location')).toBe(`/digest/${encodeURIComponent(digest.replace('/', '~2f'))}`)
    const answer = await fetch(new URL(found.headers.get('location') ?? '', desk.url))
    expect(new URL(answer.url).pathname).toMatch(/^\/issues\//)
    const text = (await answer.text()).replace(/<script.*?<\/script>/gs, '').replace(/<[^>]*>/g, '')
    expect(text).toContain(`Digest ${digest}`)
    expect(text).toContain(message)
  })
})
