import { listIssueChanges } from '../../../store/issues/list-issue-changes.ts'
import { listDrops } from '../../../store/noise/list-drops.ts'
import { type CanarySender, getPipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { listLatencies } from '../../../store/services/list-latencies.ts'
import { listOperationChanges } from '../../../store/services/list-operation-changes.ts'
import { listRhythms } from '../../../store/services/list-rhythms.ts'
import { listTrafficDeclines } from '../../../store/services/list-traffic-declines.ts'
import { countAffectedSessions } from '../../../store/sessions/count-affected-sessions.ts'
import type { Store } from '../../../store/store.ts'
import { nsOfMs } from '../../../store/units.ts'
import { listVitals } from '../../../store/vitals/list-vitals.ts'
import { comparisonOfRange } from '../../data/count-and-compare.ts'
import { compareCounts, compareP75, compareP95 } from '../../insights/change.ts'
import { findSilences } from '../../insights/find-silences.ts'
import {
  EVEN_PART,
  LOST_TRAFFIC_PART,
  MIN_CHANGE_NS,
  MIN_COUNT_FOR_PERCENTAGE,
  MIN_RUNS,
  MIN_SILENCE_MS,
} from '../../insights/thresholds.ts'
import { bucketsOf, comparedPeriods, type SummaryQuery } from '../../parts/request-summary/query-summary.server.ts'
import { WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import { describeDeclines } from './describe-declines.server.ts'
import { describeSilences } from './describe-silences.server.ts'
import { MAX_NEW_ISSUES, type SlowerOperation } from './find-incident.ts'

const MAX_ROWS = 6
const MAX_SERVICES = 200
/** More than are shown, as chance explains some. */
const MAX_ASKED_OPERATIONS = 50

export function querySessions(store: Store, asked: SummaryQuery, signal?: AbortSignal) {
  return countAffectedSessions(store, { comparison: comparedPeriods(asked), ...asked.listFilters }, signal)
}

/** New issues, and those whose increase is not small. */
export async function queryIssues(store: Store, asked: SummaryQuery, signal?: AbortSignal) {
  const { comparison, nowNs } = bucketsOf(asked)
  const query = { comparison, nowNs, ...asked.listFilters, limit: MAX_NEW_ISSUES }
  const changes = await listIssueChanges(store, query, signal)
  return changes.filter(({ isNew, now, before }) => isNew || compareCounts({ now, before }).direction === 'more')
}

/** The operations whose latency has clearly increased, with the change, the largest first. */
export async function queryOperations(
  store: Store,
  asked: SummaryQuery,
  signal?: AbortSignal,
): Promise<SlowerOperation[]> {
  const least = { leastNs: BigInt(MIN_CHANGE_NS), leastRows: MIN_COUNT_FOR_PERCENTAGE }
  const of = { comparison: comparedPeriods(asked), ...least, limit: MAX_ASKED_OPERATIONS }
  const operations = await listOperationChanges(store, { ...of, ...asked.listFilters }, signal)
  return operations
    .map(operation => {
      const { nowNs, beforeNs, count, countBefore, thinnedBy } = operation
      const samples = Math.min(count, countBefore) / thinnedBy
      return { ...operation, change: compareP75({ now: Number(nowNs), before: Number(beforeNs) }, samples) }
    })
    .filter(({ change }) => change.direction === 'more')
    .slice(0, MAX_ROWS)
}

/** The 95th percentile of each service in nanoseconds, with its change. */
export async function queryLatencies(store: Store, asked: SummaryQuery, signal?: AbortSignal) {
  const of = {
    comparison: comparedPeriods(asked),
    by: 'service',
    limit: MAX_SERVICES,
  } as const
  const latencies = await listLatencies(store, { ...of, ...asked.listFilters }, signal)
  return latencies
    .filter(({ now }) => now.requests > 0)
    .map(({ service, now, before, oneIn }) => ({
      service,
      p95: now.p95,
      /** `undefined` without requests in the previous period. */
      change: before.requests === 0 ? undefined : compareP95(now, before, oneIn),
    }))
}

/** As their own page counts them, from the first moment of the range. */
export function queryVitals(store: Store, asked: SummaryQuery, signal?: AbortSignal) {
  return listVitals(
    store,
    { comparison: comparisonOfRange(asked.range, asked.nowMs), bounds: WEB_VITALS, ...asked.listFilters },
    signal,
  )
}

/** Services that have lost their usual traffic, and what does not run as usual, if the page shows the present. */
export async function queryMissingTraffic(
  store: Store,
  { nowMs, listFilters, isPresent }: Pick<SummaryQuery, 'nowMs' | 'listFilters'> & { readonly isPresent: boolean },
  signal?: AbortSignal,
) {
  if (!isPresent) return { declines: undefined, silences: [] }
  const { service = '', environment = '', hidden = [] } = listFilters
  const asked = { nowMs, service, environment, hidden }
  const lost = { leastUsual: MIN_COUNT_FOR_PERCENTAGE, mostPart: LOST_TRAFFIC_PART }
  const rhythm = { leastSilenceMs: MIN_SILENCE_MS, leastRuns: MIN_RUNS, evenPart: EVEN_PART }
  const [declines, rhythms] = await Promise.all([
    listTrafficDeclines(store, { ...asked, ...lost }, signal),
    listRhythms(store, { ...asked, ...rhythm }, signal),
  ])
  const nowNs = nsOfMs(nowMs)
  const told = new Set(declines.map(({ service }) => service))
  const silences = findSilences(rhythms, nowNs).filter(({ service }) => !told.has(service))
  return { declines: describeDeclines(declines), silences: describeSilences(silences, nowNs) }
}

/** Whether ingestion is healthy, and what the drop rules removed. */
export async function queryPipeline(
  store: Store,
  { range, nowMs, listFilters, canary }: SummaryQuery & { readonly canary: CanarySender | undefined },
  signal?: AbortSignal,
) {
  const { service = '', release = '', environment = '', hidden = [] } = listFilters
  const [health, drops] = await Promise.all([
    getPipelineHealth(store, { nowMs, canary }, signal),
    listDrops(store, { range, service, release, environment, hidden }, signal),
  ])
  return { health, dropped: drops.reduce((sum, { spans, events, logs }) => sum + spans + events + logs, 0) }
}
