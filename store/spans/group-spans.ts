import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import type { GroupOrder } from '../../search/groups.ts'
import type { ClauseKey } from '../../search/search.ts'
import { writeGroupKeys, writeMeasure } from '../../search/write-conditions.ts'
import { writeSpanConditions } from '../../search/write-trace-conditions.ts'
import { countColumn, int64 } from '../columns.ts'
import type { SqlStatement, Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { chooseSpanSample, EVERY_SPAN, writeSampleCondition } from './choose-span-sample.ts'
import type { SpanSearch } from './find-spans.ts'
import sql from './group-spans.sql?raw'

/** The spans of a search with one value of each key. */
export interface SpanGroup {
  /** The values of the keys, the first 300 characters of each, apart by `GROUP_SEPARATOR`; '' for those without the key. */
  readonly value: string
  readonly count: number
  readonly failed: number
  readonly p50: Ns
  readonly p95: Ns
  readonly p99: Ns
  /** The durations of all spans together. */
  readonly totalNs: Ns
  /** The numbers of the measure; `undefined` if there is none, or if no span has one. */
  readonly measured: MeasuredNumbers | undefined
}

/** Numbers of an attribute, in its own unit; of a sample those that were read, but for count and sum, which are estimates. */
export interface MeasuredNumbers {
  /** The number of spans that have one. */
  readonly count: number
  readonly sum: number
  readonly average: number
  readonly least: number
  readonly most: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export interface SpanGroups {
  readonly groups: readonly SpanGroup[]
  /** How many values there are; `groups` has only some of them. */
  readonly total: number
  /** 1 if all spans were read; else one trace in so many, and counts are estimates. */
  readonly oneIn: number
}

export interface SpanGroupQuery extends SpanSearch {
  /** At least one. */
  readonly by: readonly ClauseKey[]
  /** The attribute whose numbers are summed up. */
  readonly measure?: ClauseKey | undefined
  readonly order: GroupOrder
  /** 1 to 500. */
  readonly limit: number
}

/** Above so many spans a sample of whole traces is read. */
const SAMPLE_ABOVE_SPANS = 100_000

/**
 * Groups the spans of a search by any keys, with exact percentiles of those that were read.
 *
 * @returns In descending order of the requested column.
 * @throws {StoreError} Any kind.
 */
export async function groupSpans(store: Store, groups: SpanGroupQuery, signal?: AbortSignal): Promise<SpanGroups> {
  const sample = await chooseSpanSample(store, { ...groups, most: SAMPLE_ABOVE_SPANS }, signal)
  const rows = await store.query({ ...writeGroupSpans(groups, sample), decode: row.parse }, signal)
  return { groups: rows, total: rows[0]?.groups ?? 0, oneIn: rows[0]?.oneIn ?? 1 }
}

/** The SQL statement that groups the spans of a search. */
export function writeGroupSpans(
  { search, range, hidden = [], by, measure, order, limit }: SpanGroupQuery,
  sample = EVERY_SPAN,
): SqlStatement {
  const params = {
    fromNs: range.from,
    toNs: range.to,
    hidden,
    by: order,
    measures: measure === undefined ? 0 : 1,
    ...sample,
    limit,
  }
  const statement = { name: 'group-spans', sql, params }
  return bindExpressions(statement, bind => ({
    search: writeSpanConditions(search, { range, bind }),
    group: writeGroupKeys(by, bind),
    measure: measure === undefined ? 'NULL' : writeMeasure(measure, bind),
    sample: writeSampleCondition(sample),
  }))
}

/** NULL where no span has a number. */
const number = z
  .number()
  .nullable()
  .transform(known => known ?? 0)
const row = z
  .object({
    value: z.string(),
    count: countColumn,
    failed: countColumn,
    p50: int64,
    p95: int64,
    p99: int64,
    totalNs: int64,
    measuredCount: countColumn,
    numbers: z.tuple([number, number, number, number, number, number, number]),
    oneIn: countColumn,
    groups: countColumn,
  })
  .transform(({ measuredCount: count, numbers, ...group }) => {
    const [sum, average, least, most, p50, p95, p99] = numbers
    return { ...group, measured: count === 0 ? undefined : { count, sum, average, least, most, p50, p95, p99 } }
  })
