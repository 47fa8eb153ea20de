import type { AlertOutcome } from '../../../store/alerts/list-alert-evaluations.ts'
import { HOUR_MS, MINUTE_MS } from '../../../store/time-units.ts'
import type { Judgement, Observation } from '../judge.ts'
import { type AlertRule, isOneOff } from '../rule.ts'

/** The result for a rule at the end of a minute. It has the breaches alone, as they are stored. */
export interface SlotVerdict {
  /** Unix milliseconds. */
  readonly slotMs: number
  readonly outcome: AlertOutcome
  readonly breaches: readonly Breach[]
}

export type Breach = Omit<Observation, 'isBreach'> & {
  /** The beginning of the evaluated window, Unix milliseconds. */
  readonly fromMs: number
}

/** A time in which something was beyond the threshold for long enough to be told. */
export interface Episode {
  readonly subject: string
  /** Names the episode of a subject: what began it, or the first minute of the breach. */
  readonly cause: string
  /** The first minute of the breach, Unix milliseconds. */
  readonly beganMs: number
  /** When it had lasted long enough. */
  readonly firedMs: number
  /** The breach at the time when it fired. */
  readonly breach: Breach
  /** `undefined` while it lasts, and for what happens once, such as a new issue. */
  readonly endedMs: number | undefined
  /** Its beginning and end are not told: it comes and goes too often. */
  readonly isFlapping: boolean
  /** It is the first of those: that it comes and goes is told. */
  readonly beginsFlapping: boolean
}

/** An episode that was told: it stays as it was told, whatever is found later. */
export type ToldEpisode = Pick<Episode, 'subject' | 'cause' | 'beganMs' | 'firedMs' | 'breach'> &
  Partial<Pick<Episode, 'endedMs' | 'isFlapping'>>

/** More beginnings and ends than this in an hour are flapping. */
export const MAX_TRANSITIONS_AN_HOUR = 4
/** After so long without one it has calmed down. */
export const STABLE_AFTER_MS = 30 * MINUTE_MS

/** The verdict of a judgement. */
export function verdictOf(slotMs: number, judgement: Judgement | undefined): SlotVerdict {
  if (judgement === undefined) return { slotMs, outcome: 'not judged', breaches: [] }
  const breaches = judgement.observations
    .filter(({ isBreach }) => isBreach)
    .map(({ isBreach: _, ...observation }) => ({ ...observation, fromMs: judgement.fromMs }))
  const outcome = breaches.length > 0 ? 'breach' : judgement.outcome === 'no data' ? 'no data' : 'quiet'
  return { slotMs, outcome, breaches }
}

/**
 * Derives the episodes of a rule from what was found minute by minute: a pure function, alike on every desk, live and in a preview.
 *
 * An episode fires when its subject has been in breach at every judged slot for `forMinutes`, and ends when it has been in none for
 * `clearMinutes`. Minutes that were not judged count for neither. What happens once fires once for each cause.
 *
 * Episodes that were told are continued, not derived again: a look-back that begins in the middle of an episode, or minutes for which more
 * telemetry has come since, would give them another beginning.
 *
 * @param slots Ascending.
 * @param told Of this rule, as it is now.
 * @returns What fired after what was told of its subject, and what goes on or ended since. By when they fired, then by subject.
 */
export function deriveEpisodes(
  rule: AlertRule,
  slots: readonly SlotVerdict[],
  told: readonly ToldEpisode[] = [],
): Episode[] {
  const episodes = isOneOff(rule) ? deriveOneOffs(slots) : deriveAllLasting(rule, slots, told)
  return episodes.toSorted(
    (a, b) => a.firedMs - b.firedMs || (a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0),
  )
}

function deriveOneOffs(slots: readonly SlotVerdict[]): Episode[] {
  const firsts = new Map<string, Episode>()
  for (const { slotMs, breaches } of slots) {
    for (const breach of breaches) {
      const { subject, cause } = breach
      const key = JSON.stringify([subject, cause])
      if (firsts.has(key)) continue
      firsts.set(key, {
        ...{ subject, cause, beganMs: slotMs, firedMs: slotMs, breach, endedMs: undefined },
        ...{ isFlapping: false, beginsFlapping: false },
      })
    }
  }
  return [...firsts.values()]
}

function deriveAllLasting(rule: AlertRule, slots: readonly SlotVerdict[], told: readonly ToldEpisode[]): Episode[] {
  const judged = slots
    .filter(({ outcome }) => outcome !== 'not judged')
    .map(({ slotMs, breaches }) => ({ slotMs, bySubject: new Map(breaches.map(of => [of.subject, of])) }))
  const toldOf = Map.groupBy(told, ({ subject }) => subject)
  const subjects = new Set([...toldOf.keys(), ...judged.flatMap(({ bySubject }) => [...bySubject.keys()])])
  return [...subjects].flatMap(subject =>
    deriveLasting(
      rule,
      judged.map(({ slotMs, bySubject }) => ({ slotMs, breach: bySubject.get(subject) })),
      (toldOf.get(subject) ?? []).toSorted((a, b) => a.firedMs - b.firedMs),
    ),
  )
}

/** @param told Of the subject of these slots, by when they fired: but for the first without an end, all others have one. */
function deriveLasting(
  { forMinutes, clearMinutes }: AlertRule,
  slots: readonly { readonly slotMs: number; readonly breach: Breach | undefined }[],
  told: readonly ToldEpisode[],
): Episode[] {
  const episodes: Episode[] = []
  const lasting = told.find(({ endedMs }) => endedMs === undefined)
  let current: Episode | undefined = lasting && {
    ...{ endedMs: undefined, isFlapping: false, ...lasting },
    beginsFlapping: false,
  }
  let first: { readonly beganMs: number; readonly breach: Breach } | undefined
  let clearSinceMs: number | undefined
  let transitions: number[] = []
  let isFlapping = false
  let isFlappingTold = false

  const noteTransition = (atMs: number) => {
    const isCalm = atMs - (transitions.at(-1) ?? atMs) >= STABLE_AFTER_MS
    if (isCalm) {
      isFlapping = false
      isFlappingTold = false
      transitions = []
    }
    transitions = [...transitions.filter(each => each > atMs - HOUR_MS), atMs]
    isFlapping ||= transitions.length > MAX_TRANSITIONS_AN_HOUR
  }

  let toldUntilMs = Number.NEGATIVE_INFINITY
  for (const { firedMs, endedMs, isFlapping: wasFlapping = false } of told) {
    noteTransition(firedMs)
    isFlapping ||= wasFlapping
    isFlappingTold ||= wasFlapping
    if (endedMs !== undefined) noteTransition(endedMs)
    toldUntilMs = Math.max(toldUntilMs, endedMs ?? firedMs)
  }

  for (const { slotMs, breach } of slots) {
    if (slotMs <= toldUntilMs) continue
    if (breach !== undefined) {
      clearSinceMs = undefined
      if (current !== undefined) continue
      first ??= { beganMs: slotMs, breach }
      if (slotMs - first.beganMs < (forMinutes - 1) * MINUTE_MS) continue
      const { subject } = breach
      const cause = first.breach.cause === '' ? String(first.beganMs) : first.breach.cause
      noteTransition(slotMs)
      const beginsFlapping = isFlapping && !isFlappingTold
      isFlappingTold = isFlapping
      const { beganMs } = first
      current = { subject, cause, beganMs, firedMs: slotMs, breach, endedMs: undefined, isFlapping, beginsFlapping }
    } else {
      first = undefined
      if (current === undefined) continue
      clearSinceMs ??= slotMs
      if (slotMs - clearSinceMs < (clearMinutes - 1) * MINUTE_MS) continue
      noteTransition(slotMs)
      episodes.push({ ...current, endedMs: slotMs })
      current = undefined
      clearSinceMs = undefined
    }
  }
  // It goes on: whoever asks what lasts must see it.
  return current === undefined ? episodes : [...episodes, current]
}
