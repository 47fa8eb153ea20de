import { expect, test } from 'vitest'
import { logRow, newId, openTestStore, spanRow } from '../../test/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countStored } from './count-stored.ts'

const HOUR_MS = 3_600_000

test('counts what was stored lately, each thing once, whatever its own time is', async () => {
  const [twice, old] = [spanRow(), spanRow({ at: 30 * HOUR_MS, traceId: newId(16) })]
  await using store = await openTestStore([
    twice,
    spanRow({ traceId: newId(16) }),
    old,
    logRow(),
    logRow({ at: 1_000 }),
  ])
  await store.insert([twice])

  const range = { from: nsOfMs(Date.now() - HOUR_MS), to: nsOfMs(Date.now() + HOUR_MS) }
  expect(await countStored(store, { range })).toEqual({ spans: 3, logs: 2 })
})

test('counts nothing that was stored before or after the range', async () => {
  await using store = await openTestStore([spanRow(), logRow()])
  const before = { from: nsOfMs(Date.now() - 2 * HOUR_MS), to: nsOfMs(Date.now() - HOUR_MS) }
  const after = { from: nsOfMs(Date.now() + HOUR_MS), to: nsOfMs(Date.now() + 2 * HOUR_MS) }
  expect(await countStored(store, { range: before })).toEqual({ spans: 0, logs: 0 })
  expect(await countStored(store, { range: after })).toEqual({ spans: 0, logs: 0 })
})
