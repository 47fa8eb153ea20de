import { nsOfMs } from '../../../store/units.ts'
import { accessContext, requireAccounts } from '../../access/access.server.ts'
import { orOutage } from '../../access/tell-outage.server.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import type { Route } from './+types/audit.ts'
import { describeAccountEvent } from './describe-account-event.ts'
import { SettingsNavigation } from './settings-navigation.tsx'

const MAX_EVENTS = 500

/** What was done to accounts, sessions and tokens, newest first, at most 500. */
export const loader = (args: Route.LoaderArgs) => orOutage(loadEvents(args))

async function loadEvents({ context }: Route.LoaderArgs) {
  const access = requireAccounts(context.get(accessContext))
  const [accounts, events] = await Promise.all([access.log.read(), access.log.list()])
  return {
    nowMs: Date.now(),
    total: events.length,
    events: events
      .slice(0, MAX_EVENTS)
      .map(event => ({ id: event.id, atMs: event.atMs, ...describeAccountEvent(event, accounts, events) })),
  }
}

export default function AuditPage({ loaderData: { nowMs, total, events } }: Route.ComponentProps) {
  return (
    <>
      <title>Audit · Errata</title>
      <div className="page-head fixed-time fixed-scope">
        <h1>Audit</h1>
        <p className="muted">
          Who signed in, and who changed accounts and tokens.{' '}
          {total > MAX_EVENTS && `The newest ${MAX_EVENTS} of ${total} events.`}
        </p>
      </div>
      <SettingsNavigation />
      <DataTable caption="Events" className="wraps" rows={events} keyOf={({ id }) => id} columns={listColumns(nowMs)} />
    </>
  )
}

interface ListedEvent {
  readonly id: string
  readonly atMs: number
  readonly who: string
  readonly what: string
}

const listColumns = (nowMs: number): Column<ListedEvent>[] => [
  { name: 'Time', cell: ({ atMs }) => <Timestamp atNs={nsOfMs(atMs)} nowMs={nowMs} />, width: 'col-time' },
  { name: 'Who', cell: ({ who }) => who },
  { name: 'What', namesRow: true, cell: ({ what }) => what },
]
