import { formatCount } from '../../format/count.ts'
import type { UserIssue } from '../../parts/session-events/describe-issues.server.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { relativeTimeColumn } from '../../ui/table/relative-time-column.tsx'

/** The issues that a user met in the sessions that are shown, the last first. */
export function UserIssues({ issues, nowMs }: { readonly issues: readonly UserIssue[]; readonly nowMs: number }) {
  const columns: readonly Column<UserIssue>[] = [
    { name: 'Issue', namesRow: true, cell: issue => <IssueName issue={issue} /> },
    { name: 'Service', shown: 'wide', width: 'col-service', cell: ({ service }) => <ServiceName name={service} /> },
    {
      name: 'Last release',
      shown: 'wide',
      width: 'col-route',
      look: ({ isOver }) => (isOver ? 'good' : 'muted'),
      cell: ({ release }) => release,
    },
    { name: 'Events', isNumber: true, width: 'col-count', cell: ({ events }) => formatCount(events) },
    relativeTimeColumn('Last seen', 'lastNs', { nowMs }),
  ]
  return (
    <section className="section" aria-labelledby="issues">
      <h2 id="issues">Issues</h2>
      <div className="panel">
        <DataTable className="events" columns={columns} rows={issues} keyOf={({ to }) => to} />
      </div>
    </section>
  )
}

function IssueName({ issue: { to, title, service, mark, colour, release, isOver } }: { readonly issue: UserIssue }) {
  return (
    <>
      <div className="lead">
        <ScopedLink to={to} className="row-link" data-row="" title={title}>
          {title}
        </ScopedLink>
        {mark !== '' && <span className={`mark ${colour}`}>{mark}</span>}
      </div>
      <p className="under narrow-only">
        <ServiceName name={service} /> <span className={isOver ? 'good' : ''}>{release}</span>
      </p>
    </>
  )
}
