import { Link } from 'react-router'
import type { Release } from '../../../store/releases/list-releases.ts'
import { formatAmount } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'
import { formatIssueTitle, issueTitle, shortType } from '../../format/issue-title.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { relativeTimeColumn } from '../../ui/table/relative-time-column.tsx'
import { issuePath, issuesPath } from '../../url/issue-filters.ts'
import { releasePath } from '../../url/page-paths.ts'
import type { Scope } from '../../url/scope.ts'
import type { queryIssues } from './query-services.server.ts'

type RecentIssues = Awaited<ReturnType<typeof queryIssues>>
type Deferred<Answer> = QueryResult<Answer> | Promise<QueryResult<Answer>>

interface RecentProps {
  readonly issues: Deferred<RecentIssues>
  readonly releases: Deferred<readonly Release[]>
  readonly scope: Scope
  readonly nowMs: number
}

/** Issues and releases of a service. */
export function RecentIssuesAndReleases({ issues, releases, scope, nowMs }: RecentProps) {
  return (
    <div className="section side-by-side">
      <DeferredSection result={issues} name="Issues" holds="table">
        {answer => <IssueList {...answer} scope={scope} nowMs={nowMs} />}
      </DeferredSection>
      <DeferredSection result={releases} name="Releases" holds="table">
        {answer => <ReleaseList releases={answer} nowMs={nowMs} />}
      </DeferredSection>
    </div>
  )
}

function IssueList({ issues, total, scope, nowMs }: RecentIssues & { readonly scope: Scope; readonly nowMs: number }) {
  return (
    <section aria-labelledby="issues">
      <div className="page-head">
        <h2 id="issues">Issues</h2>
        <Link to={issuesPath(scope)}>{`${formatCount(total)} unresolved`}</Link>
      </div>
      {issues.length === 0 ? (
        <EmptyState title="No unresolved issues" level={3}>
          <p>No unresolved issue of this service has events in this time range.</p>
        </EmptyState>
      ) : (
        <div className="panel">
          <DataTable
            className="fit"
            caption="Unresolved issues, the most events first"
            columns={[
              { name: 'Issue', namesRow: true, cell: of => <IssueLink of={of} /> },
              { name: 'Events', isNumber: true, cell: ({ events }) => formatAmount(events) },
              relativeTimeColumn('Last seen', 'lastSeenNs', { nowMs }),
            ]}
            rows={issues}
            keyOf={({ issue }) => issue}
          />
        </div>
      )}
    </section>
  )
}

function IssueLink({ of: { issue, summary } }: { readonly of: RecentIssues['issues'][number] }) {
  const { type, message } = issueTitle(summary, issue)
  const title = formatIssueTitle({ type: shortType(type), message })
  return (
    <ScopedLink to={issuePath(issue)} className="row-link clamped" data-row="" title={title}>
      {title}
    </ScopedLink>
  )
}

function ReleaseList({ releases, nowMs }: { readonly releases: readonly Release[]; readonly nowMs: number }) {
  return (
    <section aria-labelledby="releases">
      <h2 id="releases">Releases</h2>
      {releases.length === 0 ? (
        <EmptyState title="No releases" level={3}>
          <p>
            This service reported no release. Set <code>service.version</code> in its resource attributes.
          </p>
        </EmptyState>
      ) : (
        <div className="panel">
          <DataTable
            caption="Releases, newest first"
            columns={[
              {
                name: 'Release',
                namesRow: true,
                cell: ({ release }) => (
                  <ScopedLink to={releasePath(release)} className="row-link" data-row="">
                    {release}
                  </ScopedLink>
                ),
              },
              relativeTimeColumn('First seen', 'firstSeenNs', { nowMs }),
              relativeTimeColumn('Last seen', 'lastSeenNs', { nowMs }),
            ]}
            rows={releases}
            keyOf={({ release }) => release}
          />
        </div>
      )}
    </section>
  )
}
