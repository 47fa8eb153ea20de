import type { LoaderFunctionArgs } from 'react-router'
import { parseSearch } from '../../../search/parse-search.ts'
import { nsOfMs } from '../../../store/units.ts'
import { settingsContext } from '../../data/settings.ts'
import { readIssueFilters } from '../../url/issue-filters.ts'
import { excludedServices } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'

/** Rows of a page of the list. */
export const PAGE_SIZE = 50

/** The list of issues that a URL asks for, and what of it cannot be read. */
export function readList({ url, context }: Pick<LoaderFunctionArgs, 'url' | 'context'>) {
  const nowMs = Date.now()
  const { filters, filterErrors, range } = readIssueFilters(url.searchParams, nowMs)
  const { service, environment, release, side, route, owner, search, tab, sort, page } = filters
  const { search: searched, mistakes } = parseSearch(search, 'issues')
  const hidden = excludedServices(filters, context.get(settingsContext).ownServices)
  const nowNs = nsOfMs(floorToInterval(nowMs))
  const listFilters = { range, nowNs, service, environment, release, hidden, side, route, owner, search: searched, tab }
  const list = { ...listFilters, sort, offset: (page - 1) * PAGE_SIZE }
  return { nowMs, filters, filterErrors, mistakes, listFilters, list }
}
