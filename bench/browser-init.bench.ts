import { createServer } from 'node:http'
import type { Browser, CDPSession } from 'playwright-core'
import { openBrowser } from '../test/browser/open-browser.ts'
import { type BundledChunk, bundleEntries, MEASURED_SDKS } from './browser-bundles.ts'
import { median, printProgress, reportFigure } from './report.ts'

export const benchmarkDescription =
  "the browser half's main-thread time at 4x throttling, beside Sentry's React Router SDK and Grafana Faro"

const rounds = 9
const watchedMs = 4_000
interface Run {
  /** All tasks of the page's main thread, ms. */
  readonly busyMs: number
  /** The longest task that ran one of our scripts, ms. */
  readonly longestMs: number
}

export async function runBenchmark(): Promise<void> {
  printProgress('browser-init: building…')
  // React and its router are in all pages, so that the difference to the empty one is only the SDK…
  const chunks: Record<string, BundledChunk[]> = { empty: await bundleEntries([], { withFramework: true }) }
  for (const name of MEASURED_SDKS) chunks[name] = await bundleEntries([name], { withFramework: true })
  // … and in none for the longest task, which would be theirs.
  chunks['alone'] = await bundleEntries(['errata'])
  await using server = await serve(chunks)
  const browser = await openBrowser()
  const runs: Record<string, Run[]> = {}
  for (let round = 0; round < rounds; round++) {
    printProgress(`browser-init: round ${round + 1} of ${rounds}…`)
    for (const name of Object.keys(chunks)) {
      runs[name] = [...(runs[name] ?? []), await visit(browser, `${server.url}/${name}/`)]
    }
  }
  await browser.close()

  const busy = (name: string) => median((runs[name] ?? []).map(run => run.busyMs))
  const cost = (name: string) => busy(name) - busy('empty')
  reportFigure({
    figure: 'browser-init',
    value: cost('errata') / cost('sentry'),
    unit: 'of Sentry',
    goal: { most: 0.33 },
  })
  const longest = (runs['alone'] ?? []).map(run => run.longestMs)
  reportFigure({ figure: 'browser-init.longest-task', value: median(longest), unit: 'ms', goal: { most: 40 } })
  reportFigure({ figure: 'browser-init.longest-task.worst', value: Math.max(...longest), unit: 'ms' })
  for (const name of MEASURED_SDKS) reportFigure({ figure: `browser-init.${name}`, value: cost(name), unit: 'ms' })
}

/** Opens a page with a slow processor and sums its main thread's work until well after everything has loaded. */
async function visit(browser: Browser, url: string): Promise<Run> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const events = await trace(cdp, async () => {
    await page.goto(url)
    await page.waitForTimeout(watchedMs)
  })
  await context.close()
  const marks = events.filter(event => event.name === 'EvaluateScript' && event.args?.data?.url?.startsWith(url))
  const thread = marks[0] ?? events.find(event => event.name === 'ParseHTML')
  const own = events.filter(event => event.tid === thread?.tid && event.pid === thread?.pid)
  const tasks = own.filter(event => event.name === 'RunTask')
  const scripts = own.filter(event => ['EvaluateScript', 'FunctionCall', 'v8.evaluateModule'].includes(event.name))
  const withScript = tasks.filter(task => scripts.some(({ ts }) => ts >= task.ts && ts < task.ts + (task.dur ?? 0)))
  return {
    busyMs: tasks.reduce((sum, task) => sum + spent(task), 0) / 1_000,
    longestMs: Math.max(0, ...withScript.map(task => spent(task) / 1_000)),
  }
}

const spent = ({ dur = 0, tdur = dur }: TraceEvent) => tdur

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly ts: number
  readonly dur?: number
  /** Processor time, without what other processes took, microseconds. */
  readonly tdur?: number
  readonly args?: { readonly data?: { readonly url?: string } }
}

async function trace(cdp: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) if (isTraceEvent(event)) events.push(event)
  })
  const complete = new Promise<void>(resolve => cdp.once('Tracing.tracingComplete', () => resolve()))
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8']
  await cdp.send('Tracing.start', { traceConfig: { includedCategories: categories }, transferMode: 'ReportEvents' })
  await act()
  await cdp.send('Tracing.end')
  await complete
  return events
}

const isTraceEvent = (event: object): event is TraceEvent =>
  'name' in event && 'pid' in event && 'tid' in event && 'ts' in event

/** A page for each set of chunks; requests of the SDKs are answered and ignored. */
async function serve(
  chunks: Readonly<Record<string, readonly BundledChunk[]>>,
): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((req, res) => {
    const [, name = '', ...rest] = (req.url ?? '').split('/')
    const chunk = chunks[name]?.find(({ file }) => file === rest.join('/'))
    const entry = chunks[name]?.find(({ isEntry }) => isEntry)
    req.resume()
    if (chunk) res.setHeader('content-type', 'text/javascript').end(chunk.code)
    else if (entry && rest.join('/') === '') {
      res.setHeader('content-type', 'text/html')
      res.end(
        `<!doctype html><title>${name}</title><h1>${name}</h1><script type="module" src="${entry.file}"></script>`,
      )
    } else res.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
