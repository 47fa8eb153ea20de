import type { Cursor } from '../newest-first.ts'
import type { FoundSpan, SpanOrder } from './find-spans.ts'

/** The cursor of a span in a list: the next page begins after it. Without the query itself, so that a browser may load it. */
export function cursorOfSpan(
  { startNs, durationNs, id }: Pick<FoundSpan, 'startNs' | 'durationNs' | 'id'>,
  by: SpanOrder['by'],
): Cursor {
  return { atNs: by === 'duration' ? durationNs : startNs, id }
}
