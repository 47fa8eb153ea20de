import type { AlertOutcome } from '../../../store/alerts/list-alert-evaluations.ts'
import { HOUR_MS, MINUTE_MS } from '../../../store/time-units.ts'
import type { Judgement, Observation } from '../judge.ts'
import { type AlertRule, isOneOff } from '../rule.ts'

/** What a rule found at the end of a minute: the breaches alone, as evaluations are stored. */
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
  /** Of its first minute. */
  readonly beganMs: number
  /** When it had lasted long enough. */
  readonly firedMs: number
  /** As it was when it fired. */
  readonly breach: Breach
  /** `undefined` while it lasts, and for what happens once, such as a new issue. */
  readonly endedMs: number | undefined
  /** Its beginning and end are not told: it comes and goes too often. */
  readonly isFlapping: boolean
  /** It is the first of those: that it comes and goes is told. */
  readonly beginsFlapping: boolean
}

/** An episode that began before the first slot, to go on from. */
export type OngoingEpisode = Pick<Episode, 'subject' | 'cause' | 'beganMs' | 'firedMs' | 'breach'>

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
 * @param slots Ascending.
 * @param ongoing Episodes that have not ended before the first slot.
 * @returns By when they fired, then by subject.
 */
export function deriveEpisodes(
  rule: AlertRule,
  slots: readonly SlotVerdict[],
  ongoing: readonly OngoingEpisode[] = [],
): Episode[] {
  const subjects = new Set([
    ...ongoing.map(({ subject }) => subject),
    ...slots.flatMap(({ breaches }) => breaches.map(({ subject }) => subject)),
  ])
  const derive = isOneOff(rule) ? deriveOneOffs : deriveLasting
  return [...subjects]
    .flatMap(subject =>
      derive(
        rule,
        subject,
        slots,
        ongoing.find(of => of.subject === subject),
      ),
    )
    .toSorted((a, b) => a.firedMs - b.firedMs || (a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0))
}

function deriveOneOffs(_: AlertRule, subject: string, slots: readonly SlotVerdict[]): Episode[] {
  const firsts = new Map<string, Episode>()
  for (const { slotMs, breaches } of slots) {
    for (const breach of breaches) {
      if (breach.subject !== subject || firsts.has(breach.cause)) continue
      firsts.set(breach.cause, {
        ...{ subject, cause: breach.cause, beganMs: slotMs, firedMs: slotMs, breach, endedMs: undefined },
        ...{ isFlapping: false, beginsFlapping: false },
      })
    }
  }
  return [...firsts.values()]
}

function deriveLasting(
  { forMinutes, clearMinutes }: AlertRule,
  subject: string,
  slots: readonly SlotVerdict[],
  before: OngoingEpisode | undefined,
): Episode[] {
  const episodes: Episode[] = []
  let current: OngoingEpisode | undefined = before
  let first: { readonly beganMs: number; readonly breach: Breach } | undefined
  let clearSinceMs: number | undefined
  let transitions: number[] = []
  let isFlapping = false

  const noteTransition = (atMs: number) => {
    const isCalm = atMs - (transitions.at(-1) ?? atMs) >= STABLE_AFTER_MS
    if (isCalm) {
      isFlapping = false
      transitions = []
    }
    transitions = [...transitions.filter(each => each > atMs - HOUR_MS), atMs]
    const begins = !isFlapping && transitions.length > MAX_TRANSITIONS_AN_HOUR
    isFlapping ||= begins
    return begins
  }

  for (const { slotMs, outcome, breaches } of slots) {
    if (outcome === 'not judged') continue
    const breach = breaches.find(of => of.subject === subject)
    if (breach !== undefined) {
      clearSinceMs = undefined
      if (current !== undefined) continue
      first ??= { beganMs: slotMs, breach }
      if (slotMs - first.beganMs < (forMinutes - 1) * MINUTE_MS) continue
      const cause = first.breach.cause === '' ? String(first.beganMs) : first.breach.cause
      current = { subject, cause, beganMs: first.beganMs, firedMs: slotMs, breach }
      const beginsFlapping = noteTransition(slotMs)
      episodes.push({ ...current, endedMs: undefined, isFlapping, beginsFlapping })
    } else {
      first = undefined
      if (current === undefined) continue
      clearSinceMs ??= slotMs
      if (slotMs - clearSinceMs < (clearMinutes - 1) * MINUTE_MS) continue
      noteTransition(slotMs)
      // One that began before the first slot ends, but is none of those that fired since.
      const open = episodes.at(-1)
      const isOpen = open !== undefined && open.endedMs === undefined
      const ended = isOpen ? open : { ...current, isFlapping: false, beginsFlapping: false }
      if (isOpen) episodes.pop()
      episodes.push({ ...ended, endedMs: slotMs })
      current = undefined
      clearSinceMs = undefined
    }
  }
  // It goes on: whoever asks what lasts must see it.
  if (before !== undefined && current === before)
    episodes.unshift({ ...before, endedMs: undefined, isFlapping: false, beginsFlapping: false })
  return episodes
}
