import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import sql from './list-bytes-by-day.sql?raw'

/** Bytes of the ClickHouse node that answers: a cluster has more. */
export interface BytesOfDay {
  /** `2026-11-29`, UTC. */
  readonly day: string
  /** Stored of this day's telemetry. */
  readonly ofDay: number
  /** Those among them in the tables of spans, and in those that are made of spans alone. */
  readonly spans: number
  readonly logs: number
  /** Deleted on this day, because they are kept no longer. */
  readonly leaving: number
}

/**
 * Lists how many bytes each day's telemetry takes, and how many will be deleted on each day to come.
 *
 * @returns By day; `undefined` if the user may not read `system.parts`.
 * @throws {StoreError} Any kind but `denied`.
 */
export async function listBytesByDay(
  store: Store,
  _: object,
  signal?: AbortSignal,
): Promise<readonly BytesOfDay[] | undefined> {
  try {
    return await store.query({ name: 'list-bytes-by-day', sql, params: { limit: 10_000 }, decode: decodeRow }, signal)
  } catch (error) {
    if (error instanceof StoreError && error.kind === 'denied') return undefined
    throw error
  }
}

const row = z.object({
  day: z.string(),
  ofDayBytes: countColumn,
  spanBytes: countColumn,
  logBytes: countColumn,
  leavingBytes: countColumn,
})

function decodeRow(value: unknown): BytesOfDay {
  const { day, ofDayBytes, spanBytes, logBytes, leavingBytes } = row.parse(value)
  return { day, ofDay: ofDayBytes, spans: spanBytes, logs: logBytes, leaving: leavingBytes }
}
