import { MAX_SEARCH_CHARS } from '../../search/search.ts'
import type { IssueTab } from '../../store/issues/issue-filter.ts'
import type { IssueSort } from '../../store/issues/rank-issues.ts'
import { type ParamCodecs, writeFilters } from './codec.ts'
import { encodePathSegment } from './path-segment.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { SEARCH_PARAM } from './search-param.ts'
import { choiceCodec, nameCodec, textCodec } from './text-codecs.ts'
import { readFiltersAndRange } from './time-range.ts'

/** Filters of an issue list, besides the scope. */
export interface IssueFilters extends Scope {
  readonly tab: IssueTab
  /** Of a browser or of a server, by the name of the service. `''` stands for any, as of the next two. */
  readonly side: '' | 'browser' | 'server'
  /** Route of the latest exception. */
  readonly route: string
  readonly owner: string
  readonly sort: IssueSort
  /** As it was typed: what one exception of the issue is. */
  readonly search: string
  /** The first is 1. */
  readonly page: number
}

export const ISSUE_TABS: readonly [IssueTab, ...IssueTab[]] = ['open', 'mine', 'muted', 'resolved', 'all']
export const ISSUE_SORTS: readonly [IssueSort, ...IssueSort[]] = [
  'impact',
  'last',
  'events',
  'users',
  'sessions',
  'first',
]
const MAX_PAGES = 1_000

export const issueCodecs: ParamCodecs<IssueFilters> = {
  ...scopeCodecs,
  tab: choiceCodec('tab', ISSUE_TABS),
  side: choiceCodec<'' | 'browser' | 'server'>('side', ['', 'browser', 'server']),
  route: nameCodec('route'),
  owner: textCodec('owner'),
  sort: choiceCodec('sort', ISSUE_SORTS),
  search: textCodec(SEARCH_PARAM, MAX_SEARCH_CHARS),
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
