import { afterAll, beforeAll } from 'vitest'
import { type InsertedRow, openTestStore, type TestStore } from './open-test-store.ts'

/**
 * One store for all tests of a file that only read the same rows: an insert costs more than most of their queries.
 *
 * @param deliveries inserted one after the other, before the first test
 * @returns The store, while tests run.
 */
export function shareTestStore(...deliveries: readonly (readonly InsertedRow[])[]): () => TestStore {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore()
    for (const rows of deliveries) await store.insert(rows)
  })
  afterAll(() => store?.close())
  return () => store
}
