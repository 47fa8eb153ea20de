import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { MINUTE_NS } from '../time-units.ts'
import { nsOfMs } from '../units.ts'
import { listRequestCounts } from './list-request-counts.ts'

/** Two minutes into a whole three hours. */
const endNs = (nsOfMs(Date.now() - 10_800_000) / (180n * MINUTE_NS)) * 180n * MINUTE_NS + 2n * MINUTE_NS
const at = (minutesAgo: bigint) => endNs - minutesAgo * MINUTE_NS
const windowOf = (minutes: bigint) => ({ from: at(minutes), to: endNs })

test('requests are counted in pieces, each of which is in a window as a whole or not at all', async () => {
  await using store = await openTestStore([
    spanRow({ at: at(1n), service: 'pay', status: 'Error' }),
    spanRow({ at: at(4n), service: 'pay' }),
    spanRow({ at: at(6n), service: 'pay' }),
    spanRow({ at: at(190n), service: 'pay', status: 'Error' }),
    spanRow({ at: at(900n), service: 'pay' }),
    spanRow({ at: at(3n), service: 'shop-browser', attributes: { 'errata.transaction.route': '/' } }),
  ])
  const counts = await listRequestCounts(store, { windows: [windowOf(5n), windowOf(240n), windowOf(3n)] })
  expect(counts.map(({ service, isBrowser }) => [service, isBrowser])).toEqual([
    ['pay', false],
    ['shop-browser', true],
  ])
  const sum = (numbers: readonly number[], minutes: bigint) =>
    numbers
      .filter((_, i) => BigInt(counts[0]?.starts[i] ?? 0) * 1_000_000_000n >= at(minutes))
      .reduce((all, n) => all + n, 0)
  const pay = counts[0]
  expect([3n, 5n, 240n].map(minutes => [sum(pay?.requests ?? [], minutes), sum(pay?.failed ?? [], minutes)])).toEqual([
    [1, 1],
    [2, 1],
    [4, 2],
  ])
  expect(await listRequestCounts(store, { windows: [] })).toEqual([])
})
