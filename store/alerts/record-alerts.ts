import { TABLES } from '../schema/tables/table-names.ts'
import type { Store } from '../store.ts'
import { decimalSeconds } from '../units.ts'
import type { NewDeliveryStep } from './list-alert-deliveries.ts'
import type { AlertEvaluation } from './list-alert-evaluations.ts'
import type { StoredAlertEvent } from './list-alert-events.ts'
import type { AlertStatement } from './list-alert-statements.ts'

/*
 * Each adds rows, all or none; the same rows again change nothing.
 * @throws {StoreError} When they may not have been stored.
 */

export async function recordAlertStatements(store: Store, statements: readonly AlertStatement[]): Promise<void> {
  const rows = statements.map(({ subject, atNs, id, who, what, value }) => ({
    Subject: subject,
    At: decimalSeconds(atNs),
    Id: id,
    Who: who,
    What: what,
    Value: value,
  }))
  const columns: Columns = ['Subject', 'At', 'Id', 'Who', 'What', 'Value']
  await store.insertRows({ name: 'record-alert-statements', table: TABLES.alertStatements, columns, rows })
}

export async function recordAlertEvents(store: Store, events: readonly StoredAlertEvent[]): Promise<void> {
  const rows = events.map(({ id, atNs, rule, revision, subject, episode, what, content, desk }) => ({
    Id: id,
    At: decimalSeconds(atNs),
    Rule: rule,
    Revision: revision,
    Subject: subject,
    Episode: episode,
    What: what,
    Content: content,
    Desk: desk,
  }))
  const columns: Columns = ['Id', 'At', 'Rule', 'Revision', 'Subject', 'Episode', 'What', 'Content', 'Desk']
  await store.insertRows({ name: 'record-alert-events', table: TABLES.alertEvents, columns, rows })
}

export async function recordAlertEvaluations(
  store: Store,
  evaluations: readonly Omit<AlertEvaluation, 'atNs'>[],
): Promise<void> {
  const rows = evaluations.map(of => ({
    Rule: of.rule,
    Slot: String(of.slotNs / 1_000_000_000n),
    Subject: of.subject,
    Desk: of.desk,
    Revision: of.revision,
    Outcome: of.outcome,
    Value: String(of.value),
    Threshold: String(of.threshold),
    Cause: of.cause,
    Label: of.label,
    About: of.about,
    Why: of.why,
  }))
  const columns: Columns = [
    ...(['Rule', 'Slot', 'Subject', 'Desk', 'Revision', 'Outcome'] as const),
    ...['Value', 'Threshold', 'Cause', 'Label', 'About', 'Why'],
  ]
  await store.insertRows({ name: 'record-alert-evaluations', table: TABLES.alertEvaluations, columns, rows })
}

export async function recordDeliverySteps(store: Store, steps: readonly NewDeliveryStep[]): Promise<void> {
  const rows = steps.map(of => ({
    Event: of.event,
    Channel: of.channel,
    Attempt: String(of.attempt),
    Desk: of.desk,
    State: of.state,
    Message: of.message,
    Status: String(of.status),
    DurationMs: String(Math.round(of.durationMs)),
    RetryMs: String(Math.round(of.retryMs)),
    Reason: of.reason,
  }))
  const columns: Columns = [
    ...(['Event', 'Channel', 'Attempt', 'Desk', 'State'] as const),
    ...['Message', 'Status', 'DurationMs', 'RetryMs', 'Reason'],
  ]
  await store.insertRows({ name: 'record-delivery-steps', table: TABLES.alertDeliveries, columns, rows })
}

type Columns = [string, ...string[]]
