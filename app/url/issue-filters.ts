import type { IssueTab } from '../../store/issues/issue-filter.ts'
import type { IssueSort } from '../../store/issues/rank-issues.ts'
import { type Codecs, writeFilters } from './codec.ts'
import { encodePathSegment } from './path-segment.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { choiceCodec, nameCodec, textCodec } from './text-codecs.ts'
import { readFiltersAndRange } from './time-range.ts'

/** Filters of an issue list, besides the scope. */
export interface IssueFilters extends Scope {
  readonly tab: IssueTab
  /** Browser or server, by the service name. `''` for both, or for any in the next two. */
  readonly side: '' | 'browser' | 'server'
  /** Route of the latest exception. */
  readonly route: string
  readonly owner: string
  readonly sort: IssueSort
  /** Contained in the type or message of an issue, case-insensitively. */
  readonly text: string
  /** From 1. */
  readonly page: number
}

export const TABS: readonly [IssueTab, ...IssueTab[]] = ['open', 'mine', 'muted', 'resolved', 'all']
export const SORTS: readonly [IssueSort, ...IssueSort[]] = ['last', 'impact', 'events', 'users', 'sessions', 'first']
const MAX_PAGES = 1_000

export const issueCodecs: Codecs<IssueFilters> = {
  ...scopeCodecs,
  tab: choiceCodec('tab', TABS),
  side: choiceCodec<'' | 'browser' | 'server'>('side', ['', 'browser', 'server']),
  route: nameCodec('route'),
  owner: textCodec('owner'),
  sort: choiceCodec('sort', SORTS),
  text: textCodec('q'),
  page: {
    param: 'page',
    defaultValue: 1,
    parse(text) {
      const page = /^\d{1,4}$/.test(text) ? Number(text) : 0
      return page >= 1 && page <= MAX_PAGES
        ? { value: page }
        : { error: `page=${text} is not a valid page. Use 1 to ${MAX_PAGES}.` }
    },
    format: page => (page === 1 ? '' : String(page)),
  },
}

/** @param nowMs Unix milliseconds */
export function readIssueFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(issueCodecs, params, nowMs)
}

/** The URL of the issue list with these filters. */
export function issuesPath(filters: Partial<IssueFilters>): string {
  return `/issues${writeFilters(issueCodecs, filters)}`
}

/** The path of an issue's page. */
export const issuePath = (issue: string) => `/issues/${encodePathSegment(issue)}`
