import './sql-as-text.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngine } from '../test/engine/start-engine.ts'
import { startDesk } from '../test/stack/start-desk.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { deskFillOptions, fillStore } from './filled-store/fill-store.ts'
import { median, printProgress, reportFigure } from './report.ts'
import { timePageRequest } from './time-page-request.ts'

export const benchmarkDescription =
  'lists of the API against what the store takes for the same, and first bytes of pages while four agents ask, on a million spans'

const spans = 1_000_000
const rounds = 9
/** The kernel counts processor time in hundredths of a second. */
const requestsARound = 10
const limit = 50
const goalMs = { most: 10 }

/**
 * Processor time of a request to a desk, less that of the same function of the store in this process, in turn. The database's own time is
 * in neither. `ERRATA_BENCH_DATA_DIR` names a folder to fill, or to use again.
 */
export async function runBenchmark(): Promise<void> {
  const given = process.env['ERRATA_BENCH_DATA_DIR']
  const folder = given ?? mkdtempSync(join(tmpdir(), 'errata-bench-'))
  try {
    await fillStore(join(folder, 'api'), deskFillOptions(spans))
    await using engine = await startEngine({ dataDir: join(folder, 'api', 'engine') })
    await using desk = await startDesk({ engine, settings: { ERRATA_ALERTS: '0' } })
    // The hook that reads SQL must exist before the queries are loaded.
    const { openStore } = await import('../store/store.ts')
    const { listExceptions } = await import('../store/exceptions/list-exceptions.ts')
    const { listIssues } = await import('../store/issues/list-issues.ts')
    const { findLogs } = await import('../store/logs/find-logs.ts')
    const { findSpans } = await import('../store/spans/find-spans.ts')
    const { listTraces } = await import('../store/traces/list-traces.ts')
    await using store = openStore({ url: engine.url, ...engine.desk })
    const { rangeEndingAt } = await import('../store/units.ts')
    const range = rangeEndingAt(Date.now(), 7 * 86_400_000)
    const page = { range, limit: limit + 1 }
    const issues = { ...page, nowNs: range.to, tab: 'open', sort: 'first', offset: 0, who: '' } as const
    const lists: Readonly<Record<string, readonly [path: string, ask: () => Promise<unknown>]>> = {
      exceptions: ['/exceptions', () => listExceptions(store, page)],
      traces: ['/traces', () => listTraces(store, page)],
      spans: ['/spans', () => findSpans(store, { ...page, search: undefined })],
      logs: ['/logs?vitals=1', () => findLogs(store, { ...page, search: undefined })],
      issues: ['/issues?sort=first', () => listIssues(store, issues)],
    }
    for (const [name, [path, ask]] of Object.entries(lists)) {
      const url = `${desk.url}/api/v1${path}${path.includes('?') ? '&' : '?'}last=7d&limit=${limit}`
      const differences: number[] = []
      for (let round = 0; round <= rounds; round++) {
        printProgress(`api: ${name}, round ${round} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`)
        const ofDesk = await timeEach(
          () => cpuSeconds(desk.pid) * 1_000,
          async () => {
            const response = await fetch(url)
            if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
            await response.text()
          },
        )
        const ofStore = await timeEach(() => {
          const { user, system } = process.cpuUsage()
          return (user + system) / 1_000
        }, ask)
        // The first warms up both.
        if (round > 0) differences.push(ofDesk - ofStore)
      }
      reportFigure({ figure: `api.${name}.beside-store`, value: median(differences), unit: 'ms', goal: goalMs })
    }
    await comparePages(desk.url)
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

const PAGES = ['/', '/issues', '/traces', '/services', '/logs']
const AGENTS = 4
const pageRounds = 12
const goalRatio = { most: 1.1 }

/** First bytes of pages while agents ask for lists without pause, against those of the same pages while nobody does, in turn. */
async function comparePages(url: string): Promise<void> {
  const calm = PAGES.map((): number[] => [])
  const asked = PAGES.map((): number[] => [])
  let answers = 0
  for (let round = 0; round <= pageRounds; round++) {
    printProgress(`api: pages, round ${round} of ${pageRounds}, load ${loadavg()[0]?.toFixed(1)}`)
    const timeAll = async (times: readonly number[][]) => {
      for (const [at, path] of PAGES.entries()) {
        const { firstByteMs } = await timePageRequest(`${url}${path}`)
        // The first warms up.
        if (round > 0) times[at]?.push(firstByteMs)
      }
    }
    await timeAll(calm)
    const end = new AbortController()
    const agents = Array.from({ length: AGENTS }, async (_, agent) => {
      for (let at = agent; !end.signal.aborted; at++) {
        const list = ['issues', 'traces', 'spans', 'logs', 'exceptions'][at % 5]
        // Beyond the limit of a minute it is refused, which an agent without pause does not mind.
        await fetch(`${url}/api/v1/${list}?last=7d&limit=200`).then(response => response.text())
        answers++
      }
    })
    await timeAll(asked)
    end.abort()
    await Promise.all(agents)
  }
  printProgress(`api: agents had ${answers} answers`)
  for (const [at, path] of PAGES.entries()) {
    const value = median(asked[at] ?? []) / median(calm[at] ?? [])
    reportFigure({ figure: `api.first-byte-while-asked ${path}`, value, unit: 'ratio', goal: goalRatio })
  }
}

/** @returns milliseconds each */
async function timeEach(readMs: () => number, run: () => Promise<unknown>): Promise<number> {
  const before = readMs()
  for (let i = 0; i < requestsARound; i++) await run()
  return (readMs() - before) / requestsARound
}
