import './sql-as-text.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../store/store.ts'
import type { TraceId } from '../store/units.ts'
import { startEngine } from '../test/engine/start-engine.ts'
import { fillExporterTables, queryExporterTables } from './filled-store/exporter-tables.ts'
import { fillLogs } from './filled-store/fill-logs.ts'
import { deskFillOptions, fillStore } from './filled-store/fill-store.ts'
import { queryPlainCounts } from './filled-store/plain-counts.ts'
import { median, printProgress, reportFigure } from './report.ts'

export const benchmarkDescription =
  'searches of 24 hours, with 2 M logs, on a week of 10 M spans (made first: some minutes; ERRATA_BENCH_SPANS=1000000 makes less)'

const spansOfWeek = 10_000_000
const logsOfDay = 2_000_000n
const warmUps = 3
const rounds = 15

/** Goals for each search in the database, warm, in milliseconds. */
const goals = {
  'list.all': 30,
  'list.service-and-status': 30,
  'list.attribute': 100,
  'list.text': 100,
  'list.child': 300,
  'list.descendant': 300,
  'list.without': 300,
  'groups.attribute': 150,
  facets: 100,
  compare: 300,
  'trace.by-id': 50,
  'logs.text': 100,
  'logs.facets': 100,
  'logs.facets-of-text': 100,
} as const

type Search = keyof typeof goals

/**
 * Cost of searches in the database, alone and alternately. `list.all` has no condition: the minimum for a page of the table.
 * `ERRATA_BENCH_DATA_DIR` names a folder to fill, to continue filling, or to use again; without it a new one is created and removed
 * afterwards.
 */
export async function runBenchmark(): Promise<void> {
  const given = process.env['ERRATA_BENCH_DATA_DIR']
  const spans = Number(process.env['ERRATA_BENCH_SPANS'] ?? spansOfWeek)
  const folder = given ?? mkdtempSync(join(tmpdir(), 'errata-bench-'))
  const dataDir = join(folder, 'large')
  try {
    await fillStore(dataDir, deskFillOptions(spans))
    await using engine = await startEngine({ dataDir: join(dataDir, 'engine') })
    // The hook that reads SQL must exist before the queries are loaded.
    const { openStore } = await import('../store/store.ts')
    await using store = openStore({ url: engine.url, ...engine.desk })
    printProgress('store-search: copying the spans into the tables of the exporter')
    await fillExporterTables(engine)
    printProgress('store-search: filling in log records')
    await fillLogs(engine, logsOfDay)
    const dayAgoNs = BigInt(Date.now() - 86_400_000) * 1_000_000n
    const nextTraceId = inTurn(await someTraceIds(store))
    await using admin = openStore({ url: engine.url, ...engine.writer })
    const exporter = Object.entries(queryExporterTables(admin, dayAgoNs, nextTraceId))
    const counts = Object.entries(queryPlainCounts(store, dayAgoNs, dayAgoNs + 86_400_000_000_000n))
    const searches = [
      ...(await searchesOf(store, nextTraceId)),
      ...(await searchesOfEmptyRange(store)),
      ...counts.map(([name, search]) => [`plain-count.${name}`, search] as const),
      ...exporter.map(([name, search]) => [`exporter.${name}`, search] as const),
    ]
    const times = new Map<string, number[]>(searches.map(([name]) => [name, []]))
    for (let round = 1; round <= warmUps + rounds; round++) {
      printProgress(`store-search: round ${round} of ${warmUps + rounds}, load ${loadavg()[0]?.toFixed(1)}`)
      for (const [name, search] of searches) {
        const fromMs = performance.now()
        await search()
        if (round > warmUps) times.get(name)?.push(performance.now() - fromMs)
      }
    }
    reportFigure({ figure: 'store-search.load', value: loadavg()[0] ?? Number.NaN, unit: 'processes' })
    for (const [name, ms] of times) {
      const most = isSearch(name) ? { goal: { most: goals[name] } } : {}
      reportFigure({ figure: `store-search.${name}`, value: median(ms), unit: 'ms', ...most })
    }
    for (const [name] of exporter) {
      const value = median(times.get(`exporter.${name}`) ?? []) / median(times.get(name) ?? [])
      reportFigure({
        figure: `store-search.exporter-vs-errata.${name}`,
        value,
        unit: 'times',
        goal: { least: leastGain(name) },
      })
    }
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

const isSearch = (name: string): name is Search => Object.hasOwn(goals, name)

/** No slower than the exporter's tables anywhere, and three times as fast on a trace and on groups. */
const leastGain = (name: string) => (name.startsWith('list.') ? 1 : 3)

/** Hours apart, so that no answer is in a cache. */
async function someTraceIds(store: Store): Promise<readonly TraceId[]> {
  const { listTraces } = await import('../store/traces/list-traces.ts')
  const { rangeEndingAt } = await import('../store/units.ts')
  const hours = Array.from({ length: 20 }, (_, hour) => rangeEndingAt(Date.now() - (hour + 1) * 3_600_000, 3_600_000))
  const lists = await Promise.all(hours.map(range => listTraces(store, { range, limit: 1 })))
  return lists.flat().map(({ traceId }) => traceId)
}

function inTurn(traceIds: readonly TraceId[]): () => TraceId {
  let next = 0
  return () => {
    const traceId = traceIds[next++ % traceIds.length]
    if (traceId === undefined) throw new Error('No trace was stored')
    return traceId
  }
}

/** What a search takes that finds nothing to read. */
async function searchesOfEmptyRange(store: Store): Promise<readonly (readonly [string, () => Promise<unknown>])[]> {
  const { parseSearch } = await import('../search/parse-search.ts')
  const { findSpans } = await import('../store/spans/find-spans.ts')
  const { rangeEndingAt } = await import('../store/units.ts')
  const range = rangeEndingAt(Date.now() - 30 * 86_400_000, 86_400_000)
  return [SERVICE_AND_STATUS, ATTRIBUTE].map(([name, text]) => {
    const { search } = parseSearch(text, 'spans')
    return [`empty-range.${name}`, () => findSpans(store, { search, range, limit: 51 })] as const
  })
}

const SERVICE_AND_STATUS = ['list.service-and-status', 'service:checkout status:>=500'] as const
const ATTRIBUTE = ['list.attribute', '@thread.id:7 @url.path:*/4999'] as const

async function searchesOf(
  store: Store,
  nextTraceId: () => TraceId,
): Promise<readonly (readonly [Search, () => Promise<unknown>])[]> {
  const { parseSearch } = await import('../search/parse-search.ts')
  const { findSpans } = await import('../store/spans/find-spans.ts')
  const { groupSpans } = await import('../store/spans/group-spans.ts')
  const { listSpanFacets } = await import('../store/spans/list-span-facets.ts')
  const { compareSpans } = await import('../store/spans/compare-spans.ts')
  const { findLogs } = await import('../store/logs/find-logs.ts')
  const { listLogFacets } = await import('../store/logs/list-log-facets.ts')
  const { getTrace } = await import('../store/traces/get-trace.ts')
  const { rangeEndingAt } = await import('../store/units.ts')
  const range = rangeEndingAt(Date.now(), 86_400_000)
  const bucketNs = 1_800_000_000_000n
  const queryOf = (text: string) => parseSearch(text, 'spans').search
  const logQuery = (text: string) => parseSearch(text, 'logs').search
  const list = (text: string) => () => findSpans(store, { search: queryOf(text), range, limit: 51 })
  const by = { is: 'attribute', of: 'any', name: 'thread.id' } as const
  return [
    ['list.all', list('')],
    [SERVICE_AND_STATUS[0], list(SERVICE_AND_STATUS[1])],
    [ATTRIBUTE[0], list(ATTRIBUTE[1])],
    ['list.text', list('"WHERE category"')],
    ['list.child', list('[service:shop is:error] > [db:postgresql]')],
    ['list.descendant', list('[service:shop is:error] >> [db:postgresql]')],
    ['list.without', list('[service:warehouse] -[service:mail]')],
    ['groups.attribute', () => groupSpans(store, { search: undefined, range, by: [by], order: 'p95', limit: 100 })],
    ['trace.by-id', () => getTrace(store, { traceId: nextTraceId() })],
    ['facets', () => listSpanFacets(store, { search: undefined, range, bucketNs })],
    ['logs.text', () => findLogs(store, { search: logQuery('"timed out after"'), range, limit: 51 })],
    ['logs.facets', () => listLogFacets(store, { search: undefined, range, bucketNs })],
    ['logs.facets-of-text', () => listLogFacets(store, { search: logQuery('"timed out after"'), range, bucketNs })],
    ['compare', () => compareSpans(store, { search: undefined, selection: queryOf('is:error'), range })],
  ]
}
