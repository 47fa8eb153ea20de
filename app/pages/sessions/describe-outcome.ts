import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import type { Ns } from '../../../store/units.ts'
import { formatDuration } from '../../format/duration.ts'
import { describeEvent } from '../../parts/session-events/describe-event.ts'

/** A session ends after so long without activity. */
const IDLE_NS = 1_800_000_000_000n

/** Whether a session has ended. */
export const hasLeft = ({ lastNs, nowNs }: Pick<OutcomeQuery, 'lastNs' | 'nowNs'>) => nowNs - lastNs >= IDLE_NS

interface OutcomeQuery {
  /** All of the session, oldest first. */
  readonly steps: readonly SessionEvent[]
  /** Unix nanoseconds: the last event, and the present. */
  readonly lastNs: Ns
  readonly nowNs: Ns
}

/** How the visitor went on after the last exception: `went on to /search 4.2 s later`; '' without exceptions. */
export function describeOutcome({ steps, ...times }: OutcomeQuery): string {
  const at = steps.findLastIndex(({ kind, failed }) => kind === 'exception' && failed)
  const exception = steps[at]
  if (exception === undefined) return ''
  const page = steps.slice(0, at).findLast(({ isRoot }) => isRoot)
  const next = steps.slice(at + 1).find(({ isRoot }) => isRoot)
  if (next !== undefined) {
    const later = `${formatDuration(next.atNs - exception.atNs)} later`
    return next.route !== '' && next.route === page?.route
      ? `opened ${next.route} again ${later}`
      : `went on to ${next.route || describeEvent(next).title} ${later}`
  }
  if (!hasLeft(times)) return 'no further page so far'
  const stayedNs = times.lastNs - exception.atNs
  return stayedNs > 0n ? `no further page, left ${formatDuration(stayedNs)} later` : 'no further page, left'
}
