import type { CanarySender } from '../../store/pipeline/get-pipeline-health.ts'
import type { Store } from '../../store/store.ts'
import type { EventContent, ValueUnit } from './event-content.ts'
import type { KnownRule, RuleKind } from './rule.ts'

/** Something that a rule watches, as it stands at the end of a window. */
export interface Observation {
  /** Of all observations of a rule it is the only one with this subject: an issue, a service, an operation of one; '' for all that it selects. */
  readonly subject: string
  /** What began it, where that has a name, such as the resolve that an issue came back after; '' if the first minute of the breach names it. */
  readonly cause: string
  readonly isBreach: boolean
  readonly value: number
  readonly threshold: number
  readonly unit: ValueUnit
  /** As people read it. */
  readonly label: string
  /** Why it is a breach, or why not, such as `4 of 5 needed`. */
  readonly why: string
  /** What it is about, for silences, links and messages; of what it is not about, ''. */
  readonly about: Pick<EventContent, 'service' | 'environment' | 'release' | 'operation' | 'issue'>
}

/** What a rule found in a window. */
export interface Judgement {
  /** `no data`: nothing came that could be judged, though telemetry was stored at that time. */
  readonly outcome: 'judged' | 'no data'
  /** All breaches, and what came closest, at most 20 of those. */
  readonly observations: readonly Observation[]
  /** Of the window, Unix milliseconds. */
  readonly fromMs: number
}

/** What judges know beside the store. */
export interface JudgeSettings {
  /** Errata's own services, which rules do not watch unless they name one. */
  readonly ownServices: readonly string[]
  readonly canary: CanarySender | undefined
  /** The owner of a service by the rules of ownership; '' for none. */
  ownerOf(about: { readonly service: string; readonly path: string }): string
}

/**
 * Judges all rules of one kind at once, as of the ends of some minutes, by as few queries as it takes. Live evaluation asks for one minute, or
 * a few after an outage; a preview for those of seven days.
 *
 * @param options.slotsMs The ends of the windows, Unix milliseconds, ascending.
 * @returns By the rule's id, a judgement for each slot, in their order.
 * @throws {StoreError} Any kind.
 */
export type Judge<Kind extends RuleKind> = (
  store: Store,
  options: { readonly rules: readonly KnownRule<Kind>[]; readonly slotsMs: readonly number[] } & JudgeSettings,
  signal?: AbortSignal,
) => Promise<ReadonlyMap<string, readonly Judgement[]>>

/** A judge for each kind. */
export type Judges = { readonly [Kind in RuleKind]: Judge<Kind> }
