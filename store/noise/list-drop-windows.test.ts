import { expect, test } from 'vitest'
import { noiseRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listDropWindows } from './list-drop-windows.ts'

const MINUTE_NS = 60_000_000_000n
const beginNs = (nsOfMs(Date.now()) / (300n * 1_000_000_000n) - 40n) * 300n * 1_000_000_000n

test('has each window with stored and dropped counts, also for overlapping and empty windows', async () => {
  await using store = await openTestStore([
    spanRow({ at: beginNs }),
    spanRow({ at: beginNs + 6n * MINUTE_NS }),
    noiseRow('health-check/1', spanRow({ at: beginNs + 6n * MINUTE_NS })),
    noiseRow('not-found/1', spanRow({ at: beginNs + 10n * MINUTE_NS })),
  ])
  const window = (from: bigint, to: bigint) => ({ from: beginNs + from * MINUTE_NS, to: beginNs + to * MINUTE_NS })
  expect(await listDropWindows(store, { windows: [window(0n, 10n), window(5n, 15n), window(60n, 75n)] })).toEqual([
    { stored: 2, removed: new Map([['health-check', 1]]) },
    {
      stored: 1,
      removed: new Map([
        ['health-check', 1],
        ['not-found', 1],
      ]),
    },
    { stored: 0, removed: new Map() },
  ])
})
