import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { deskPages, openDeskPage, waitUntilScriptsRun } from '../test/browser/desk-pages.ts'
import { openBrowser } from '../test/browser/open-browser.ts'
import { startStack } from '../test/stack/start-stack.ts'
import { median, printProgress, reportFigure } from './report.ts'

export const benchmarkDescription =
  'LCP, CLS and INP of every page of a seeded desk, in Chromium with a quarter of the processor; rows on a screen'

const spans = process.env['ERRATA_BENCH_SPANS'] ?? '100000'
/** Names of `deskPages`, separated by commas: only these are measured. */
const pages = process.env['ERRATA_BENCH_PAGES']?.split(',') ?? Object.keys(deskPages)
const loads = 3
const slowdown = 4
const lists = ['issues', 'exceptions', 'traces']

/** A page is loaded anew each time, with its scripts in the browser's cache, as on every visit but the first. */
export async function runBenchmark(): Promise<void> {
  await using stack = await startStack()
  printProgress(`desk-vitals: ${spans} spans`)
  await seed({ ERRATA_DATA_DIR: stack.dataDir, ERRATA_ENGINE_PORT: new URL(stack.engineUrl).port })
  await using browser = await openBrowser()
  for (const name of pages) await measurePage(browser, stack.deskUrl, name)
}

async function seed(env: Readonly<Record<string, string>>): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const args = ['seed/main.ts', '--direct', '--spans', spans]
  await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
}

async function measurePage(browser: Browser, url: string, name: string): Promise<void> {
  const way = deskPages[name]
  if (way === undefined) throw new Error(`There is no page ${name}: one of ${Object.keys(deskPages).join(', ')}.`)
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(watchVitals)
  const page = await context.newPage()
  await openDeskPage(page, url, way)
  // As opened with scripts: waiting for all of it is for browsers without scripts.
  const opened = new URL(page.url())
  opened.searchParams.delete('whole')
  const rows = await page.evaluate(rowsThatFit)
  const throttle = await context.newCDPSession(page)
  await throttle.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const vitals: Vitals[] = []
  for (let load = 1; load <= loads; load += 1) {
    await page.goto(opened.href)
    await page.waitForFunction(() => document.querySelector('[aria-busy]') === null)
    await page.waitForLoadState('networkidle')
    await press(page)
    vitals.push(await page.evaluate(readVitals))
  }
  const of = (vital: 'lcpMs' | 'inpMs' | 'cls') => median(vitals.map(one => one[vital]))
  reportFigure({ figure: `desk-vitals.${name}.lcp`, value: of('lcpMs') / 1_000, unit: 's', goal: { most: 1 } })
  reportFigure({ figure: `desk-vitals.${name}.inp`, value: of('inpMs'), unit: 'ms', goal: { most: 100 } })
  const slowest = vitals.toSorted((a, b) => b.inpMs - a.inpMs)[0]
  if (slowest !== undefined && slowest.inpMs > 0)
    printProgress(`desk-vitals: ${name}, slowest: ${slowest.inpMs} ms of ${slowest.slowest}`)
  reportFigure({ figure: `desk-vitals.${name}.cls`, value: of('cls'), unit: 'score', goal: { most: 0.02 } })
  if (lists.includes(name))
    reportFigure({ figure: `desk-vitals.${name}.rows`, value: rows, unit: 'rows', goal: { least: 25 } })
}

/** What a reader does on any page: moves down a list, types into the search box, opens the shortcuts. */
async function press(page: Page): Promise<void> {
  // A page of last resort has neither.
  if ((await page.locator('.scope-filters').count()) === 0) return
  await waitUntilScriptsRun(page)
  const dialog = page.getByRole('dialog')
  for (const key of ['j', 'j', 'k', 'Control+k', 'c', 'a', 'r', 'Escape', '?', 'Escape']) {
    await page.keyboard.press(key)
    if (key === 'Control+k' || key === '?') await dialog.waitFor()
    if (key === 'Escape') await dialog.waitFor({ state: 'detached' })
  }
}

interface Vitals {
  readonly lcpMs: number
  /** The worst of so few interactions. */
  readonly inpMs: number
  /** Which interaction it was: the event, the key, the delay and the duration. */
  readonly slowest: string
  readonly cls: number
}

declare global {
  interface Window {
    vitals: { lcpMs: number; inpMs: number; slowest: string; cls: number }
  }
  interface PerformanceEntry {
    readonly interactionId?: number
    readonly processingStart?: number
    readonly processingEnd?: number
    readonly value?: number
    readonly hadRecentInput?: boolean
  }
}

/** Runs in the page before anything else. @see https://web.dev/articles/vitals */
function watchVitals(): void {
  const vitals = { lcpMs: 0, inpMs: 0, slowest: '', cls: 0 }
  window.vitals = vitals
  const keys: { key: string; atMs: number }[] = []
  addEventListener('keydown', ({ key, timeStamp }) => keys.push({ key, atMs: timeStamp }), true)
  const watch = (type: string, tell: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(tell)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    })
  watch('largest-contentful-paint', ({ startTime }) => {
    vitals.lcpMs = startTime
  })
  watch('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (hadRecentInput !== true) vitals.cls += value
  })
  watch('event', ({ name, interactionId = 0, startTime, duration, processingStart = 0, processingEnd = 0 }) => {
    if (interactionId === 0 || duration <= vitals.inpMs) return
    const key = keys.findLast(({ atMs }) => atMs <= startTime + 1)?.key
    const waited = Math.round(processingStart - startTime)
    vitals.inpMs = duration
    vitals.slowest = `${name} ${key}, which waited for ${waited} ms and took ${Math.round(processingEnd - processingStart)}`
  })
}

/** Runs in the page. Observers are notified in later tasks. */
async function readVitals(): Promise<Vitals> {
  await new Promise(resolve => requestIdleCallback(resolve, { timeout: 1_000 }))
  return window.vitals
}

/** Runs in the page: how many rows of the first list fit on the screen. */
function rowsThatFit(): number {
  const row = document.querySelector('.list tbody tr')?.getBoundingClientRect()
  return row === undefined ? 0 : Math.floor((window.innerHeight - row.top) / row.height)
}
