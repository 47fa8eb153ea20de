import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { writeGroupKeys } from '../../search/write-conditions.ts'
import { writeSpanConditions } from '../../search/write-trace-conditions.ts'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { chooseSpanSample, writeSampleCondition } from './choose-span-sample.ts'
import sql from './count-groups-over-time.sql?raw'
import type { SpanGroupQuery } from './group-spans.ts'

/** The spans of one group that started in one bucket; of a sample those that were read. */
export interface GroupBucket {
  readonly value: string
  /** Start of the bucket. */
  readonly bucketNs: Ns
  readonly count: number
  readonly failed: number
  readonly p95: Ns
  /** 1 if all spans were read; else one trace in so many. */
  readonly oneIn: number
}

export interface GroupsOverTimeQuery extends Pick<SpanGroupQuery, 'search' | 'range' | 'hidden' | 'by'> {
  readonly values: readonly string[]
  readonly bucketNs: bigint
}

/** Above so many spans a sample of whole traces is read. */
const SAMPLE_ABOVE_SPANS = 100_000
const MAX_ROWS = 10_000

/**
 * Counts the spans of some groups over time.
 *
 * @returns By value, then by bucket; no row for buckets without spans.
 * @throws {StoreError} Any kind.
 */
export async function countGroupsOverTime(
  store: Store,
  { search, range, hidden = [], by, values, bucketNs }: GroupsOverTimeQuery,
  signal?: AbortSignal,
): Promise<GroupBucket[]> {
  const sample = await chooseSpanSample(store, { search, range, hidden, most: SAMPLE_ABOVE_SPANS }, signal)
  const params = { fromNs: range.from, toNs: range.to, stepNs: bucketNs, hidden, ...sample }
  const statement = {
    name: 'count-groups-over-time',
    sql,
    params: { ...params, groupValues: values, limit: MAX_ROWS },
    decode: row.parse,
  }
  const bound = bindExpressions(statement, bind => ({
    search: writeSpanConditions(search, { range, bind }),
    group: writeGroupKeys(by, bind),
    sample: writeSampleCondition(sample),
  }))
  return await store.query(bound, signal)
}

const row = z.object({
  value: z.string(),
  bucketNs: int64,
  count: countColumn,
  failed: countColumn,
  p95: int64,
  oneIn: countColumn,
})
