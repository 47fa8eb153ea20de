import type { Cursor } from '../newest-first.ts'
import type { Ns } from '../units.ts'

interface ListedSpan {
  readonly id: string
  readonly startNs: Ns
  readonly durationNs: Ns
}

/** The cursor of a span in a list: the next page starts after it. In a file without the query, so that browsers can load it. */
export function cursorOfSpan({ startNs, durationNs, id }: ListedSpan, by: 'start' | 'duration'): Cursor {
  return { atNs: by === 'duration' ? durationNs : startNs, id }
}
