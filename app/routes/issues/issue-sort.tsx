import { Link } from 'react-router'
import type { Sort } from '../../../store/issues/rank-issues.ts'
import { Menu } from '../../ui/elements/menu.tsx'
import { type IssueFilters, issuesPath, SORTS } from '../../url/issue-filters.ts'

export const SORT_NAMES: Readonly<Record<Sort, string>> = {
  last: 'Last seen',
  impact: 'Impact',
  events: 'Events',
  users: 'Users',
  sessions: 'Sessions',
  first: 'First seen',
}

/** Chooses the order of the issues list, also where the columns it sorts by have no room. */
export function IssueSort({ filters }: { readonly filters: IssueFilters }) {
  return (
    <div>
      <Menu label={`Sort: ${SORT_NAMES[filters.sort]}`}>
        <ul aria-label="Sort by">
          {SORTS.map(sort => (
            <li key={sort}>
              <Link
                to={issuesPath({ ...filters, sort, page: 1 })}
                aria-current={sort === filters.sort ? 'true' : undefined}
                preventScrollReset
              >
                {SORT_NAMES[sort]}
              </Link>
            </li>
          ))}
        </ul>
        <p className="muted small">
          Impact: affected users (sessions where no user is known) × increase of events vs the previous period, up to
          10×.
        </p>
      </Menu>
    </div>
  )
}
