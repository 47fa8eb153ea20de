import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { getStorage } from './get-storage.ts'

test('tells how much this database has stored, and how much is free', async () => {
  await using store = await openTestStore()
  const before = await getStorage(store, {})
  await store.insert(Array.from({ length: 100 }, (_, i) => spanRow({ at: i * 1_000 })))
  const after = await getStorage(store, {})
  expect(after?.used).toBeGreaterThan(before?.used ?? Number.POSITIVE_INFINITY)
  expect(after?.free).toBeGreaterThan(1_000_000)
})

test('names of parts and disks are not exposed', async () => {
  await using store = await openTestStore()
  for (const sql of ['SELECT name FROM system.parts LIMIT 1', 'SELECT path FROM system.disks LIMIT 1']) {
    await expect(store.query({ name: 'x', sql, params: {}, decode: row => row })).rejects.toMatchObject({
      kind: 'denied',
    })
  }
})
