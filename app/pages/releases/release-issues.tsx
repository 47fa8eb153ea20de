import type { ReleaseIssue } from '../../../store/releases/list-release-issues.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { countIssuesByChange } from '../../parts/release-comparison/summarize-release.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { AffectedNumber } from '../../ui/numbers/affected-number.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { relativeTimeColumn } from '../../ui/table/relative-time-column.tsx'
import { issuePath } from '../../url/issue-filters.ts'

export const ISSUE_CHANGES = [
  {
    change: 'back',
    title: 'Regressed',
    colour: 'bad',
  },
  {
    change: 'new',
    title: 'New',
    colour: 'warn',
  },
  {
    change: 'still',
    title: 'Still failing',
    colour: 'warn',
  },
  {
    change: 'gone',
    title: 'No longer seen',
    colour: 'good',
  },
] as const

/** What the number of each says. */
export const CHANGE_TEXTS: Readonly<Record<ReleaseIssue['change'], (baseline: string) => string>> = {
  back: baseline => `seen earlier, but not in ${baseline}`,
  new: baseline => `first seen after ${baseline}`,
  still: baseline => `in ${baseline} too`,
  gone: baseline => `only in ${baseline}`,
}

interface ReleaseIssuesProps {
  readonly issues: readonly ReleaseIssue[]
  /** Which are shown. */
  readonly changes: readonly ReleaseIssue['change'][]
  /** What the release is compared with. */
  readonly baseline: string
  readonly nowMs: number
}

/** Issues that are new, back, gone or still seen in a release; the header counts them, so that there is no section for none. */
export function ReleaseIssues({ issues, changes, baseline, nowMs }: ReleaseIssuesProps) {
  return ISSUE_CHANGES.filter(({ change }) => changes.includes(change)).map(({ change, title, colour }) => {
    const changed = issues.filter(issue => issue.change === change)
    const total = countIssuesByChange(issues, change)
    if (changed.length === 0) return null
    return (
      <section key={change} className="section" aria-labelledby={change}>
        <h2>
          <span id={change}>{title}</span> <span className={`mark ${colour}`}>{formatCount(total)}</span>{' '}
          <span className="muted small">
            {CHANGE_TEXTS[change](baseline)}
            {total > changed.length && `, top ${changed.length}`}
          </span>
        </h2>
        <IssueTable issues={changed} change={change} baseline={baseline} nowMs={nowMs} />
      </section>
    )
  })
}

interface IssueTableProps extends Omit<ReleaseIssuesProps, 'changes'> {
  readonly change: ReleaseIssue['change']
}

function IssueTable({ issues, change, baseline, nowMs }: IssueTableProps) {
  return (
    <div className="panel">
      <DataTable
        columns={[
          { name: 'Exception', namesRow: true, cell: issue => <IssueTitle issue={issue} /> },
          { name: 'Type', shown: 'wide', width: 'col-type', look: 'muted', cell: ({ type }) => type },
          {
            name: 'Service',
            shown: 'wide',
            width: 'col-service',
            cell: ({ service }) => <ServiceName name={service} />,
          },
          {
            name: change === 'gone' ? `In ${baseline}` : 'Exceptions',
            isNumber: true,
            width: 'col-count',
            cell: ({ exceptions, exceptionsBefore }) => (
              <>
                {change === 'still' && `${formatCount(exceptionsBefore)} → `}
                {formatCount(exceptions)}
              </>
            ),
          },
          {
            name: 'Sessions',
            isNumber: true,
            shown: 'wide',
            width: 'col-duration',
            cell: ({ sessions, hasMoreSessions }) => <AffectedNumber count={sessions} hasMore={hasMoreSessions} />,
          },
          {
            name: 'Users',
            isNumber: true,
            shown: 'wide',
            width: 'col-duration',
            cell: ({ users, hasMoreUsers }) => <AffectedNumber count={users} hasMore={hasMoreUsers} />,
          },
          relativeTimeColumn('Last seen', 'lastNs', { nowMs }),
        ]}
        rows={issues}
        keyOf={({ issue, service }) => `${issue} ${service}`}
      />
    </div>
  )
}

function IssueTitle({ issue: { issue, message, type, sessions, users } }: { readonly issue: ReleaseIssue }) {
  return (
    <>
      <ScopedLink to={issuePath(issue)} className="row-link" data-row="" title={`${type}: ${message}`}>
        {exceptionTitle({ message, type })}
      </ScopedLink>
      <p className="under narrow-only">
        {[sessions > 0 && pluralize(sessions, 'session'), users > 0 && pluralize(users, 'user')]
          .filter(Boolean)
          .join(', ')}
      </p>
    </>
  )
}
