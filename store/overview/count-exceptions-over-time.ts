import { z } from 'zod'
import { type Comparison, type Narrowing, slotParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { count, int64, type Ns } from '../units.ts'
import sql from './count-exceptions-over-time.sql?raw'

export interface ExceptionCount {
  /** Where the slot begins. */
  readonly slotNs: Ns
  readonly service: string
  readonly exceptions: number
}

/**
 * Counts the exceptions of each service now and before, by slots.
 *
 * @returns By slot, then by service; without the slots in which a service has none.
 * @throws {StoreError} Any kind.
 */
export function countExceptionsOverTime(
  store: Store,
  counted: Narrowing & { comparison: Comparison },
  signal?: AbortSignal,
): Promise<ExceptionCount[]> {
  return store.query(
    { name: 'count-exceptions-over-time', sql, params: slotParams(counted), decode: row.parse },
    signal,
  )
}

const row = z.object({ slotNs: int64, service: z.string(), exceptions: count })
