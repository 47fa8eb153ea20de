import { SECOND_MS } from '../../../store/time-units.ts'
import type { RuleKind } from '../rule.ts'

/** Telemetry that is later than this is an alarm. */
export const LATE_MS = 180 * SECOND_MS

interface AlertsState {
  /** Why the last evaluation failed as a whole; '' if it did not. */
  readonly evaluation: string
  /** Why kinds of rules could not be judged. */
  readonly kinds: ReadonlyMap<RuleKind, string>
  /** Why the last delivery failed as a whole; '' if it did not. */
  readonly delivery: string
  /** The age of the newest stored telemetry, milliseconds. */
  readonly lateMs: number
}

/** Why nobody may be told of what happens, as a sentence; '' if all is well. */
export function describeTrouble({ evaluation, kinds, delivery, lateMs }: AlertsState): string {
  if (evaluation !== '') return evaluation
  if (lateMs >= LATE_MS) return `No telemetry has been stored for ${Math.floor(lateMs / 60_000)} min.`
  if (delivery !== '') return `Nothing can be sent: ${delivery}`
  const [first] = kinds
  return first === undefined
    ? ''
    : `Rules of the kind “${[...kinds.keys()].join('”, “')}” cannot be judged: ${first[1]}`
}
