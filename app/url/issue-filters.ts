import type { IssueTab } from '../../store/issues/issue-filter.ts'
import type { IssueSort } from '../../store/issues/rank-issues.ts'
import { type Codecs, writeFilters } from './codec.ts'
import { encodePathSegment } from './path-segment.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { choiceCodec, nameCodec, textCodec } from './text-codecs.ts'
import { readFiltersAndRange } from './time-range.ts'

/** Which issues a list shows, beside what all pages are about. */
export interface IssueFilters extends Scope {
  readonly tab: IssueTab
  /** Of a browser or of a server, by the name of the service. `''` stands for any, as of the next two. */
  readonly side: '' | 'browser' | 'server'
  /** Of the latest exception. */
  readonly route: string
  readonly owner: string
  readonly sort: IssueSort
  /** Found anywhere in the type or message that an issue is called by, in any case. */
  readonly text: string
  /** The first is 1. */
  readonly page: number
}

export const TABS: readonly [IssueTab, ...IssueTab[]] = ['open', 'mine', 'muted', 'resolved', 'all']
export const SORTS: readonly [IssueSort, ...IssueSort[]] = ['last', 'first', 'events', 'sessions', 'users']
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

/** The address of the list of issues with these filters. */
export function issuesPath(filters: Partial<IssueFilters>): string {
  return `/issues${writeFilters(issueCodecs, filters)}`
}

/** The path of an issue's page. */
export const issuePath = (issue: string) => `/issues/${encodePathSegment(issue)}`
