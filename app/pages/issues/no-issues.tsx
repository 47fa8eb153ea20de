import { Link } from 'react-router'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { changeParams } from '../../url/filter-links.ts'
import type { IssueFilters } from '../../url/issue-filters.ts'

interface NoIssuesProps {
  readonly filters: IssueFilters
  readonly who: string
  readonly params: URLSearchParams
}

/** What was looked for in a tab without issues, and a longer time range. */
export function NoIssues({ filters: { tab, search, route }, who, params }: NoIssuesProps) {
  const emptyTab = {
    open: 'No unresolved issues in this time range.',
    mine:
      who === ''
        ? 'Set your name to see the issues that are assigned to you.'
        : `No issue of this time range is assigned to ${who}.`,
    muted: 'No muted issues in this time range.',
    resolved: 'No resolved issues in this time range.',
    all: 'No exceptions in this time range.',
  }[tab]
  const noMatch =
    search !== ''
      ? `No issue of this tab matches “${search}”.`
      : route !== ''
        ? `No issue of this tab was last seen on ${route}.`
        : undefined
  return (
    <EmptyState title="No issues">
      <p>
        {noMatch ?? emptyTab}{' '}
        <Link to={changeParams(params, { last: '90d', from: '', to: '', page: '' })}>Show the last 90 days</Link>.{' '}
        <OwnTrafficNotice params={params} />
      </p>
    </EmptyState>
  )
}
