import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listSortedTraceIds } from './list-sorted-trace-ids.ts'

const NOW_MS = Math.floor(Date.now() / 1000) * 1000
const range = rangeEndingAt(NOW_MS + 1_000, 3_600_000)
const at = (secondsAgo: number) => nsOfMs(NOW_MS - secondsAgo * 1_000)

test('sorts by the start of the root, oldest first as well, and continues after a cursor', async () => {
  await using store = await openTestStore([1, 3, 2, 4_000].map(seconds => spanRow({ at: at(seconds) })))
  const asked = { range, filter: {}, limit: 10, after: undefined }
  const oldest = await listSortedTraceIds(store, { ...asked, order: { by: 'start', rising: true } })
  expect(oldest.map(({ atNs }) => atNs)).toEqual([at(3), at(2), at(1)])
  expect(await listSortedTraceIds(store, { ...asked, after: oldest[0], order: { by: 'start', rising: true } })).toEqual(
    oldest.slice(1),
  )
})
