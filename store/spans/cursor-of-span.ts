import type { Cursor } from '../newest-first.ts'
import type { FoundSpan, SpanOrder } from './find-spans.ts'

/** The cursor of a span in a list: the next page starts after it. In a file without the query, so that browsers can load it. */
export function cursorOfSpan(
  { startNs, durationNs, id }: Pick<FoundSpan, 'startNs' | 'durationNs' | 'id'>,
  by: SpanOrder['by'],
): Cursor {
  return { atNs: by === 'duration' ? durationNs : startNs, id }
}
