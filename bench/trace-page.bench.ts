import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../test/stack/start-desk.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { median, printProgress, reportFigure } from './report.ts'

export const benchmarkDescription =
  'The page of traces of 15 to 100,000 spans in Chromium: first rows beside those of 15 spans, scrolling, size, memory; processor time of the app'

const LOADS = 9
const SCROLLS = 40

/** The first rows may take so many times as long as with 15 spans. Sixty are as many as a screen shows. */
const SIZES = [
  [15, undefined],
  [60, undefined],
  [2_000, 1],
  [20_000, 1.5],
  [100_000, 2.5],
] as const

/** Nothing else runs on the desk: what its process spends is spent on these pages. */
export async function runBenchmark(): Promise<void> {
  await using desk = await startDesk()
  await using browser = await openBrowser()
  for (const [spans] of SIZES) await insertTrace(desk, spans)
  await measureFirstRows(browser, desk)
  for (const [spans] of SIZES) {
    printProgress(`trace-page: ${spans} spans`)
    await measureWhole(browser, desk, spans)
  }
}

const report = (figure: string, value: number, unit: string, most?: number) =>
  reportFigure({ figure: `trace-page.${figure}`, value, unit, ...(most !== undefined && { goal: { most } }) })

const traceIdOf = (spans: number) => spans.toString(16).padStart(32, 'a')

/** Eight children each; of six services and some eighty operations. One in a thousand fails. */
async function insertTrace(desk: RunningDesk, spans: number): Promise<void> {
  const idOf = (number: string) => `leftPad(lower(hex(cityHash64(${number}, ${spans}))), 16, '0')`
  await desk.write(`INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ParentSpanId, ServiceName, SpanName, SpanKind,
      Duration, StatusCode, ResourceAttributes, SpanAttributes)
    SELECT fromUnixTimestamp64Nano(toInt64(toUnixTimestamp(now()) - 60) * 1000000000 + toInt64(number * 4e9 / ${spans})),
      '${traceIdOf(spans)}', ${idOf('number')}, if(number = 0, '', ${idOf('intDiv(number - 1, 8)')}),
      ['web', 'shop', 'prices', 'inventory', 'pay', 'mail'][number % 6 + 1],
      if(number = 0, 'POST /import', 'operation ' || toString(number % 13)), ['Client', 'Server', 'Internal'][number % 3 + 1],
      if(number = 0, 4e9, toUInt64(4e9 / (1 + number % 50))), if(number % 997 = 5, 'Error', 'Unset'),
      map('service.version', '1.2.3', 'host.name', 'a1'),
      map('db.query.text', 'SELECT price FROM prices WHERE sku = ' || toString(number), 'server.address', 'db.internal',
        'thread.id', toString(number % 30), 'code.function.name', 'com.shop.Prices.find')
    FROM numbers(${spans})`)
}

/**
 * Milliseconds from the request to the first row in the page; its scripts are in the browser's cache, as on every visit but the first. Sizes in
 * turn, so that what else the machine does meets them all.
 */
async function measureFirstRows(browser: Browser, desk: RunningDesk): Promise<void> {
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchFirstRow)
  const times = new Map<number, number[]>(SIZES.map(([spans]) => [spans, []]))
  for (let load = 0; load <= LOADS; load += 1) {
    printProgress(`trace-page: first rows, ${load} of ${LOADS}`)
    for (const [spans, of] of times) {
      await page.goto(`${desk.url}/traces/${traceIdOf(spans)}`)
      await waitForTree(page, spans)
      await page.waitForLoadState('networkidle')
      if (load > 0) of.push(await page.evaluate(() => window.firstRowMs))
    }
  }
  const medianOf = (spans: number) => median(times.get(spans) ?? [])
  for (const [spans, most] of SIZES) {
    report(`${spans}.first-rows-ms`, medianOf(spans), 'ms')
    if (most !== undefined) report(`${spans}.first-rows`, medianOf(spans) / medianOf(15), 'times', most)
    if (most !== undefined) report(`${spans}.first-rows-of-a-screen`, medianOf(spans) / medianOf(60), 'times')
  }
}

declare global {
  interface Window {
    firstRowMs: number
  }
}

/** Runs in the page before anything else: when the first row is there, since the navigation began. */
function watchFirstRow(): void {
  window.firstRowMs = Number.NaN
  const observer = new MutationObserver(() => {
    if (document.querySelector('.waterfall tbody tr') === null) return
    window.firstRowMs = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

const waitForTree = (page: Page, spans: number) =>
  page.waitForFunction(
    least => Number(document.querySelector('.waterfall')?.getAttribute('aria-rowcount')) > least,
    spans / 10,
  )

async function measureWhole(browser: Browser, desk: RunningDesk, spans: number): Promise<void> {
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const before = cpuSeconds(desk.pid)
  await page.goto(`${desk.url}/traces/${traceIdOf(spans)}`)
  await waitForTree(page, spans)
  await page.waitForLoadState('networkidle')
  report(`${spans}.server`, cpuSeconds(desk.pid) - before, 's', 1.5)
  report(`${spans}.html`, (await (await fetch(page.url())).text()).length / 1_000, 'KB', 250)
  const skeleton = await fetch(`${desk.url}/traces/${traceIdOf(spans)}/skeleton`)
  report(`${spans}.skeleton`, (await skeleton.arrayBuffer()).byteLength / spans, 'B a span', 24)

  const session = await context.newCDPSession(page)
  // Processor time of the main thread: by the clock, a step would be as long as others keep the machine busy.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async (name: string) =>
    (await session.send('Performance.getMetrics')).metrics.find(metric => metric.name === name)?.value ?? Number.NaN
  const steps: number[] = []
  await page.mouse.move(700, 600)
  for (let scroll = 0; scroll < SCROLLS; scroll += 1) {
    const busy = await read('TaskDuration')
    await page.mouse.wheel(0, 600)
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    steps.push((await read('TaskDuration')) - busy)
  }
  report(`${spans}.scroll-step`, median(steps) * 1_000, 'ms', 16)
  report(`${spans}.nodes`, await page.locator('*').count(), 'nodes', 3_000)
  await session.send('HeapProfiler.collectGarbage')
  report(`${spans}.memory`, (await read('JSHeapUsedSize')) / 1e6, 'MB', 200)
}
