import { z } from 'zod'
import { bindExpressions } from '../search/bind.ts'
import { writeConditions } from '../search/write-conditions.ts'
import type { Store } from '../store.ts'
import { countColumn } from '../units.ts'
import sql from './count-log-samples.sql?raw'
import type { LogSearch } from './find-logs.ts'

/**
 * Counts the matches of a search in `log_samples`, which has one record in 16.
 *
 * @throws {StoreError} Any kind.
 */
export async function countLogSamples(
  store: Store,
  { search, range, hidden = [] }: LogSearch,
  signal?: AbortSignal,
): Promise<number> {
  const params = { fromNs: range.from, toNs: range.to, hidden, limit: 1 }
  const statement = { name: 'count-log-samples', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, bind => ({ search: writeConditions(search, 'logs', bind) }))
  const [counted] = await store.query(bound, signal)
  return counted?.matches ?? 0
}

const row = z.object({ matches: countColumn })
