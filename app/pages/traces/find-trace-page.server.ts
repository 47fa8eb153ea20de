import type { SearchExpression } from '../../../search/search.ts'
import { listFirstExceptions } from '../../../store/exceptions/list-first-exceptions.ts'
import { compareSpans } from '../../../store/spans/compare-spans.ts'
import { findSpans } from '../../../store/spans/find-spans.ts'
import { groupSpans } from '../../../store/spans/group-spans.ts'
import type { Store } from '../../../store/store.ts'
import { listTraces, type TraceSummary } from '../../../store/traces/list-traces.ts'
import { listTracesById } from '../../../store/traces/list-traces-by-id.ts'
import type { TimeRange, TraceId } from '../../../store/units.ts'
import { query, tryQuery } from '../../data/query.ts'
import { searchPolicy } from '../../data/search-id.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { shortIssueTitle } from '../../format/issue-title.ts'
import { spanName } from '../../format/span-name.ts'
import { describeComparison } from '../../insights/describe-comparison.ts'
import { readGroups } from '../../parts/span-groups/read-groups.server.ts'
import type { TraceRow } from '../../parts/trace-list/trace-table.tsx'
import { type TraceFilters, toSpanOrder, toTraceOrder } from '../../url/trace-filters.ts'
import { tracePath } from '../../url/trace-view.ts'
import { listReasons } from './compare/list-reasons.ts'
import { foldSpans, type SpanRow, toRows } from './fold-spans.ts'

const PAGE_SIZE = 50
const MAX_GROUPS = 100

interface PageQuery {
  readonly filters: TraceFilters
  /** As it was typed. */
  readonly searched: SearchExpression | undefined
  /** Which spans are compared with the others; `undefined` for all. */
  readonly selection: SearchExpression | undefined
  /** The same with the scope and the other filters. */
  readonly search: SearchExpression | undefined
  readonly range: TimeRange
  readonly hidden: readonly string[]
}

/** A page of results: traces, spans or groups. */
export async function findTracePage(
  args: Parameters<typeof query>[0] & { readonly url: URL },
  { filters, searched, selection, search: spans, range, hidden }: PageQuery,
) {
  const page = { after: filters.before, limit: PAGE_SIZE + 1 }
  const policy = searchPolicy(args)
  const queued = { ...policy, priority: 'search' } as const
  switch (filters.show) {
    case 'traces': {
      const asked = { ...filters, search: searched, hidden, range, ...page, order: toTraceOrder(filters.sort) }
      const traces = await query(args, listTraces, asked, policy)
      const shown = await nameErrors(args, traces.slice(0, PAGE_SIZE))
      return {
        show: 'traces',
        traces: shown,
        hasMore: traces.length > PAGE_SIZE,
      } as const
    }
    case 'spans': {
      const asked = { search: spans, range, hidden, ...page, order: toSpanOrder(filters.sort) }
      const found = await query(args, findSpans, asked, policy)
      const [shown, next] = [found.slice(0, PAGE_SIZE), found[PAGE_SIZE]]
      const rows = asked.order.by === 'start' ? foldSpans(shown, next) : toRows(shown)
      // The next page starts after it, folded or not.
      return { show: 'spans', rows, last: next && shown.at(-1), repeated: describeRepeated(rows) } as const
    }
    case 'compare': {
      const comparison = await query(args, compareSpans, { search: spans, selection, range, hidden }, queued)
      const reasons = listReasons(comparison, filters.selection)
      return { show: 'compare', comparison, strongest: describeComparison(comparison), reasons } as const
    }
    case 'groups': {
      const { by, measure } = readGroups(filters)
      const asked = { search: spans, range, hidden, by, measure, order: filters.order, limit: MAX_GROUPS }
      const groups = await query(args, groupSpans, asked, queued)
      return { show: 'groups', groups } as const
    }
  }
}

/** The traces, those that failed with the exception that began it, unless it cannot be read. */
async function nameErrors(args: Parameters<typeof query>[0], traces: readonly TraceSummary[]): Promise<TraceRow[]> {
  const failed = traces.filter(trace => trace.failed)
  const found = failed.length > 0 ? await tryQuery(args, listFirstExceptions, { traces: failed }) : { answer: [] }
  const errors = 'answer' in found ? new Map(found.answer.map(of => [of.traceId, of])) : undefined
  return traces.map(trace => {
    const { type = '', message = '' } = errors?.get(trace.traceId) ?? {}
    return { ...trace, error: shortIssueTitle({ type, message }) }
  })
}

/** What of a page is most worth opening: the longest of its database calls that may be one for each row of a list. */
function describeRepeated(rows: readonly SpanRow[]) {
  const repeated = rows.filter(({ isRepeatedQuery }) => isRepeatedQuery)
  const [longest] = repeated.toSorted((a, b) => Number(b.durationNs - a.durationNs))
  if (longest === undefined) return undefined
  const traces = pluralize(new Set(repeated.map(({ traceId }) => traceId)).size, 'trace')
  return {
    to: tracePath({ ...longest, search: longest.marks }),
    text: `Possible N+1 in ${traces} of this page, at most ${longest.text} in ${longest.service}, ${formatDuration(longest.durationNs)}`,
  }
}

/** The operations of the roots of traces by trace: what ran the spans of a page. */
export async function nameRoots(
  store: Store,
  { traceIds }: { readonly traceIds: readonly TraceId[] },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const traces = await listTracesById(store, { traceIds }, signal)
  return new Map(traces.map(({ traceId, operation, name }) => [traceId, operation || spanName(name)]))
}

export type TracePage = Awaited<ReturnType<typeof findTracePage>>
