import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listSortedTraceIds } from './list-sorted-trace-ids.ts'

const NOW_MS = Math.floor(Date.now() / 1000) * 1000
const range = rangeEndingAt(NOW_MS + 1_000, 3_600_000)
const [a, b] = [`1${randomHexId(16).slice(1)}`, `2${randomHexId(16).slice(1)}`] as const
const at = (secondsAgo: number) => nsOfMs(NOW_MS - secondsAgo * 1_000)

test('sorts by root duration, then by id, and continues after a cursor', async () => {
  await using store = await openTestStore([
    spanRow({ at: at(1), traceId: b, durationNs: 5n }),
    spanRow({ at: at(2), traceId: a, durationNs: 5n }),
    spanRow({ at: at(3), durationNs: 9n }),
    spanRow({ at: at(4_000), durationNs: 99n }),
  ])
  const asked = { range, filter: {}, limit: 10, after: undefined }
  const longest = await listSortedTraceIds(store, { ...asked, order: { by: 'duration', rising: false } })
  expect(longest.map(({ atNs }) => atNs)).toEqual([9n, 5n, 5n])
  expect(longest.slice(1).map(({ id }) => id)).toEqual([a, b])
  const after = longest[1]
  expect(await listSortedTraceIds(store, { ...asked, after, order: { by: 'duration', rising: false } })).toEqual([
    longest[2],
  ])
  const oldest = await listSortedTraceIds(store, { ...asked, order: { by: 'start', rising: true } })
  expect(oldest.map(({ atNs }) => atNs)).toEqual([at(3), at(2), at(1)])
})
