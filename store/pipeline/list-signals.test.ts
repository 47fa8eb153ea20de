import { expect, test } from 'vitest'
import { exceptionRow, logRow, openTestStore, spanRow } from '../../test/open-test-store.ts'
import { rangeBefore } from '../units.ts'
import { listSignals } from './list-signals.ts'

const MINUTE_MS = 60_000
const lastHour = () => ({ range: rangeBefore(Date.now() + MINUTE_MS, 60 * MINUTE_MS) })

test('counts the rows of each signal once, however often they were delivered', async () => {
  const rows = [spanRow({ at: 1000 }), spanRow({ at: 2000 }), logRow({ at: 1000 }), exceptionRow({ at: 3000 })]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const signals = await listSignals(store, lastHour())
  expect(signals).toMatchObject([
    { signal: 'logs', rows: 2 },
    { signal: 'metrics', rows: 0, newestStoredNs: 0n },
    { signal: 'spans', rows: 2 },
  ])
})

test('tells when the newest row was stored, not what time it claims', async () => {
  await using store = await openTestStore([spanRow({ at: 5 * 24 * 60 * MINUTE_MS })])

  const signals = await listSignals(store, lastHour())
  const storedMs = Number((signals[2]?.newestStoredNs ?? 0n) / 1_000_000n)
  expect(Math.abs(Date.now() - storedMs)).toBeLessThan(MINUTE_MS)
})
