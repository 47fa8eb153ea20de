import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { booleanColumn, countColumn } from '../columns.ts'
import { type IssueState, isAssignedOrAcknowledged } from '../issues/derive-state.ts'
import { mergeSqlParams } from '../issues/merges.ts'
import type { IssueStates } from '../issues/read-states.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import type { DropCondition } from './parse-condition.ts'
import { type ConditionColumns, translateConditions } from './translate-conditions.ts'

/** What conditions would have removed from a range, by kind of item. */
export interface DropPreview {
  /** Log records, spans or span events, each once. */
  readonly items: number
  /** Traces that contain them. */
  readonly traces: number
  readonly exceptions: number
  readonly issues: number
  /** Of the issues, those that somebody works on: assigned, or acknowledged without an owner. */
  readonly assigned: number
  readonly acknowledged: number
  /** The issues with most exceptions, at most 20. */
  readonly of: readonly DropPreviewIssue[]
}

export interface DropPreviewIssue {
  readonly issue: string
  readonly service: string
  readonly type: string
  /** At most 256 bytes. */
  readonly message: string
  readonly exceptions: number
  readonly state: IssueState
}

export interface DropPreviewParams {
  /** An item matches if any of them does; all are about one kind of item. */
  readonly conditions: readonly DropCondition[]
  readonly range: TimeRange
  /** States of the issues. */
  readonly states: IssueStates
}

const MAX_ISSUES = 20

interface PreviewQuery {
  readonly name: string
  /** Has a place for the conditions. */
  readonly sql: string
  readonly columns: ConditionColumns
}

/** Inserts conditions into a query and runs it. */
export async function queryDropPreview(
  store: Store,
  { name, sql, columns }: PreviewQuery,
  { conditions, range: { from, to }, states }: DropPreviewParams,
  signal?: AbortSignal,
): Promise<DropPreview> {
  const worked = [...states.issues].filter(([, state]) => isAssignedOrAcknowledged(state))
  const issuesWith = (isOwned: boolean) =>
    worked.flatMap(([issue, { owner }]) => ((owner !== '') === isOwned ? [issue] : []))
  const params = {
    fromNs: from,
    toNs: to,
    ...mergeSqlParams(states.merges),
    assigned: issuesWith(true),
    acknowledged: issuesWith(false),
    limit: MAX_ISSUES + 1,
  }
  const statement = { name, sql, params, decode: row.parse, timeoutMs: 20_000 } as const
  const bound = bindExpressions(statement, bind => ({ conditions: translateConditions(conditions, columns, bind) }))
  return toDropPreview(await store.query(bound, signal), states)
}

const row = z.object({
  isAll: booleanColumn,
  issue: z.string(),
  service: z.string(),
  anyType: z.string(),
  anyMessage: z.string(),
  items: countColumn,
  traces: countColumn,
  exceptions: countColumn,
  issues: countColumn,
  assigned: countColumn,
  acknowledged: countColumn,
})

function toDropPreview(rows: readonly z.output<typeof row>[], states: IssueStates): DropPreview {
  const all = rows.find(({ isAll }) => isAll)
  return {
    items: all?.items ?? 0,
    traces: all?.traces ?? 0,
    exceptions: all?.exceptions ?? 0,
    issues: all?.issues ?? 0,
    assigned: all?.assigned ?? 0,
    acknowledged: all?.acknowledged ?? 0,
    of: rows
      .filter(({ isAll }) => !isAll)
      .map(({ issue, service, anyType, anyMessage, exceptions }) => ({
        issue,
        service,
        type: anyType,
        message: anyMessage,
        exceptions,
        state: states.of(issue),
      })),
  }
}
