import { z } from 'zod'
import { bindExpressions } from '../search/bind.ts'
import { writeSpanConditions } from '../search/write-trace-conditions.ts'
import type { Store } from '../store.ts'
import { countColumn } from '../units.ts'
import sql from './count-span-samples.sql?raw'
import type { SpanSearch } from './find-spans.ts'

/**
 * Counts the matches of a search in `span_samples`, which has one trace in 16.
 *
 * @throws {StoreError} Any kind.
 */
export async function countSpanSamples(
  store: Store,
  { search, range, hidden = [] }: SpanSearch,
  signal?: AbortSignal,
): Promise<number> {
  const params = { fromNs: range.from, toNs: range.to, hidden, limit: 1 }
  const statement = { name: 'count-span-samples', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, bind => ({ search: writeSpanConditions(search, { range, bind }) }))
  const [counted] = await store.query(bound, signal)
  return counted?.matches ?? 0
}

const row = z.object({ matches: countColumn })
