import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import type { ExceptionOrder } from './cursor-of-exception.ts'
import { listSortedExceptions } from './list-sorted-exceptions.ts'

const NOW_MS = Date.now()
const range = rangeEndingAt(NOW_MS, 3_600_000)
const at = (secondsAgo: number) => nsOfMs(NOW_MS - secondsAgo * 1_000)

test.each<[ExceptionOrder, string[]]>([
  [{ by: 'time', rising: true }, ['b old', 'a', 'b new']],
  [{ by: 'type', rising: true }, ['a', 'b new', 'b old']],
  [{ by: 'type', rising: false }, ['b new', 'b old', 'a']],
  [{ by: 'release', rising: false }, ['a', 'b new', 'b old']],
])('sorted by %j, of one text the newest first', async (order, messages) => {
  await using store = await openTestStore([
    exceptionRow({ at: at(30), type: 'B', message: 'b old', resource: { 'service.version': '1' } }),
    exceptionRow({ at: at(20), type: 'A', message: 'a', resource: { 'service.version': '2' } }),
    exceptionRow({ at: at(10), type: 'B', message: 'b new', resource: { 'service.version': '1' } }),
    exceptionRow({ at: at(7_200), message: 'before the range' }),
  ])

  const listed = await listSortedExceptions(store, { range, order, limit: 10 })
  expect(listed.map(({ message }) => message)).toEqual(messages)
})
