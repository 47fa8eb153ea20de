import type { Watermark } from '../../../store/alerts/get-watermark.ts'
import type { AlertEvaluation } from '../../../store/alerts/list-alert-evaluations.ts'
import type { StoredAlertEvent } from '../../../store/alerts/list-alert-events.ts'
import { DAY_MS, MINUTE_MS, msOfNs, SECOND_MS } from '../../../store/time-units.ts'
import type { AlertEvent } from '../event-content.ts'
import type { Judgement, Observation } from '../judge.ts'
import { isMonotone, isOneOff, type KnownRule, type RuleKind } from '../rule.ts'
import { deriveEpisodes, type SlotVerdict, verdictOf } from './derive-episodes.ts'
import {
  createEvaluationCache,
  evaluationsOf,
  isBreachRow,
  lookBackMs,
  type NewEvaluation,
} from './evaluation-cache.ts'
import { rankOf } from './rank-desks.ts'
import { endOf, eventsOf, listTold, type NewAlertEvent, storedEvent, toldEpisodeOf } from './write-events.ts'

/** The database, the clock and the judges, as evaluation uses them. */
export interface EvaluationWorld {
  watermark(): Promise<Watermark>
  /** True if canaries are sent. Without them nobody knows until when telemetry is stored completely. */
  readonly hasCanary: boolean
  listEvaluations(range: { readonly fromMs: number; readonly toMs: number }): Promise<readonly AlertEvaluation[]>
  /** Those of these that are stored. */
  listEventIds(ids: readonly string[]): Promise<readonly string[]>
  /** Lists the events of the last days and of episodes that last. */
  listEvents(): Promise<readonly AlertEvent[]>
  recordEvaluations(evaluations: readonly NewEvaluation[]): Promise<void>
  recordEvents(events: readonly StoredAlertEvent[]): Promise<void>
  judge(
    kind: RuleKind,
    rules: readonly KnownRule[],
    slotsMs: readonly number[],
  ): Promise<ReadonlyMap<string, readonly Judgement[]>>
  /** Called with a kind of rules that could not be judged. */
  reportFailure(kind: RuleKind, error: unknown): void
}

export interface Evaluation {
  /**
   * Evaluates what is due, and writes what it tells.
   *
   * @param unreadable Ids of rules that this version cannot read: they were not deleted.
   * @returns Whether events were written.
   * @throws What the world throws: what was not done is done by the next pass, or by another desk.
   */
  pass(
    rules: readonly KnownRule[],
    unreadable?: ReadonlySet<string>,
  ): Promise<{ readonly hasNews: boolean; readonly lateMs: number }>
}

/** A browser may send telemetry so late, when its page goes away. */
const SLACK_MS = 60 * SECOND_MS
/** Without canaries, telemetry is assumed to arrive within this time. */
const BLIND_LAG_MS = 2 * MINUTE_MS
/** A desk that should have evaluated gets so long before the next one does. */
const RANK_WAIT_MS = 20 * SECOND_MS
/** After an outage so many minutes are evaluated one by one; what lies before is not judged. */
const MAX_CATCH_UP = 30
/** Minutes that are judged again, because more data only confirms what these rules find. */
const JUDGED_AGAIN = 2
/** A minute that cannot be judged for so long is recorded as not judged. */
const GIVE_UP_MS = 5 * MINUTE_MS
/** Longer than rules are read once. */
const ORPHANED_MS = 20 * SECOND_MS
const LIVE_MS = 3 * MINUTE_MS
/** Longer than judges find what happened once, and than evaluations are looked back at. */
const WRITTEN_KEPT_MS = 3 * DAY_MS

/**
 * Evaluates rules minute by minute, on any number of desks: each minute of a rule by one of them, and what follows from the evaluations by all,
 * alike. Time is the database's.
 */
export function createEvaluation({
  world,
  desk,
}: {
  readonly world: EvaluationWorld
  readonly desk: string
}): Evaluation {
  const cache = createEvaluationCache()
  /** Up to when the evaluations of all desks are known: after an outage of this one those of others are read that it missed. */
  let loadedMs = Number.NEGATIVE_INFINITY
  /** By the database's clock. */
  let startedMs: number | undefined
  /** When this desk first saw that a slot was due, by rule and slot. */
  let dueSince = new Map<string, number>()
  /** Episodes whose rule is another one now, by their events, with when this desk first found it so. */
  let orphanedSince = new Map<string, number>()
  /** One-off breaches that are stored, with their slots. Judges find each again for a day. */
  let written = new Map<string, number>()
  /** The time at which this desk first saw a rule of a desk whose clock is ahead, by rule and revision. */
  const seenSince = new Map<string, number>()
  /** By rule and revision. */
  const firstDues = new Map<string, number>()

  async function refresh(nowMs: number, rules: readonly KnownRule[]): Promise<void> {
    const lookBack = lookBackMs(rules)
    const fromMs = Math.max(nowMs - lookBack, Math.min(nowMs, loadedMs) - (MAX_CATCH_UP + 5) * MINUTE_MS)
    cache.load(await world.listEvaluations({ fromMs, toMs: nowMs + 10 * MINUTE_MS }))
    cache.forget(nowMs - lookBack)
    loadedMs = nowMs
  }

  /** The slots of a rule that this desk has to evaluate now; of a long outage the last ones. */
  function dueSlots(
    rule: KnownRule,
    { nowMs, judgedUpToMs, desks }: Due,
  ): { slots: number[]; skipped: number | undefined } {
    const last = cache.lastSlotOf(rule)
    const untilMs = isMonotone(rule) ? nowMs : judgedUpToMs
    // Nothing is known of a time whose telemetry may not be stored, and nothing is told of one before the rule.
    if (untilMs === undefined || floorToMinute(untilMs) <= rule.sinceMs) return { slots: [], skipped: undefined }
    const newest = floorToMinute(untilMs)
    // A rule that was never evaluated begins with the first minute that this desk saw due, though it may have to wait for other desks.
    const revision = `${rule.id} ${rule.revision}`
    const firstDue = firstDues.get(revision) ?? newest
    firstDues.set(revision, firstDue)
    const from = last === undefined ? firstDue : last + MINUTE_MS
    const all = rangeOfMinutes(Math.max(from, newest - (MAX_CATCH_UP - 1) * MINUTE_MS), newest)
    const waitMs = rankOf(desk, desks, rule.id) * RANK_WAIT_MS
    const slots = all.filter(slotMs => {
      const key = `${rule.id} ${slotMs}`
      const since = dueSince.get(key) ?? nowMs
      dueSince.set(key, since)
      return nowMs - since >= waitMs
    })
    const skipped = last !== undefined && all[0] !== undefined && all[0] > from ? all[0] - MINUTE_MS : undefined
    return { slots, skipped }
  }

  async function judgeKind(kind: RuleKind, due: readonly DueRule[], nowMs: number): Promise<NewEvaluation[]> {
    const found = new Set<string>()
    const slotsMs = [...new Set(due.flatMap(({ slots, again }) => [...slots, ...again]))].toSorted((a, b) => a - b)
    let judged: ReadonlyMap<string, readonly Judgement[]> = new Map()
    let failure: unknown
    try {
      judged = await world.judge(
        kind,
        due.map(({ rule }) => rule),
        slotsMs,
      )
    } catch (error) {
      failure = error
      world.reportFailure(kind, error)
    }
    return due.flatMap(({ rule, slots, again }) => {
      const judgements = judged.get(rule.id)
      return [...slots, ...again].flatMap(slotMs => {
        const judgement = judgements?.[slotsMs.indexOf(slotMs)]
        const isAgain = again.includes(slotMs)
        if (judgement === undefined) {
          // Tried again by the next pass, for a while.
          if (isAgain || nowMs - slotMs < GIVE_UP_MS) return []
          const why = failure === undefined ? 'It was not judged.' : 'The database did not answer in time.'
          return evaluationsOf(rule, verdictOf(slotMs, undefined), { desk, closest: { value: 0, threshold: 0, why } })
        }
        const verdict = withoutKnown(rule, verdictOf(slotMs, judgement), found)
        const rows = evaluationsOf(rule, verdict, { desk, closest: closestOf(judgement) })
        // Only what was not found before is new of a minute that was evaluated.
        return isAgain ? rows.filter(isBreachRow) : rows
      })
    })
  }

  /** Leaves out one-off breaches that are stored already. @param found keys of those in this pass, which it adds to */
  function withoutKnown(rule: KnownRule, verdict: SlotVerdict, found: Set<string>): SlotVerdict {
    if (!isOneOff(rule)) return verdict
    const breaches = verdict.breaches.filter(breach => {
      const key = keyOf(rule.id, breach)
      if (written.has(key) || found.has(key)) return false
      found.add(key)
      return true
    })
    return {
      ...verdict,
      breaches,
      outcome: breaches.length > 0 ? 'breach' : verdict.outcome === 'breach' ? 'quiet' : verdict.outcome,
    }
  }

  /** They are stored: before that, what could not be stored would be taken for told. */
  function noteWritten(evaluations: readonly NewEvaluation[], rules: readonly KnownRule[], nowMs: number): void {
    const oneOff = new Set(rules.filter(isOneOff).map(({ id }) => id))
    for (const of of evaluations) {
      if (isBreachRow(of) && oneOff.has(of.rule)) written.set(keyOf(of.rule, of), msOfNs(of.slotNs))
    }
    written = new Map([...written].filter(([, slotMs]) => nowMs - slotMs < WRITTEN_KEPT_MS))
  }

  /** A rule as of the database's clock. */
  function withKnownTime(rule: KnownRule, nowMs: number): KnownRule {
    const key = `${rule.id} ${rule.revision}`
    const since = seenSince.get(key)
    if (since === undefined && rule.sinceMs <= nowMs) return rule
    seenSince.set(key, since ?? nowMs)
    return { ...rule, sinceMs: since ?? nowMs }
  }

  return {
    async pass(all, unreadable = new Set()) {
      const { asOfNs, canaryNs } = await world.watermark()
      const nowMs = msOfNs(asOfNs)
      startedMs ??= nowMs
      const canaryMs = canaryNs === undefined ? undefined : msOfNs(canaryNs)
      const storedMs = canaryMs === undefined ? undefined : canaryMs - SLACK_MS
      const judgedUpToMs = world.hasCanary ? storedMs : nowMs - BLIND_LAG_MS
      const rules = all.map(rule => withKnownTime(rule, nowMs))
      const enabled = rules.filter(({ isEnabled }) => isEnabled)
      await refresh(nowMs, enabled)
      const desks = new Set([...cache.desksSince(nowMs - LIVE_MS), desk])
      const due = enabled.flatMap((rule): DueRule[] => {
        const { slots, skipped } = dueSlots(rule, { nowMs, judgedUpToMs, desks })
        const again = slots.length > 0 && isMonotone(rule) ? slotsBefore(slots[0] ?? 0, rule) : []
        // An issue that has just come is told within seconds, not minutes.
        const asOfNow =
          isOneOff(rule) && slots.length === 0 && rankOf(desk, desks, rule.id) === 0 ? [floorToMinute(nowMs)] : []
        const repeated = [...again, ...asOfNow].filter(slotMs => slotMs >= rule.sinceMs)
        return slots.length + repeated.length === 0 ? [] : [{ rule, slots, again: repeated, skipped }]
      })
      dueSince = new Map([...dueSince].filter(([, since]) => nowMs - since < (MAX_CATCH_UP + 5) * MINUTE_MS))
      const skippedRows = due.flatMap(({ rule, skipped }) =>
        skipped === undefined
          ? []
          : evaluationsOf(rule, verdictOf(skipped, undefined), {
              desk,
              closest: { value: 0, threshold: 0, why: 'No desk evaluated it for longer than half an hour.' },
            }),
      )
      const byKind = [...Map.groupBy(due, ({ rule }) => rule.kind)]
      const judged = (await Promise.all(byKind.map(([kind, of]) => judgeKind(kind, of, nowMs)))).flat()
      const evaluations = [...skippedRows, ...judged]
      if (evaluations.length > 0) await world.recordEvaluations(evaluations)
      noteWritten(evaluations, rules, nowMs)
      cache.add(evaluations)
      const own = new Set(due.map(({ rule }) => rule.id))
      const hasNews = await writeEvents(rules, { nowMs, own, unreadable })
      return { hasNews, lateMs: world.hasCanary ? nowMs - (canaryMs ?? startedMs ?? nowMs) : 0 }
    },
  }

  async function writeEvents(rules: readonly KnownRule[], { nowMs, own, unreadable }: Pass): Promise<boolean> {
    const known = await world.listEvents()
    const toldBefore = listTold(known)
    const byId = new Map(rules.map(rule => [rule.id, rule]))
    const lasting = new Set<string>()
    const orphans = new Map<string, number>()
    const ends = toldBefore.flatMap(({ event, endedMs }) => {
      if (endedMs !== undefined || unreadable.has(event.rule)) return []
      const rule = byId.get(event.rule)
      const isCurrent = rule?.isEnabled === true && rule.revision === event.revision
      const key = JSON.stringify([event.rule, event.subject])
      // Desks that found different beginnings at once told two: the first one stays.
      if (isCurrent && !lasting.has(key)) {
        lasting.add(key)
        return []
      }
      // Another desk may have saved a newer rule, and fired it, since this desk read the rules.
      const sinceMs = orphanedSince.get(event.id) ?? nowMs
      orphans.set(event.id, sinceMs)
      if (nowMs - sinceMs < ORPHANED_MS) return []
      const why = isCurrent ? 'it was told twice' : rule === undefined ? 'the rule was deleted' : 'the rule was changed'
      return endOf(event, { atMs: nowMs, why, isTold: rule === undefined })
    })
    orphanedSince = orphans
    const toldOf = Map.groupBy(toldBefore, ({ event }) => JSON.stringify([event.rule, event.revision]))
    const told = rules
      .filter(({ isEnabled }) => isEnabled)
      .flatMap(rule => {
        const before = (toldOf.get(JSON.stringify([rule.id, rule.revision])) ?? []).map(toldEpisodeOf)
        return eventsOf(rule, deriveEpisodes(rule, cache.verdictsOf(rule), before), nowMs)
      })
      // Another desk that evaluated is about to write them itself.
      .filter(({ rule, atNs }) => own.has(rule) || nowMs - msOfNs(atNs) > 2 * RANK_WAIT_MS)
    const knownIds = new Set(known.map(({ id }) => id))
    const missing = new Map([...ends, ...told].filter(({ id }) => !knownIds.has(id)).map(event => [event.id, event]))
    if (missing.size === 0) return false
    for (const id of await world.listEventIds([...missing.keys()])) missing.delete(id)
    const events: NewAlertEvent[] = [...missing.values()]
    if (events.length > 0) await world.recordEvents(events.map(event => storedEvent(event, desk)))
    return events.length > 0
  }
}

interface Pass {
  readonly nowMs: number
  /** Ids of rules that this desk has just evaluated. */
  readonly own: ReadonlySet<string>
  readonly unreadable: ReadonlySet<string>
}

interface Due {
  readonly nowMs: number
  /** `undefined` if nobody knows up to when everything is stored. */
  readonly judgedUpToMs: number | undefined
  readonly desks: ReadonlySet<string>
}

interface DueRule {
  readonly rule: KnownRule
  readonly slots: readonly number[]
  /** Evaluated before. */
  readonly again: readonly number[]
  /** The last minute before these, if more were due. */
  readonly skipped: number | undefined
}

const keyOf = (rule: string, { subject, cause }: Pick<NewEvaluation, 'subject' | 'cause'>) =>
  JSON.stringify([rule, subject, cause])

const floorToMinute = (ms: number) => Math.floor(ms / MINUTE_MS) * MINUTE_MS

const rangeOfMinutes = (fromMs: number, toMs: number) =>
  Array.from({ length: Math.max(0, Math.floor((toMs - fromMs) / MINUTE_MS) + 1) }, (_, i) => fromMs + i * MINUTE_MS)

const slotsBefore = (slotMs: number, rule: KnownRule) =>
  isOneOff(rule) ? [] : rangeOfMinutes(slotMs - JUDGED_AGAIN * MINUTE_MS, slotMs - MINUTE_MS)

/** Returns a breach, or else the observation closest to the threshold, which tells why a rule did not fire. */
function closestOf({ observations }: Judgement): Observation | undefined {
  return observations.find(({ isBreach }) => isBreach) ?? observations[0]
}
