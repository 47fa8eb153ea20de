import { Link } from 'react-router'
import type { IssueChange } from '../../../store/issues/list-issue-changes.ts'
import { formatAmount } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { shortType } from '../../format/issue-title.ts'
import { compareCounts } from '../../insights/change.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { AffectedNumber } from '../../ui/numbers/affected-number.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { relativeTimeColumn } from '../../ui/table/relative-time-column.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { issuePath } from '../../url/issue-filters.ts'
import { type Scope, scopedPath, writeScope } from '../../url/scope.ts'

interface IssueChangesProps {
  readonly issues: readonly IssueChange[]
  readonly nowMs: number
  readonly scope: Scope
}

/** Unresolved issues that are new in this period, or have increased. */
export function IssueChanges({ issues, nowMs, scope }: IssueChangesProps) {
  const added = issues.filter(({ isNew }) => isNew)
  const grown = issues.filter(({ isNew }) => !isNew)
  return (
    <div>
      <section aria-labelledby="new">
        <h2 id="new">New</h2>
        {added.length === 0 ? (
          <EmptyState title="No new issues" level={3}>
            <p>Every issue in this range was seen before, or is muted or resolved.</p>
          </EmptyState>
        ) : (
          <IssueChangeTable issues={added} nowMs={nowMs} scope={scope} what="First seen">
            {({ firstSeenNs }) => <RelativeTime atNs={firstSeenNs} nowMs={nowMs} />}
          </IssueChangeTable>
        )}
      </section>
      <section className="section" aria-labelledby="grown">
        <h2 id="grown">Top increases</h2>
        {grown.length === 0 ? (
          <EmptyState title="No increases" level={3}>
            <p>No open issue is clearly more frequent than in the previous period.</p>
          </EmptyState>
        ) : (
          <IssueChangeTable issues={grown} nowMs={nowMs} scope={scope} what="Change">
            {issue => <RelativeChange change={compareCounts(issue)} worse="more" />}
          </IssueChangeTable>
        )}
      </section>
    </div>
  )
}

interface IssueChangeTableProps extends IssueChangesProps {
  readonly what: string
  readonly children: (issue: IssueChange) => React.ReactNode
}

function IssueChangeTable({ issues, nowMs, scope, what, children }: IssueChangeTableProps) {
  return (
    <div className="panel">
      <DataTable
        columns={[
          {
            name: 'Exception',
            namesRow: true,
            cell: issue => (
              <>
                <Link
                  to={scopedPath(issuePath(issue.issue), new URLSearchParams(writeScope(scope)))}
                  className="row-link clamped"
                  data-row=""
                  title={`${issue.type}: ${issue.message}`}
                >
                  {exceptionTitle(issue)}
                </Link>
                <p className="under">
                  <ServiceName name={issue.service} /> {shortType(issue.type)}
                  {issue.users > 0 && <span className="narrow-only">{pluralize(issue.users, 'user')}</span>}
                  {!issue.isNew && <span className="narrow-only">{children(issue)}</span>}
                </p>
              </>
            ),
          },
          { name: 'Events', isNumber: true, width: 'col-count', cell: ({ now }) => formatAmount(now) },
          {
            name: 'Users',
            isNumber: true,
            shown: 'wide',
            width: 'col-count',
            cell: ({ users, hasMoreUsers }) => <AffectedNumber count={users} hasMore={hasMoreUsers} />,
          },
          { name: what, isNumber: true, shown: 'wide', width: 'col-when', look: 'muted', cell: children },
          relativeTimeColumn('Last seen', 'lastSeenNs', { nowMs }),
        ]}
        rows={issues}
        keyOf={({ issue }) => issue}
      />
    </div>
  )
}
