import { data, type RouterContextProvider } from 'react-router'
import type { ParsedFilters } from '../url/codec.ts'
import { redirectWithoutEmptyParams } from '../url/filter-links.ts'
import { excludedServices, type Scope } from '../url/scope.ts'
import { floorToInterval, type PageTimeRange } from '../url/time-range.ts'
import { settingsContext } from './settings.ts'

interface PageArgs {
  readonly url: URL
  readonly context: Readonly<RouterContextProvider>
}

type ReadFilters<Filters> = (
  params: URLSearchParams,
  nowMs: number,
) => ParsedFilters<Filters> & { readonly range: PageTimeRange }

/** A page's address, read. Times are Unix milliseconds. */
export interface PageRequest<Filters> {
  readonly nowMs: number
  /** The present for what is cached: the same for some seconds. */
  readonly asOfMs: number
  readonly filters: Filters
  readonly range: PageTimeRange
  /** The scope as queries take it. */
  readonly listFilters: {
    readonly service: string
    readonly environment: string
    readonly release: string
    /** Services that the page leaves out. */
    readonly hidden: readonly string[]
  }
}

/**
 * Reads the filters of a page that has nothing to show with invalid ones. Lists that are searched show their form with the mistake instead.
 *
 * @throws A response of 400 with the invalid filters, which the error page shows; a redirect to the address without empty parameters.
 */
export function readPage<Filters extends Scope>(
  { url, context }: PageArgs,
  read: ReadFilters<Filters>,
): PageRequest<Filters> {
  redirectWithoutEmptyParams(url)
  const nowMs = Date.now()
  const { filters, filterErrors, range } = read(url.searchParams, nowMs)
  if (filterErrors.length > 0) throw data({ filterErrors }, { status: 400 })
  const { service, environment, release } = filters
  const hidden = excludedServices(filters, context.get(settingsContext).ownServices)
  return {
    nowMs,
    asOfMs: floorToInterval(nowMs),
    filters,
    range,
    listFilters: { service, environment, release, hidden },
  }
}
