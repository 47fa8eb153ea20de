import { randomUUID } from 'node:crypto'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import type { IssueEventType } from './derive-state.ts'

export interface NewIssueEvent {
  readonly issue: string
  readonly what: IssueEventType
  readonly value: string
}

/**
 * Adds statements to the log of issues, all of them or none.
 *
 * @param options.who the name that somebody gave, '' for nobody
 * @returns By which all of them can be taken back: {@link undo}.
 * @throws {StoreError} When they may not have been stored.
 */
export async function recordIssueEvents(
  store: Store,
  { who, atNs, statements }: { who: string; atNs: Ns; statements: readonly NewIssueEvent[] },
): Promise<string> {
  const batch = randomUUID()
  const rows = statements.map(({ issue, what, value }) => ({
    Issue: issue,
    At: decimal(atNs),
    Id: randomUUID(),
    Batch: batch,
    Who: who,
    IssueEventType: what,
    Value: value,
  }))
  await store.insertRows({ name: 'record-issue-events', table: 'issue_statements', columns, rows })
  return batch
}

/** Takes back what was stated at once, whenever and by whomever: in the log both stay. */
export async function undo(
  store: Store,
  { who, atNs, batch, issues }: { who: string; atNs: Ns; batch: string; issues: readonly string[] },
): Promise<void> {
  const statements = issues.map(issue => ({ issue, what: 'undo' as const, value: batch }))
  await recordIssueEvents(store, { who, atNs, statements })
}

const columns: [string, ...string[]] = ['Issue', 'At', 'Id', 'Batch', 'Who', 'What', 'Value']

/** Seconds, exact: a time without a zone would be read in the server's. */
const decimal = (ns: Ns) => `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')}`
