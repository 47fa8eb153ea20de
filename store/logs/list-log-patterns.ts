import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { writeConditions } from '../../search/write-conditions.ts'
import { booleanColumn, countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { chooseLogSample, writeLogSample } from './choose-log-sample.ts'
import type { LogSearch } from './find-logs.ts'
import sql from './list-log-patterns.sql?raw'

/** Log records of a service whose texts differ only in numbers, ids and quoted values. */
export interface LogPattern {
  /** The body, else the exception's message, with `*` in place of each value and of what follows 300 characters; '' if its records have neither. */
  readonly pattern: string
  /** Whether it is of messages of exceptions, not of bodies. */
  readonly isMessage: boolean
  /** Name of the event of records without a text; else ''. */
  readonly event: string
  readonly service: string
  /** Of the most severe record: 1 to 6 for trace to fatal, 0 if it is unset. */
  readonly severity: number
  /** Records, estimated if not all were read. */
  readonly count: number
  /** The oldest of the time range and the newest that were read. */
  readonly firstNs: Ns
  readonly lastNs: Ns
  /** How many of those that were read are in each of {@link LINE_PARTS} equal parts of the time range. */
  readonly line: readonly number[]
}

export interface LogPatterns {
  readonly patterns: readonly LogPattern[]
  /** How many there are; `patterns` has only some of them. */
  readonly total: number
  /** 1 if all records were read; else one in so many, and counts are estimates. */
  readonly oneIn: number
}

export const LINE_PARTS = 30

/**
 * Groups the log records of a search by pattern. Above 20,000 records a sample is read.
 *
 * @param options.limit 1 to 1,000
 * @returns The most severe first, then the most frequent.
 * @throws {StoreError} Any kind.
 */
export async function listLogPatterns(
  store: Store,
  { search, range, hidden = [], limit }: LogSearch & { readonly limit: number },
  signal?: AbortSignal,
): Promise<LogPatterns> {
  const { sample, table } = await chooseLogSample(store, { search, range, hidden }, signal)
  const { from: fromNs, to: toNs } = range
  const params = { fromNs, toNs, hidden, level: sample.level, table, parts: LINE_PARTS, limit }
  const statement = { name: 'list-log-patterns', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, bind => ({
    search: writeConditions(search, 'logs', bind),
    sample: writeLogSample(sample),
  }))
  const rows = await store.query(bound, signal)
  return { patterns: rows, total: rows[0]?.patterns ?? 0, oneIn: rows[0]?.oneIn ?? 1 }
}

const row = z.object({
  pattern: z.string(),
  isMessage: booleanColumn,
  event: z.string(),
  service: z.string(),
  severity: z.number(),
  count: countColumn,
  oneIn: countColumn,
  firstNs: int64,
  lastNs: int64,
  line: z.array(z.number()),
  patterns: countColumn,
})
