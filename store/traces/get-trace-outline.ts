import { onceByStart } from '../../trace/once-by-start.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import { chooseFromTrace } from './choose-from-trace.ts'
import { countSpans, MAX_SERVICES, markSharedIds, rootOf } from './get-trace.ts'
import { type BriefSpan, listBriefSpans } from './list-brief-spans.ts'
import { listSpans, MAX_ROWS_PER_SPAN_ID, type Span } from './list-spans.ts'
import { listTraceServices, type TraceServices } from './list-trace-services.ts'

/** A trace as far as its page begins with it. Its counts are those of all spans. */
export interface TraceOutline extends TraceServices {
  readonly traceId: TraceId
  /** Oldest first; of a large trace those that `chooseFromFamily` selects. */
  readonly spans: readonly BriefSpan[]
  /** Those of them that were read with all their data, oldest first: all of a small trace, else the root, the wanted one and the first that failed. */
  readonly whole: readonly Span[]
  /** The span that names the trace, as in trace lists. */
  readonly root: Span
}

/** A trace of so many spans is read with all data of them: one query. */
const MAX_WHOLE = 100
/** Failed spans of a larger one that are read so. */
const MAX_WHOLE_FAILED = 60

interface OutlineQuery {
  readonly traceId: TraceId
  /** 2 to 5,000 */
  readonly maxSpans: number
  /** A span to include in any case, if it is stored, with its ancestors. */
  readonly spanId?: string | undefined
  /** Maximum of a status message and of each attribute. @default unlimited */
  readonly chars?: number | undefined
}

/**
 * Reads what the page of a trace begins with, in a time that depends little on its size.
 *
 * @returns `undefined` if no span of it is stored.
 * @throws {StoreError} Any kind.
 */
export async function getTraceOutline(
  store: Store,
  { traceId, maxSpans, spanId, chars }: OutlineQuery,
  signal?: AbortSignal,
): Promise<TraceOutline | undefined> {
  const rows = await listSpans(store, { traceId, chars, limit: MAX_WHOLE + 1 }, signal)
  const once = onceByStart(rows)
  const [first] = once
  if (first === undefined) return undefined
  if (rows.length <= MAX_WHOLE) {
    const whole = markSharedIds(once)
    const spans = whole.map(span => ({ ...span, hasException: span.events.some(({ name }) => name === 'exception') }))
    return { traceId, spans, whole, root: rootOf(whole, whole[0] ?? first), ...countSpans(whole) }
  }

  const chosen = await chooseFromTrace(store, { traceId, spanId, limit: maxSpans }, signal)
  const wholeIds = [...new Set([chosen.rootId, spanId ?? '', ...chosen.failedIds.slice(0, MAX_WHOLE_FAILED)])]
  const listWhole = async (spanIds: readonly string[]) =>
    chosen.markChosen(
      onceByStart(
        await listSpans(store, { traceId, spanIds, chars, limit: spanIds.length * MAX_ROWS_PER_SPAN_ID }, signal),
      ),
    )
  const [brief, whole, counts] = await Promise.all([
    listBriefSpans(store, { traceId, spanIds: chosen.spanIds }, signal),
    listWhole(wholeIds.filter(id => id !== '')),
    listTraceServices(store, { traceId, limit: MAX_SERVICES }, signal),
  ])
  const spans = chosen.markChosen(onceByStart(brief))
  const [oldest] = spans
  if (oldest === undefined || counts === undefined) return undefined
  const { spanId: rootId, service } = rootOf(spans, oldest)
  const isRoot = (span: Span) => span.spanId === rootId && span.service === service
  // If several begin at once, another one may name the trace.
  const root = whole.find(isRoot) ?? (await listWhole([rootId])).find(isRoot)
  return root && { traceId, spans, whole, root, ...counts }
}
