import { afterAll, beforeAll } from 'vitest'
import { type InsertedRow, openTestStore, type TestStore } from './open-test-store.ts'

/**
 * One store for all tests of a file, which read the same rows or find their own by service, issue, trace or time: an insert costs more than
 * most queries. Rows that concurrent tests (`test.concurrent`) insert at the same time are one insert.
 *
 * @param deliveries inserted one after the other, before the first test
 * @returns The store, while tests run.
 */
export function shareTestStore(...deliveries: readonly (readonly InsertedRow[])[]): () => TestStore {
  let store: TestStore
  beforeAll(async () => {
    const opened = await openTestStore()
    store = { ...opened, insert: insertTogether(opened.insert) }
    for (const rows of deliveries) await store.insert(rows)
  })
  afterAll(() => store?.close())
  return () => store
}

/** Rows that are to be inserted while an insert runs follow it in one insert. */
function insertTogether(insert: TestStore['insert']): TestStore['insert'] {
  let waiting: { readonly rows: InsertedRow[]; readonly done: Promise<void> } | undefined
  let last: Promise<unknown> = Promise.resolve()
  return rows => {
    if (waiting === undefined) {
      const together: InsertedRow[] = []
      const done = last.then(() => {
        waiting = undefined
        return insert(together)
      })
      last = done.catch(() => undefined)
      waiting = { rows: together, done }
    }
    waiting.rows.push(...rows)
    return waiting.done
  }
}
