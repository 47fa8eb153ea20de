import type { CanarySender } from '../../store/pipeline/get-pipeline-health.ts'
import type { Store } from '../../store/store.ts'
import type { EventContent, ValueUnit } from './event-content.ts'
import type { KnownRule, RuleKind } from './rule.ts'

/** Something that a rule watches, as it stands at the end of a window. */
export interface Observation {
  /** An issue, a service or an operation of one; '' for everything that the rule selects. It is unique among the observations of a rule. */
  readonly subject: string
  /** The id of what caused it, such as the resolve after which an issue came back; '' if the first minute of the breach identifies it. */
  readonly cause: string
  readonly isBreach: boolean
  readonly value: number
  readonly threshold: number
  readonly unit: ValueUnit
  /** The name that pages and messages show. */
  readonly label: string
  /** Why it is a breach, or why not, such as `4 of 5 needed`. */
  readonly why: string
  /** The service, issue and so on, for silences, links and messages; '' for each that does not apply. */
  readonly about: Pick<EventContent, 'service' | 'environment' | 'release' | 'operation' | 'issue'>
}

/** The result of judging a rule at the end of a window. */
export interface Judgement {
  /** `no data`: nothing came that could be judged, though telemetry was stored at that time. */
  readonly outcome: 'judged' | 'no data'
  /** All breaches, and what came closest, at most 20 of those. */
  readonly observations: readonly Observation[]
  /** The beginning of the window, Unix milliseconds. */
  readonly fromMs: number
}

/** The settings that judges need besides the store. */
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
