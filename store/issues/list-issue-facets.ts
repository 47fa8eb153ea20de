import { bindExpressions } from '../../search/bind.ts'
import { LACKING_KEYS_FACET } from '../../search/lacking.ts'
import { addClause, hasKey, listNegatedKeys } from '../../search/write-lacking.ts'
import { writeKey } from '../../search/write-search.ts'
import { assembleFacets, type Facets, facetRow } from '../facets.ts'
import type { Store } from '../store.ts'
import { divideIntoParts, EXCEPTION_BUCKETS, writeParts } from '../stored-parts.ts'
import type { Ns, TimeRange } from '../units.ts'
import {
  type IssueFilter,
  type IssueListConditions,
  type IssueTab,
  issueListSqlParams,
  issuesByStatus,
} from './issue-filter.ts'
import sql from './list-issue-facets.sql?raw'
import { readIssueStates } from './read-states.ts'

const MAX_VALUES = 8

interface FacetQuery extends IssueFilter {
  readonly range: TimeRange
  readonly nowNs: Ns
  readonly tab: IssueTab
  /** The owner of the issues in `mine`; '' for none. */
  readonly who: string
  /** Values of each facet. @default 8 */
  readonly values?: number
}

/**
 * Counts the issues of a tab by facet: 'service', 'environment', 'release', 'side' ('browser' or 'server'), 'route' and
 * 'owner'. An issue may have several values of each but the last. {@link LACKING_KEYS_FACET}: keys that the search negates and that none of its
 * matching exceptions has.
 *
 * @throws {StoreError} Any kind.
 */
export async function listIssueFacets(
  store: Store,
  { nowNs, who, range, values, ...given }: FacetQuery,
  signal?: AbortSignal,
): Promise<Facets> {
  const states = await readIssueStates(store, { nowNs }, signal)
  const keys = listNegatedKeys(given.search)
  const filter = { ...given, ...issuesByStatus(states, who), range }
  const [{ total, values: facets, ...rest }, ...withKey] = await Promise.all([
    countFacets(store, filter, signal, values),
    ...keys.map(key => countFacets(store, { ...filter, search: addClause(given.search, hasKey(key)) }, signal)),
  ])
  const lacking = keys
    .map((key, index) => ({ value: writeKey(key), count: total - (withKey[index]?.total ?? 0) }))
    .filter(({ count }) => count > 0)
  return { ...rest, total, values: lacking.length === 0 ? facets : { ...facets, [LACKING_KEYS_FACET]: lacking } }
}

/** As {@link listIssueFacets}, if the issue states are known already. */
export async function countFacets(
  store: Store,
  filter: IssueListConditions,
  signal?: AbortSignal,
  values = MAX_VALUES,
): Promise<Facets> {
  const { owned, owners } = filter
  const params = { ...(await issueListSqlParams(store, filter, signal)), owned, owners, values, limit: 1_000 }
  const statement = { name: 'list-issue-facets', sql, params, decode: facetRow.parse }
  const bound = bindExpressions(statement, bind => writeParts([divideIntoParts(filter.range, EXCEPTION_BUCKETS)], bind))
  return assembleFacets(await store.query(bound, signal))
}
