import { Link } from 'react-router'
import type { IssueSort as SortOrder } from '../../../store/issues/rank-issues.ts'
import { Menu } from '../../ui/controls/menu.tsx'
import { ISSUE_SORTS, type IssueFilters, issuesPath } from '../../url/issue-filters.ts'

export const ISSUE_SORT_LABELS: Readonly<Record<SortOrder, string>> = {
  impact: 'Impact',
  last: 'Last seen',
  events: 'Events',
  users: 'Users',
  sessions: 'Sessions',
  first: 'First seen',
}

/** Chooses the order of the issues list, also on screens too narrow for the sorted column. */
export function IssueSort({ filters }: { readonly filters: IssueFilters }) {
  return (
    <div className="button-row">
      {filters.sort === 'impact' && <span className="muted small">Ongoing first, by users × increase</span>}
      <Menu label={`Sort: ${ISSUE_SORT_LABELS[filters.sort]}`}>
        <ul aria-label="Sort by">
          {ISSUE_SORTS.map(sort => (
            <li key={sort}>
              <Link
                to={issuesPath({ ...filters, sort, page: 1 })}
                aria-current={sort === filters.sort ? 'true' : undefined}
                preventScrollReset
              >
                {ISSUE_SORT_LABELS[sort]}
              </Link>
            </li>
          ))}
        </ul>
        <p className="muted small">
          Impact: issues that stopped come last. Then affected users (or sessions; if exceptions name neither, the
          square root of events) × increase in events vs previous period, up to 10×. Issues of the last 24 hours count
          as increased from 0. An issue stopped if it has no events in the second half of the time range, or since ten
          were to be expected at its rate, for an hour at least.
        </p>
      </Menu>
    </div>
  )
}
