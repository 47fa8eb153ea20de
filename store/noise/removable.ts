import { z } from 'zod'
import { count, flag, type TimeRange } from '../units.ts'
import type { Condition } from './parse-condition.ts'
import { type Columns, translateConditions } from './translate-conditions.ts'

/** What of a range conditions would have removed, by what they are about. */
export interface Removable {
  /** Log records, spans or span events, each once. */
  readonly items: number
  /** In which they are. */
  readonly traces: number
  readonly exceptions: number
  readonly issues: number
  /** Those with most exceptions first, at most 20. */
  readonly of: readonly RemovableIssue[]
}

export interface RemovableIssue {
  readonly issue: string
  readonly service: string
  readonly type: string
  /** At most 256 bytes. */
  readonly message: string
  readonly exceptions: number
}

export interface TryQuery {
  /** Any of which takes a thing; all about one kind of thing. */
  readonly conditions: readonly Condition[]
  readonly range: TimeRange
}

const MOST_ISSUES = 20
/** Unlike any column. */
const PREFIX = 'condition'

/** A question's text with the conditions in their place, and the parameters of both. */
export function fillConditions(sql: string, conditions: readonly Condition[], columns: Columns) {
  const translated = translateConditions(conditions, columns, PREFIX)
  return { sql: sql.replace('/* conditions */ 1', () => translated.sql), params: translated.params }
}

export function tryParams({ from, to }: TimeRange) {
  return { fromNs: from, toNs: to, limit: MOST_ISSUES + 1 }
}

export const tryRow = z.object({
  isAll: flag,
  issue: z.string(),
  service: z.string(),
  anyType: z.string(),
  anyMessage: z.string(),
  items: count,
  traces: count,
  exceptions: count,
  issues: count,
})

export function toRemovable(rows: readonly z.output<typeof tryRow>[]): Removable {
  const all = rows.find(({ isAll }) => isAll)
  return {
    items: all?.items ?? 0,
    traces: all?.traces ?? 0,
    exceptions: all?.exceptions ?? 0,
    issues: all?.issues ?? 0,
    of: rows
      .filter(({ isAll }) => !isAll)
      .map(({ issue, service, anyType, anyMessage, exceptions }) => ({
        issue,
        service,
        type: anyType,
        message: anyMessage,
        exceptions,
      })),
  }
}
