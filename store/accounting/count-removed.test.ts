import { expect, test } from 'vitest'
import { logRow, noiseRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countRemoved } from './count-removed.ts'

const minuteMs = Math.floor(Date.now() / 60_000) * 60_000
const range = { from: nsOfMs(minuteMs - 600_000), to: nsOfMs(minuteMs) }
const ago = (seconds: number) => nsOfMs(minuteMs - seconds * 1_000)

test('counts dropped spans and log records once, and no events of stored spans', async () => {
  const twice = noiseRow('not-found/1', spanRow({ at: ago(30), traceId: randomHexId(16) }))
  const event = { name: 'exception', attributes: { 'errata.noise.rule': 'resize-observer-loop/1' } }
  await using store = await openTestStore([
    twice,
    noiseRow('health-check/1', spanRow({ at: ago(90), traceId: randomHexId(16) })),
    noiseRow('health-check/1', spanRow({ at: ago(900), traceId: randomHexId(16) })),
    noiseRow('resize-observer-loop/1', logRow({ at: ago(10) })),
    noiseRow('', spanRow({ at: ago(20), traceId: randomHexId(16), events: [event] })),
  ])
  await store.insert([twice])

  expect(await countRemoved(store, { range })).toEqual({ spans: 2, logs: 1 })
})
