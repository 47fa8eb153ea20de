import { z } from 'zod'
import { booleanColumn, countColumn } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-log-shapes.sql?raw'

/** The facts that log records of a service have in common. */
export interface LogShape {
  /** The asked names that the attributes of their resource have, in order of text. */
  readonly resourceNames: readonly string[]
  /** `telemetry.sdk.language`; '' if it is not told. */
  readonly language: string
  /** `telemetry.sdk.version`; '' if it is not told. */
  readonly sdkVersion: string
  readonly hasSeverity: boolean
  readonly hasTrace: boolean
  /** True if the body begins like an object of JSON. */
  readonly isJson: boolean
  /** True if it is an exception without a stack trace. */
  readonly lacksStack: boolean
  readonly records: number
}

interface LogShapesQuery extends ScopeFilter {
  readonly range: TimeRange
  readonly service: string
  /** Names of attributes to look for. */
  readonly names: readonly string[]
}

/** The newest so many are read. */
export const MAX_SHAPED_RECORDS = 10_000
const MAX_SHAPES = 1_000

/**
 * Reads what kinds of log records a service sends.
 *
 * @returns Most records first; an empty array if the service sent none.
 * @throws {StoreError} Any kind.
 */
export function listLogShapes(
  store: Store,
  { range, names, ...scope }: LogShapesQuery,
  signal?: AbortSignal,
): Promise<LogShape[]> {
  const { service, environment, release } = scopeFilterParams(scope)
  const asked = { service, environment, release, names, maxRecords: MAX_SHAPED_RECORDS, limit: MAX_SHAPES }
  const params = { fromNs: range.from, toNs: range.to, ...asked }
  return store.query({ name: 'list-log-shapes', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  resourceNames: z.array(z.string()),
  language: z.string(),
  sdkVersion: z.string(),
  hasSeverity: booleanColumn,
  hasTrace: booleanColumn,
  isJson: booleanColumn,
  lacksStack: booleanColumn,
  records: countColumn,
})
