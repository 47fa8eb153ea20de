import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-alert-statements.sql?raw'

/** The subjects of statements. */
export const ALERT_SUBJECTS = ['rule', 'channel', 'silence', 'ownership'] as const
export type AlertSubject = (typeof ALERT_SUBJECTS)[number]

/** That somebody made, changed or deleted a rule, a channel, a silence, or who owns what. */
export interface AlertStatement {
  /** Id of what it is about. */
  readonly subject: string
  readonly atNs: Ns
  readonly id: string
  /** Its author, as stored: see `nameAuthor`; '' if unknown. */
  readonly who: string
  readonly what: AlertSubject
  /** JSON; '' where it was deleted. */
  readonly value: string
}

/** More than any team makes. */
const MAX_STATEMENTS = 100_000

/**
 * Lists the statements that hold, also deletions.
 *
 * @param options.historyOf Also lists all statements about this subject.
 * @returns By subject, newest first; `history` likewise.
 * @throws {StoreError} Any kind.
 */
export async function listAlertStatements(
  store: Store,
  { historyOf = '' }: { historyOf?: string },
  signal?: AbortSignal,
): Promise<{ readonly statements: readonly AlertStatement[]; readonly history: readonly AlertStatement[] }> {
  const params = { historyOf, limit: MAX_STATEMENTS }
  const rows = await store.query({ name: 'list-alert-statements', sql, params, decode: row.parse }, signal)
  const statementOf = ({ holds: _, ...statement }: (typeof rows)[number]): AlertStatement => statement
  return {
    statements: rows.filter(({ holds }) => holds).map(statementOf),
    history: rows.filter(({ subject }) => historyOf !== '' && subject === historyOf).map(statementOf),
  }
}

const row = z.object({
  subject: z.string(),
  atNs: int64,
  id: z.string(),
  who: z.string(),
  what: z.enum(ALERT_SUBJECTS),
  value: z.string(),
  holds: booleanColumn,
})
