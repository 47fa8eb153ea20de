import { expect, test } from 'vitest'
import { exceptionRow, logRow, openTestStore } from '../../test/store/open-test-store.ts'

test('an exception is stored when its insert is acknowledged', async () => {
  await using store = await openTestStore()
  await store.insert([exceptionRow({ type: 'TypeError' })])

  expect(await store.querySql("SELECT Type, Issue != '' AS grouped FROM exceptions")).toEqual([
    { Type: 'TypeError', grouped: 1 },
  ])
})

test('an insert fails when its exceptions cannot be stored, so that the sender repeats it', async () => {
  await using store = await openTestStore()
  await store.command("ALTER TABLE exceptions ADD CONSTRAINT refused CHECK Type != 'TypeError'")

  await expect(store.insert([logRow(), exceptionRow({ type: 'TypeError' })])).rejects.toThrow(/Constraint `refused`/)
  await store.insert([logRow()])
  await store.command('ALTER TABLE exceptions DROP CONSTRAINT refused')
  await store.insert([exceptionRow({ type: 'TypeError' })])

  expect(await store.querySql('SELECT Type FROM exceptions')).toEqual([{ Type: 'TypeError' }])
})

test('views behind the buffer are planned only for inserts with an exception', async () => {
  await using store = await openTestStore()
  // Its view can no longer be planned.
  await store.command('DROP TABLE exceptions')

  await store.insert([logRow()])
  await expect(store.insert([exceptionRow()])).rejects.toThrow(/exceptions/)
})
