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
    { bucketNs: at(-HOUR_MS / 2), service: 'shop', exceptions: 1 },
    { bucketNs: at(0), service: 'cart', exceptions: 1 },
    { bucketNs: at(0), service: 'shop', exceptions: 2 },
    { bucketNs: at(HOUR_MS / 2), service: 'shop', exceptions: 1 },
  ])
  expect(await countExceptionsOverTime(store, { comparison, hidden: ['shop'] })).toHaveLength(1)
})
