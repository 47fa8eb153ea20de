import type { IssueException } from '../../../store/issues/list-issue-exceptions.ts'
import { DAY_NS } from '../../../store/time-units.ts'

const WEEK_NS = 7n * DAY_NS

/** Why an event is recommended: `Recommended: has stack, trace and session`. */
export function describeReasons({ isReadable, hasStack, traceId, sessionId }: IssueException): string {
  const has = [isReadable && hasStack && 'stack', traceId !== '' && 'trace', sessionId !== '' && 'session']
  const named = has.filter(part => part !== false)
  const last = named.at(-1)
  if (last === undefined) return 'Recommended: latest event'
  const others = named.slice(0, -1).join(', ')
  return `Recommended: has ${others === '' ? last : `${others} and ${last}`}`
}

/**
 * Recommends the most informative event of an issue: of those at most a week older than the newest, the one with most context, then the
 * newest.
 *
 * @param occurrences newest first
 */
export function recommendEvent(occurrences: readonly IssueException[]): IssueException | undefined {
  const [newest] = occurrences
  if (newest === undefined) return undefined
  return occurrences
    .filter(({ atNs }) => newest.atNs - atNs <= WEEK_NS)
    .reduce((best, one) => (scoreEvent(one) > scoreEvent(best) ? one : best), newest)
}

const scoreEvent = (one: IssueException) =>
  (one.isReadable && one.hasStack ? 4 : one.hasStack ? 2 : 0) +
  (one.traceId !== '' ? 2 : 0) +
  (one.sessionId !== '' ? 1 : 0)
