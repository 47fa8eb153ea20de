import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { findLogs } from './find-logs.ts'
import { getLog } from './get-log.ts'

test('gets one record with all of its attributes, or undefined', async () => {
  const rows = [logRow({ body: 'b', attributes: { k: 'v' }, resource: { 'service.version': '2' } })]
  await using store = await openTestStore(rows)

  const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
  const [found = { atNs: 0n, id: '' }] = await findLogs(store, { search: undefined, range, limit: 10 })
  expect(await getLog(store, found)).toMatchObject({
    body: 'b',
    attributes: { k: 'v' },
    resource: { 'service.version': '2' },
  })
  expect(await getLog(store, { ...found, id: '0'.repeat(16) })).toBeUndefined()
})
