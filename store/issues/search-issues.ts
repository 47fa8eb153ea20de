import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import type { SearchExpression } from '../../search/search.ts'
import { writeConditions } from '../../search/write-conditions.ts'
import type { ScopeFilter } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { type Merges, mergeSqlParams } from './merges.ts'
import sql from './search-issues.sql?raw'

/** More than anybody has in a range. */
const MAX_ISSUES = 100_000

interface IssueSearch {
  /** What one exception of an issue must be. */
  readonly search: SearchExpression
  readonly fromNs: Ns
  readonly toNs: Ns
  /** As in `scopeFilterParams`. */
  readonly scope: Required<ScopeFilter>
  /** '' for both. */
  readonly side: '' | 'browser' | 'server'
  readonly merges: Merges
  /** Issues with an owner; `owners` has the names at the same positions. */
  readonly owned: readonly string[]
  readonly owners: readonly string[]
}

/**
 * Searches issues by their exceptions in a range.
 *
 * @returns Those with the latest matches, at most 100,000.
 * @throws {StoreError} Any kind.
 */
export async function searchIssues(
  store: Store,
  { search, fromNs, toNs, scope, side, merges, owned, owners }: IssueSearch,
  signal?: AbortSignal,
): Promise<string[]> {
  const params = {
    fromNs,
    toNs,
    ...scope,
    side,
    ...mergeSqlParams(merges),
    owned,
    owners,
    limit: MAX_ISSUES,
  }
  const statement = { name: 'search-issues', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, bind => ({ search: writeConditions(search, 'issues', bind) }))
  const rows = await store.query(bound, signal)
  return rows.map(({ issue }) => issue)
}

const row = z.object({ issue: z.string() })
