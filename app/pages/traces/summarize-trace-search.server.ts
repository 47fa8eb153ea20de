import type { SearchExpression } from '../../../search/search.ts'
import type { Store } from '../../../store/store.ts'
import { listTraceFacets, TRACE_DURATION_RANGES, type TraceCell } from '../../../store/traces/list-trace-facets.ts'
import type { TimeRange } from '../../../store/units.ts'
import { countAndCompare, endAtNow } from '../../data/count-and-compare.ts'
import { listDeploys } from '../../data/list-deploys.ts'
import { formatApproximate, formatCount } from '../../format/count.ts'
import { layoutOutcomes } from '../../parts/charts/layout-outcomes.server.ts'
import { countReasons } from '../../parts/failure-reasons/count-reasons.server.ts'
import { ONE_MINUTE_BUCKETS, timeBuckets } from '../../ui/charts/time-buckets.server.ts'
import { type TraceFilters, traceCodecs, tracesPath } from '../../url/trace-filters.ts'
import { describePercentiles, layoutDurations } from './layout-durations.server.ts'

interface TraceSearchQuery {
  readonly nowMs: number
  readonly range: TimeRange
  readonly filters: TraceFilters
  readonly search: SearchExpression | undefined
  readonly hidden: readonly string[]
}

/** Counts the traces of a whole list, with facets, a chart or a heat map of durations and, on request, the previous period. */
export async function summarizeTraceSearch(
  store: Store,
  { nowMs, range, filters, search, hidden }: TraceSearchQuery,
  signal?: AbortSignal,
) {
  const { service, environment, release, operation, failedOnly, minDurationNs, maxDurationNs, httpStatus } = filters
  const ofRoot = { environment, release, operation, minDurationNs, maxDurationNs, httpStatus, hidden }
  const { itsOperation, itsFailed, itsAny, issue } = filters
  const asked = { service, failedOnly, itsOperation, itsFailed, itsAny, issue, search, ...ofRoot }
  const shown = endAtNow(range, nowMs)
  const { buckets, stepNs } = timeBuckets(shown, ONE_MINUTE_BUCKETS)
  const isBanded = filters.durations
  const count = (range: TimeRange) => listTraceFacets(store, { range, ...asked, bucketNs: stepNs, isBanded }, signal)
  const [{ cells, issues, unnamed, percentilesNs, ...counted }, marks] = await Promise.all([
    countAndCompare({ range, nowMs, compare: filters.compare, count }),
    listDeploys(store, { filters: { service, environment, hidden }, range: shown, stepNs }, signal),
  ])
  const failed = counted.values['failed']?.[0]?.count ?? 0
  const listed = (change: Partial<TraceFilters>) => tracesPath({ ...filters, before: undefined, ...change })
  const found = issue === '' && failed > 0 ? { issues, unnamed, total: failed } : { issues: [], total: 0 }
  const { reasons, others } = await countReasons(store, { ...found, scope: filters }, signal)
  const format = counted.isExact ? formatCount : formatApproximate
  const names = { succeeded: 'without', failed: 'with failures' }
  return {
    ...counted,
    percentiles: counted.total > 0 ? `, ${describePercentiles(percentilesNs.slice(0, 2))}` : '',
    durationRanges: (counted.values['duration'] ?? [])
      .toSorted((a, b) => Number(a.value) - Number(b.value))
      .map(({ value, count }) => ({ ...describeRange(Number(value)), count })),
    reasons:
      found.total > 0
        ? {
            lead: failedOnly
              ? { text: `${format(failed)} failed` }
              : {
                  text: `${format(failed)} of ${format(counted.total)} traces failed`,
                  to: listed({ failedOnly: true }),
                },
            reasons: [...reasons.map(of => ({ text: of.text, to: listed({ issue: of.issue }) })), ...others],
          }
        : undefined,
    chart: layoutOutcomes({ times: buckets, range: shown, buckets: cells, marks, names }),
    durations: isBanded ? layoutDurations(buckets, shown, cells.map(countFailed), marks, { percentilesNs }) : undefined,
  }
}

/** A range of durations: its label, and what a search says of it. */
function describeRange(index: number): { readonly label: string; readonly clause: string } {
  const { leastNs = 0n, endNs = 0n } = TRACE_DURATION_RANGES[index] ?? {}
  const [least, end] = [leastNs, endNs].map(traceCodecs.minDurationNs.format)
  if (endNs === 0n) return { label: `${formatUnit(least)} and longer`, clause: `trace.duration:>=${least}` }
  if (leastNs === 0n) return { label: `below ${formatUnit(end)}`, clause: `trace.duration:<${end}` }
  return { label: `${formatUnit(least)} to ${formatUnit(end)}`, clause: `trace.duration:${least}..${end}` }
}

/** `100ms` with a space. */
const formatUnit = (text = '') => text.replace(/(?<=\d)(?=[a-z])/, ' ')

const countFailed = ({ failed, count, ...cell }: TraceCell) => ({
  ...cell,
  count,
  failed: failed ? count : 0,
  picked: 0,
})
