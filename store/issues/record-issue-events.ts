import { randomUUID } from 'node:crypto'
import { TABLES } from '../schema/tables/table-names.ts'
import type { Store } from '../store.ts'
import { decimalSeconds, type Ns } from '../units.ts'
import type { IssueEventType } from './derive-state.ts'

export interface NewIssueEvent {
  readonly issue: string
  readonly what: IssueEventType
  readonly value: string
}

/** Of a saved search, which is kept in the same log; its id stands for the issue. */
export interface SavedSearchEvent extends Omit<NewIssueEvent, 'what'> {
  readonly what: 'search'
}

/**
 * Adds events to the log of issues, all or none.
 *
 * @param options.who The author's name, '' if unknown.
 * @returns The batch, to undo all of them: {@link undoActionBatch}.
 * @throws {StoreError} When they may not have been stored.
 */
export async function recordIssueEvents(
  store: Store,
  { who, atNs, statements }: { who: string; atNs: Ns; statements: readonly (NewIssueEvent | SavedSearchEvent)[] },
): Promise<string> {
  const batch = randomUUID()
  // Half of a pair of surrogates, such as of a text that was cut, cannot be stored.
  const rows = statements.map(({ issue, what, value }) => ({
    Issue: issue.toWellFormed(),
    At: decimalSeconds(atNs),
    Id: randomUUID(),
    Batch: batch,
    Who: who.toWellFormed(),
    What: what,
    Value: value.toWellFormed(),
  }))
  await store.insertRows({ name: 'record-issue-events', table: TABLES.issueEvents, columns, rows })
  return batch
}

/** Undoes a batch of any author. The log keeps both. */
export async function undoActionBatch(
  store: Store,
  { who, atNs, batch, issues }: { who: string; atNs: Ns; batch: string; issues: readonly string[] },
): Promise<void> {
  const statements = issues.map(issue => ({ issue, what: 'undo' as const, value: batch }))
  await recordIssueEvents(store, { who, atNs, statements })
}

const columns: [string, ...string[]] = ['Issue', 'At', 'Id', 'Batch', 'Who', 'What', 'Value']
