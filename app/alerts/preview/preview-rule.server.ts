import type { Store } from '../../../store/store.ts'
import { DAY_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { deriveEpisodes, verdictOf } from '../evaluation/derive-episodes.ts'
import type { Judge, JudgeSettings } from '../judge.ts'
import { JUDGES } from '../judges/judges.ts'
import type { AlertRule, KnownRule, RuleKind } from '../rule.ts'

/** An episode that a rule would have had. */
export interface PreviewedEpisode {
  readonly subject: string
  readonly label: string
  readonly why: string
  readonly value: number
  /** Unix milliseconds, to a step of the preview. */
  readonly firedMs: number
  /** Without, it goes on, or it was something that happens once. */
  readonly endedMs?: number
}

export interface RulePreview {
  /** By when they fired. */
  readonly episodes: readonly PreviewedEpisode[]
  /** From then on it was checked, Unix milliseconds. */
  readonly checkedFromMs: number
  /** It was judged every so many minutes: shorter breaches between are missed. */
  readonly stepMinutes: number
}

const PREVIEW_DAYS = 7

/**
 * Finds what a rule would have told in the last seven days, by the same judges and the same episodes as when it is evaluated. What it costs
 * is bounded by how often it is judged.
 *
 * @throws {StoreError} Any kind.
 */
export async function previewRule(
  store: Store,
  { rule, nowMs, ...settings }: { readonly rule: AlertRule; readonly nowMs: number } & JudgeSettings,
  signal?: AbortSignal,
): Promise<RulePreview> {
  const stepMinutes = stepOf(rule)
  const slotsMs = slotsUntil(nowMs, stepMinutes)
  const checkedFromMs = nowMs - PREVIEW_DAYS * DAY_MS
  // It would have held since then.
  const known = { ...rule, id: 'preview', revision: 'preview', sinceMs: checkedFromMs } as KnownRule
  const judgements = await judgeRule(store, { rule: known, slotsMs, ...settings }, signal)
  const verdicts = slotsMs.map((slotMs, at) => verdictOf(slotMs, judgements[at]))
  const episodes = deriveEpisodes(rule, verdicts).map(
    ({ subject, firedMs, endedMs, breach: { label, why, value } }) => ({
      ...{ subject, label, why, value, firedMs },
      ...(endedMs !== undefined && { endedMs }),
    }),
  )
  return { episodes, checkedFromMs, stepMinutes }
}

/** The judgements of one rule, by the judge of its kind. */
export async function judgeRule(
  store: Store,
  { rule, ...options }: { readonly rule: KnownRule; readonly slotsMs: readonly number[] } & JudgeSettings,
  signal?: AbortSignal,
) {
  // The kind of the rule is that of the judge.
  const judge = JUDGES[rule.kind] as Judge<RuleKind>
  return (await judge(store, { rules: [rule], ...options }, signal)).get(rule.id) ?? []
}

/** Windows that overlap by more than five sixths tell little more. */
const stepOfWindow = (minutes: number) => Math.max(5, Math.ceil(minutes / 30) * 5)

function stepOf(rule: AlertRule): number {
  switch (rule.kind) {
    case 'issue':
      return rule.watch.changes.includes('escalating') ? 15 : 5
    case 'count':
    case 'search':
      return stepOfWindow(rule.watch.windowMinutes)
    case 'error rate': {
      // Single transactions are read for what is not whole five minutes, and for operations.
      const isOfBuckets = rule.watch.by === 'service' && rule.operation === '' && rule.watch.windowMinutes % 5 === 0
      return isOfBuckets ? 5 : Math.max(30, rule.watch.windowMinutes)
    }
    case 'p95':
      return Math.max(30, rule.watch.windowMinutes)
    case 'requests stopped':
    case 'job missed':
      return 30
    case 'drop rule':
      return 60
    case 'pipeline':
      return 240
    // Sessions are counted in three hours.
    case 'crash-free sessions':
      return 180
    case 'disk':
      return 24 * 60
  }
}

/** At multiples of the step, as counts are stored, and now. */
function slotsUntil(nowMs: number, stepMinutes: number): readonly number[] {
  const stepMs = stepMinutes * MINUTE_MS
  const firstMs = Math.ceil((nowMs - PREVIEW_DAYS * DAY_MS) / stepMs) * stepMs
  const lastMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  const slots = Array.from({ length: Math.floor((lastMs - firstMs) / stepMs) + 1 }, (_, i) => firstMs + i * stepMs)
  return slots.at(-1) === lastMs ? slots : [...slots, lastMs]
}
