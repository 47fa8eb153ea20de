import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { countExceptionsOverTime } from './count-exceptions-over-time.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const at = (ms: number) => nsOfMs(hourMs + ms)
const comparison = addPreviousPeriod({ from: at(0), to: at(HOUR_MS) }, 1_800_000_000_000n)

test('counts exceptions by bucket and service: a log and an event of one exception once, a deliberate repeat twice', async () => {
  const ids = { traceId: randomHexId(16), spanId: randomHexId(8) }
  const exceptionAttributes = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }
  await using store = await openTestStore([
    spanRow({ at: at(0), ...ids, events: [{ name: 'exception', attributes: exceptionAttributes }] }),
    exceptionRow({ at: at(0), ...ids }),
    exceptionRow({ at: at(1), ...ids }),
    spanRow({ at: at(0), service: 'cart', events: [{ name: 'exception', attributes: exceptionAttributes }] }),
    exceptionRow({ at: at(HOUR_MS) - 1n }),
    exceptionRow({ at: at(HOUR_MS) }),
    exceptionRow({ at: at(-1) }),
  ])

  expect(await countExceptionsOverTime(store, { comparison })).toEqual([
    { isNow: true, bucketNs: undefined, service: 'cart', exceptions: 1 },
    { isNow: false, bucketNs: undefined, service: 'shop', exceptions: 1 },
    { isNow: true, bucketNs: undefined, service: 'shop', exceptions: 3 },
    { isNow: true, bucketNs: at(0), service: 'cart', exceptions: 1 },
    { isNow: true, bucketNs: at(0), service: 'shop', exceptions: 2 },
    { isNow: false, bucketNs: at(HOUR_MS / 2), service: 'shop', exceptions: 1 },
    { isNow: true, bucketNs: at(HOUR_MS / 2), service: 'shop', exceptions: 1 },
  ])
  expect(await countExceptionsOverTime(store, { comparison, hidden: ['shop'] })).toHaveLength(2)
})

test('a range that begins and ends within five minutes is counted to the nanosecond, and so is the time before', async () => {
  const [from, to] = [at(123_456), at(HOUR_MS / 2 + 234_567)]
  await using store = await openTestStore(
    [2n * from - to - 1n, 2n * from - to, from - 1n, from, from + 1n, to - 1n, to].map(at => exceptionRow({ at })),
  )
  const counts = await countExceptionsOverTime(store, { comparison: addPreviousPeriod({ from, to }, 300_000_000_000n) })
  expect(counts.filter(({ bucketNs }) => bucketNs === undefined)).toMatchObject([
    { isNow: false, exceptions: 2 },
    { isNow: true, exceptions: 3 },
  ])
  const first = (from / 300_000_000_000n) * 300_000_000_000n
  expect(counts.find(({ isNow, bucketNs }) => isNow && bucketNs === first)?.exceptions).toBe(2)
})

test('an error of which a span tells in one bucket and a log record in the next is in both, and once in the whole', async () => {
  const ids = { traceId: randomHexId(16), spanId: randomHexId(8) }
  const attributes = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }
  await using store = await openTestStore([
    spanRow({ at: at(HOUR_MS / 2 - 1), ...ids, events: [{ name: 'exception', attributes }] }),
    exceptionRow({ at: at(HOUR_MS / 2), ...ids }),
  ])
  const counts = await countExceptionsOverTime(store, { comparison })
  expect(counts.map(({ bucketNs, exceptions }) => [bucketNs, exceptions])).toEqual([
    [undefined, 1],
    [at(0), 1],
    [at(HOUR_MS / 2), 1],
  ])
})
