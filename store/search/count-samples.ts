import { z } from 'zod'
import type { Store } from '../store.ts'
import { countColumn, type TimeRange } from '../units.ts'
import { type BindParameter, bindExpressions } from './bind.ts'
import sql from './count-samples.sql?raw'

interface SampleQuery {
  readonly samples: 'span_samples' | 'log_samples'
  readonly range: TimeRange
  /** Services to leave out. */
  readonly hidden?: readonly string[]
}

/**
 * Counts the matches of a search in the samples: one trace in 16, or one log record in 16.
 *
 * @param writeSearch Writes the condition.
 * @throws {StoreError} Any kind.
 */
export async function countSamples(
  store: Store,
  { samples, range, hidden = [] }: SampleQuery,
  writeSearch: (bind: BindParameter) => string,
  signal?: AbortSignal,
): Promise<number> {
  const params = { samples, fromNs: range.from, toNs: range.to, hidden, limit: 1 }
  const statement = { name: 'count-samples', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, bind => ({ search: writeSearch(bind) }))
  const [counted] = await store.query(bound, signal)
  return counted?.matches ?? 0
}

const row = z.object({ matches: countColumn })
