import { writeReplacedFilters } from '../parts/trace-list/trace-search.ts'
import { readFilters } from '../url/codec.ts'
import { SEARCH_PARAM } from '../url/search-param.ts'
import { chooseTraceSort, toSpanSort, traceCodecs } from '../url/trace-filters.ts'
import { findOperation } from './find-operation.ts'
import { OPERATIONS } from './operations.ts'

interface CurlOptions {
  /** Address of the API. */
  readonly base: string
  /** True where readers sign in. */
  readonly needsToken: boolean
}

/**
 * A command that asks the API for what a page's address selects: its parameters have the same names, and what only concerns the page is
 * left out.
 *
 * @param list the first part of the page's path: `logs`
 * @returns `undefined` for a page that is no list of the API
 */
export function writeCurl(
  list: string,
  params: URLSearchParams,
  { base, needsToken }: CurlOptions,
): string | undefined {
  const { path, query } = list === 'traces' ? listOfTraces(params) : { path: `/${list}`, query: params }
  const found = findOperation(OPERATIONS, 'GET', path)
  if (found === undefined || !('operation' in found) || found.operation.path !== path) return undefined
  const taken = new URLSearchParams()
  for (const name of Object.keys(found.operation.query.shape)) {
    const value = query.get(name)?.trim() ?? ''
    // A checkbox of a form is on.
    if (value !== '') taken.set(name, value === 'on' ? '1' : value)
  }
  const token = needsToken ? '-H "Authorization: Bearer $ERRATA_TOKEN" ' : ''
  // URLSearchParams encodes apostrophes, so that none ends the text.
  return `curl ${token}'${base}${path}${taken.size === 0 ? '' : `?${taken}`}'`
}

/** The page of traces also lists spans and groups of them, whose filters by trace are part of their search. */
function listOfTraces(params: URLSearchParams): { readonly path: string; readonly query: URLSearchParams } {
  const { filters } = readFilters(traceCodecs, params)
  const query = new URLSearchParams(params)
  const sort = chooseTraceSort(filters, params)
  query.set('sort', traceCodecs.sort.format(filters.show === 'traces' ? sort : toSpanSort(sort)))
  if (filters.show === 'traces') return { path: '/traces', query }
  const replaced = writeReplacedFilters(filters)
  const typed = filters.search === '' || replaced === '' ? filters.search : `(${filters.search})`
  query.set(SEARCH_PARAM, [typed, replaced].filter(Boolean).join(' '))
  return { path: filters.show === 'groups' ? '/spans/groups' : '/spans', query }
}
