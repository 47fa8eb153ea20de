import { z } from 'zod'
import { type BindParameter, bindExpressions } from '../../search/bind.ts'
import { countColumn } from '../columns.ts'
import type { TABLES } from '../schema/tables/table-names.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import { STORED_LEVEL } from './choose-sample.ts'
import sql from './count-samples.sql?raw'

interface SampleQuery {
  readonly samples: typeof TABLES.spanSamples | typeof TABLES.logSamples
  readonly range: TimeRange
  /** Services to leave out. */
  readonly hidden?: readonly string[]
}

/** One in 2^8 is counted first, which is one in 16 of the stored samples. */
const FIRST_LEVEL = 8

/** If so many of these match, the others are not counted. */
const ENOUGH = 500

/**
 * Counts the matches of a search in the samples: one trace in 16, or one log record in 16.
 *
 * @param writeSearch Writes the condition.
 * @returns Exact below 8,000, else about: two standard errors are at most 9 %.
 * @throws {StoreError} Any kind.
 */
export async function countSamples(
  store: Store,
  { samples, range, hidden = [] }: SampleQuery,
  writeSearch: (bind: BindParameter) => string,
  signal?: AbortSignal,
): Promise<number> {
  const count = async (level: number) => {
    const params = { samples, level, fromNs: range.from, toNs: range.to, hidden, limit: 1 }
    const statement = { name: 'count-samples', sql, params, decode: row.parse }
    const bound = bindExpressions(statement, bind => ({ search: writeSearch(bind) }))
    const [counted] = await store.query(bound, signal)
    return counted?.matches ?? 0
  }
  const first = await count(FIRST_LEVEL)
  return first < ENOUGH ? count(STORED_LEVEL) : first * 2 ** (FIRST_LEVEL - STORED_LEVEL)
}

const row = z.object({ matches: countColumn })
