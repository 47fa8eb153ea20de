import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { HOUR_NS, MINUTE_NS } from '../time-units.ts'
import { nsOfMs } from '../units.ts'
import { listRhythmsAt } from './list-rhythms-at.ts'

const nowNs = nsOfMs(Date.now())

test('a rhythm is that of the runs until then', async () => {
  await using store = await openTestStore(
    [1n, 2n, 3n, 4n, 5n].map(hours =>
      spanRow({ at: nowNs - hours * HOUR_NS, service: 'clock', name: 'tidy', kind: 'Internal' }),
    ),
  )
  const of = { leastSilenceMs: 600_000, leastRuns: 3, evenPart: 0.15 }
  const times = [nowNs - HOUR_NS - MINUTE_NS, nowNs - HOUR_NS + MINUTE_NS, nowNs]
  const rhythms = await listRhythmsAt(store, { times, ...of })
  expect(
    rhythms.map(({ atNs, runs, lastSeenNs, evenRuns, periodNs }) => [
      atNs,
      runs,
      nowNs - lastSeenNs,
      evenRuns,
      periodNs,
    ]),
  ).toEqual([
    [times[0], 4, 2n * HOUR_NS, 3, HOUR_NS],
    [times[2], 5, HOUR_NS, 4, HOUR_NS],
  ])
})
