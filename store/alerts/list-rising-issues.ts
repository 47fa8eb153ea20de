import { z } from 'zod'
import { type Merges, mergeSqlParams } from '../issues/merges.ts'
import type { Store } from '../store.ts'
import sql from './list-rising-issues.sql?raw'

/** The exceptions of an issue that may be escalating. */
export interface RisingIssue {
  readonly issue: string
  readonly service: string
  readonly environment: string
  readonly release: string
  /** Five minutes with any of the asked hours, Unix seconds, and their exceptions. */
  readonly starts: readonly number[]
  readonly counts: readonly number[]
  /** Hours with any, of those that tell what is usual. */
  readonly usualStarts: readonly number[]
  readonly usualCounts: readonly number[]
}

interface RisingQuery {
  /** Starts of hours, Unix seconds. */
  readonly hours: readonly number[]
  readonly usualHours: readonly number[]
  /** Exceptions in one of the hours. */
  readonly least: number
  readonly merges: Merges
}

/**
 * Lists the issues with many exceptions in some hours.
 *
 * @returns By issue, then by service, environment and release.
 * @throws {StoreError} Any kind.
 */
export async function listRisingIssues(
  store: Store,
  { hours, usualHours, least, merges }: RisingQuery,
  signal?: AbortSignal,
): Promise<RisingIssue[]> {
  if (hours.length === 0) return []
  const params = {
    hours: hours.map(BigInt),
    usualHours: usualHours.map(BigInt),
    least,
    ...mergeSqlParams(merges),
    limit: 100_000,
  }
  return await store.query({ name: 'list-rising-issues', sql, params, decode: row.parse }, signal)
}

const numbers = z.array(z.number())
const row = z.object({
  ...{ issue: z.string(), service: z.string(), environment: z.string(), release: z.string() },
  ...{ starts: numbers, counts: numbers, usualStarts: numbers, usualCounts: numbers },
})
