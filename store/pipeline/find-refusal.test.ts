import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { findRefusal } from './find-refusal.ts'

test('names the error of an insert that was refused, and none from before', async () => {
  await using store = await openTestStore()
  await expect(store.insert([{ ...spanRow(), table: 'no_such_table' }])).rejects.toThrow()

  // Of all test files' engine: another's error may be later still.
  expect(await findRefusal(store, { sinceNs: nsOfMs(Date.now() - 60_000) })).toMatch(/^[A-Z_]+$/)
  expect(await findRefusal(store, { sinceNs: nsOfMs(Date.now() + 60_000) })).toBeUndefined()
})

test('what ClickHouse said of its errors stays hidden', async () => {
  await using store = await openTestStore()
  const sql = 'SELECT last_error_message FROM system.errors ORDER BY name LIMIT 1'
  await expect(store.query({ name: 'x', sql, params: {}, decode: row => row })).rejects.toMatchObject({
    kind: 'denied',
  })
})
