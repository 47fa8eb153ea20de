import { compare } from '../../trace/compare.ts'
import { onceByStart } from '../../trace/once-by-start.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import { chooseFromTrace } from './choose-from-trace.ts'
import { rankAsRoot } from './choose-spans.ts'
import { listSpans, type Span } from './list-spans.ts'
import { listSpansById } from './list-spans-in-parts.ts'
import { listTraceServices, type TraceService, type TraceServices } from './list-trace-services.ts'

/** A trace: complete, or if it has more spans than requested, those that {@link chooseFromTrace} selects. */
export interface Trace extends TraceServices {
  readonly traceId: TraceId
  /** Oldest first. `totalSpans` is larger if some were left out. */
  readonly spans: readonly Span[]
  /** The span that names the trace, as in trace lists. */
  readonly root: Span
}

export const MAX_SERVICES = 100

interface TraceQuery {
  readonly traceId: TraceId
  /** 2 to 10,000. @default 2_000 */
  readonly maxSpans?: number
  /** A span to include in any case, if it is stored, with its ancestors. */
  readonly spanId?: string | undefined
  /** Maximum of a status message and of each attribute. @default unlimited */
  readonly chars?: number | undefined
}

/**
 * Reads a trace with all data of its spans. Its counts are those of the whole trace, even if only a part is read.
 *
 * @returns `undefined` if no span of it is stored.
 * @throws {StoreError} Any kind.
 */
export async function getTrace(
  store: Store,
  { traceId, maxSpans = 2_000, spanId, chars }: TraceQuery,
  signal?: AbortSignal,
): Promise<Trace | undefined> {
  // One more than requested shows whether there are more: counting first would cost 40 % more for every trace.
  const rows = await listSpans(store, { traceId, chars, limit: maxSpans + 1 }, signal)
  const once = onceByStart(rows)
  const [first] = once
  if (first === undefined) return undefined
  if (rows.length <= maxSpans) {
    const spans = markSharedIds(once)
    return { traceId, spans, root: rootOf(spans, spans[0] ?? first), ...countSpans(spans) }
  }

  const [chosen, counts] = await Promise.all([
    chooseFromTrace(store, { traceId, spanId, limit: maxSpans }, signal),
    listTraceServices(store, { traceId, limit: MAX_SERVICES }, signal),
  ])
  const parts: (readonly Span[])[] = []
  for await (const part of listSpansById(store, { traceId, spanIds: chosen.spanIds, chars }, signal)) parts.push(part)
  const spans = chosen.markChosen(onceByStart(parts.flat()))
  return { traceId, spans, root: rootOf(spans, spans[0] ?? first), ...(counts ?? countSpans(spans)) }
}

export function markSharedIds(spans: readonly Span[]): Span[] {
  const counts = Map.groupBy(spans, ({ spanId }) => spanId)
  return spans.map(span => ((counts.get(span.spanId)?.length ?? 0) > 1 ? { ...span, sharesId: true } : span))
}

/** The span that names a trace, in the order of roots in list-traces-by-id. */
export function rootOf<Of extends RootCandidate>(spans: readonly Of[], first: Of): Of {
  return spans.reduce(
    (root, span) =>
      (compare(rankAsRoot(span), rankAsRoot(root)) ||
        compare(span.startNs, root.startNs) ||
        compare(span.service, root.service) ||
        compare(span.name, root.name) ||
        compare(span.operation, root.operation) ||
        compare(span.route, root.route) ||
        compare(span.httpStatus, root.httpStatus) ||
        compare(span.durationNs, root.durationNs)) < 0
        ? span
        : root,
    first,
  )
}

type RootCandidate = Pick<
  Span,
  | ('parentSpanId' | 'isLocalRoot' | 'isBrowser' | 'startNs')
  | ('service' | 'name' | 'operation' | 'route' | 'httpStatus' | 'durationNs')
>

/** @param spans oldest first */
export function countSpans(spans: readonly Span[]): TraceServices {
  const services = [...Map.groupBy(spans, span => span.service)].map(([service, of]): TraceService => {
    return { service, spans: of.length, failedSpans: of.filter(isFailed).length }
  })
  return {
    services: services.toSorted((a, b) => compare(a.service, b.service)).slice(0, MAX_SERVICES),
    totalSpans: spans.length,
    failedSpans: spans.filter(isFailed).length,
    startNs: spans[0]?.startNs ?? 0n,
    endNs: spans.map(endOf).toSorted(compare).at(-1) ?? 0n,
  }
}

const endOf = ({ startNs, durationNs }: Span) => startNs + durationNs
const isFailed = ({ failed }: Span) => failed
