import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { MINUTE_NS } from '../time-units.ts'
import { type Ns, nsOfMs } from '../units.ts'
import { countFoundLogs } from './count-found-logs.ts'

const nowNs = (nsOfMs(Date.now()) / MINUTE_NS) * MINUTE_NS
const row = (at: Ns, service: string) => logRow({ at, service, body: 'timeout' })

test('counts what each search finds in each window', async () => {
  const pay = row(nowNs - 4n * MINUTE_NS, 'pay')
  await using store = await openTestStore([pay, row(nowNs - MINUTE_NS, 'pay'), row(nowNs - MINUTE_NS, 'shop')])
  await store.insert([pay])
  const searches = ['timeout', 'service:shop', 'service:nothing'].map(text => parseSearch(text, 'logs').search)
  const of = { firstNs: nowNs - 3n * MINUTE_NS, stepNs: MINUTE_NS, windows: 4, lengthNs: 2n * MINUTE_NS }
  expect(await countFoundLogs(store, { searches, ...of })).toEqual([
    { search: 0, window: 0, found: 1 },
    { search: 0, window: 1, found: 1 },
    { search: 0, window: 3, found: 2 },
    { search: 1, window: 3, found: 1 },
  ])
})
