import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-alert-evaluations.sql?raw'

export const ALERT_OUTCOMES = ['quiet', 'breach', 'no data', 'not judged'] as const
export type AlertOutcome = (typeof ALERT_OUTCOMES)[number]

/** The result of a desk's evaluation of a rule. */
export interface AlertEvaluation {
  readonly rule: string
  /** The end of the evaluated time, in whole seconds. */
  readonly slotNs: Ns
  /** '' for the rule as a whole. */
  readonly subject: string
  readonly desk: string
  readonly revision: string
  readonly outcome: AlertOutcome
  /** In the unit of the rule's kind: a number, a share, nanoseconds, days. */
  readonly value: number
  readonly threshold: number
  /** The id of what caused the breach; '' if it has none. */
  readonly cause: string
  /** The subject, as people read it. */
  readonly label: string
  /** JSON, read by the app: what it is about. */
  readonly about: string
  /** In words, such as "4 of 5 needed". */
  readonly why: string
  /** When it was stored, by the database's clock. */
  readonly atNs: Ns
}

export interface AlertEvaluationFilter {
  readonly range: TimeRange
  /** '' for every one. @default '' */
  readonly rule?: string
  /** '' for every one. @default '' */
  readonly subject?: string
  /** 1 to 1,000,000. */
  readonly limit: number
}

/**
 * Lists evaluations; of desks that evaluated a rule at the same time, the first one's.
 *
 * @returns Newest first, then by rule and subject.
 * @throws {StoreError} Any kind.
 */
export function listAlertEvaluations(
  store: Store,
  { range, rule = '', subject = '', limit }: AlertEvaluationFilter,
  signal?: AbortSignal,
): Promise<AlertEvaluation[]> {
  const params = { fromNs: range.from, toNs: range.to, rule, subject, limit }
  return store.query({ name: 'list-alert-evaluations', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  rule: z.string(),
  slotNs: int64,
  subject: z.string(),
  desk: z.string(),
  revision: z.string(),
  outcome: z.enum(ALERT_OUTCOMES),
  value: z.number(),
  threshold: z.number(),
  cause: z.string(),
  label: z.string(),
  about: z.string(),
  why: z.string(),
  atNs: int64,
})
