import type { Store } from '../../../../store/store.ts'
import { HOUR_NS } from '../../../../store/time-units.ts'
import { listSpanOutlines } from '../../../../store/traces/list-span-outlines.ts'
import { listTraces } from '../../../../store/traces/list-traces.ts'
import { listTracesById, type TraceAggregate } from '../../../../store/traces/list-traces-by-id.ts'
import type { TraceId } from '../../../../store/units.ts'
import { buildTree } from '../../../../trace/build-tree.ts'
import { compare } from '../../../../trace/compare.ts'
import { compareTraces, type OperationDifference } from '../../../../trace/compare-traces.ts'
import { measureSelfTimes } from '../../../../trace/self-times.ts'
import { totalSpans } from '../../../../trace/totals.ts'
import { countFlag, countSpans, type TraceTree } from '../../../../trace/trace-tree.ts'

/** A trace of a comparison. */
export interface ComparedTrace extends Omit<TraceAggregate, 'failed'> {
  readonly spans: number
  readonly failedSpans: number
}

export interface Comparison {
  readonly traces: readonly [ComparedTrace, ComparedTrace]
  /** Those that differ most first. */
  readonly operations: readonly ComparedOperation[]
  /** The number of others, which differ less. */
  readonly omitted: number
}

/** The longest spans by their ids. */
export interface ComparedOperation extends OperationDifference {
  readonly longest: readonly [string, string]
}

/** More operations are not read by anybody. */
const MAX_OPERATIONS = 200
/** Traces around the one that is compared, of which the nearest in time are offered. */
const AROUND_NS = 12n * HOUR_NS
const MAX_SIMILAR = 25

/** @returns Only the traces that are stored, in the order of their ids; with two of them, how they differ. */
export async function queryComparison(
  store: Store,
  { traceIds }: { readonly traceIds: readonly TraceId[] },
  signal?: AbortSignal,
): Promise<{ readonly found: readonly TraceAggregate[]; readonly comparison: Comparison | undefined }> {
  const heads = await listTracesById(store, { traceIds }, signal)
  const found = traceIds.flatMap(id => heads.find(({ traceId }) => traceId === id) ?? [])
  const [first, second] = found
  if (first === undefined || second === undefined) return { found, comparison: undefined }
  const [one, other] = await Promise.all(
    [first, second].map(async ({ traceId }) => buildTree(await listSpanOutlines(store, { traceId }, signal))),
  )
  if (one === undefined || other === undefined) return { found, comparison: undefined }
  const operations = compareTraces(totalsOf(one), totalsOf(other))
  return {
    found,
    comparison: {
      traces: [countOf(first, one), countOf(second, other)],
      operations: operations.slice(0, MAX_OPERATIONS).map(of => ({
        ...of,
        longest: [one.spanIds[of.first?.longest ?? -1] ?? '', other.spanIds[of.second?.longest ?? -1] ?? ''],
      })),
      omitted: Math.max(0, operations.length - MAX_OPERATIONS),
    },
  }
}

const totalsOf = (tree: TraceTree) => totalSpans(tree, measureSelfTimes(tree), 'operation')

const countOf = ({ failed: _, ...head }: TraceAggregate, tree: TraceTree): ComparedTrace => ({
  ...head,
  spans: countSpans(tree),
  failedSpans: countFlag(tree, 'failed'),
})

/** Traces with the operation of another one's root, of half a day around it, fastest first. */
export async function listSimilarTraces(
  store: Store,
  { traceId, service, operation, startNs }: TraceAggregate,
  signal?: AbortSignal,
) {
  const asked = { service, operation, range: { from: startNs - AROUND_NS, to: startNs + AROUND_NS } }
  const traces = await listTraces(store, { ...asked, limit: 4 * MAX_SIMILAR }, signal)
  const distance = (atNs: bigint) => (atNs < startNs ? startNs - atNs : atNs - startNs)
  return traces
    .filter(of => of.traceId !== traceId && of.service === service)
    .toSorted((a, b) => compare(distance(a.startNs), distance(b.startNs)))
    .slice(0, MAX_SIMILAR)
    .toSorted((a, b) => compare(a.durationNs, b.durationNs))
}
