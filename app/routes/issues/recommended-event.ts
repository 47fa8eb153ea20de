import type { Occurrence } from '../../../store/issues/list-issue-exceptions.ts'

const WEEK_NS = 7n * 86_400_000_000_000n

/** What speaks for looking at an exception. */
export function recommendationReasons({ isReadable, hasStack, hasTrace, sessionId }: Occurrence): string[] {
  return [
    isReadable && hasStack && 'its stack can be read',
    hasTrace && 'its trace is known',
    sessionId !== '' && 'so is what the visitor did',
  ].filter(reason => reason !== false)
}

/**
 * The exception that tells most of an issue: of those no more than a week older than the newest the one with most to see, of equals the
 * newest.
 *
 * @param occurrences newest first
 */
export function recommendEvent(occurrences: readonly Occurrence[]): Occurrence | undefined {
  const [newest] = occurrences
  if (newest === undefined) return undefined
  return occurrences
    .filter(({ atNs }) => newest.atNs - atNs <= WEEK_NS)
    .reduce((best, one) => (worth(one) > worth(best) ? one : best), newest)
}

const worth = (one: Occurrence) =>
  (one.isReadable && one.hasStack ? 4 : one.hasStack ? 2 : 0) + (one.hasTrace ? 2 : 0) + (one.sessionId !== '' ? 1 : 0)
