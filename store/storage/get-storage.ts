import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import sql from './get-storage.sql?raw'

/** Bytes of the ClickHouse node that answers: a cluster has more. */
export interface Storage {
  readonly used: number
  /** On its largest disk. */
  readonly free: number
}

/**
 * Reads how much the database has stored.
 *
 * @returns `undefined` if the user may not read `system.parts` or `system.disks`.
 * @throws {StoreError} Any kind but `denied`.
 */
export async function getStorage(store: Store, _: object, signal?: AbortSignal): Promise<Storage | undefined> {
  try {
    const [storage] = await store.query({ name: 'get-storage', sql, params: { limit: 1 }, decode: decodeRow }, signal)
    return storage
  } catch (error) {
    if (error instanceof StoreError && error.kind === 'denied') return undefined
    throw error
  }
}

const row = z.object({ diskBytes: countColumn, freeBytes: countColumn })

function decodeRow(value: unknown): Storage {
  const { diskBytes, freeBytes } = row.parse(value)
  return { used: diskBytes, free: freeBytes }
}
