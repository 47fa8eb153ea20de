import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { findRefusal } from './find-refusal.ts'

test('finds the error of a rejected insert, and no earlier one', async () => {
  await using store = await openTestStore()
  await expect(store.insert([{ ...spanRow(), table: 'no_such_table' }])).rejects.toThrow()

  // All test files share this engine: the error of another may be later.
  expect(await findRefusal(store, { sinceNs: nsOfMs(Date.now() - 60_000) })).toMatch(/^[A-Z_]+$/)
  expect(await findRefusal(store, { sinceNs: nsOfMs(Date.now() + 60_000) })).toBeUndefined()
})

test('error messages of ClickHouse are not exposed', async () => {
  await using store = await openTestStore()
  const sql = 'SELECT last_error_message FROM system.errors ORDER BY name LIMIT 1'
  await expect(store.query({ name: 'x', sql, params: {}, decode: row => row })).rejects.toMatchObject({
    kind: 'denied',
  })
})
