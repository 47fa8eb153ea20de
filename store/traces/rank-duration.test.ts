import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { rankDuration } from './rank-duration.ts'

const MS = 1_000_000n
const now = nsOfMs(Date.now())
const minutesAgo = (minutes: number) => now - BigInt(minutes) * 60_000n * MS
const request = (of: Parameters<typeof spanRow>[0]) =>
  spanRow({ traceId: randomHexId(16), spanId: randomHexId(8), service: 'shop', name: 'GET /cart', ...of })

test('a duration stands between the shorter and the longer ones of its operation and time, each counted once', async () => {
  const service = `shop-${randomHexId(8)}`
  const rows = [
    ...[10n, 20n, 30n, 40n].map(ms => request({ service, at: minutesAgo(60), durationNs: ms * MS })),
    request({ service, at: minutesAgo(50), durationNs: 90n * MS }),
    request({ service, at: minutesAgo(60), durationNs: 1n * MS, name: 'GET /prices' }),
    request({ service: 'other', at: minutesAgo(60), durationNs: 1n * MS }),
    request({ service, at: minutesAgo(60), durationNs: 1n * MS, parentSpanId: randomHexId(8), kind: 'Internal' }),
    request({ service, at: minutesAgo(5), durationNs: 1n * MS }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const asked = { service, operation: 'GET /cart', range: { from: minutesAgo(90), to: minutesAgo(10) } }
  expect(await rankDuration(store, { ...asked, durationNs: 40n * MS })).toEqual({
    ...{ transactions: 5, shorter: 3, longer: 1, oneIn: 1 },
  })
  expect(await rankDuration(store, { ...asked, durationNs: 91n * MS })).toMatchObject({ shorter: 5, longer: 0 })
  expect(await rankDuration(store, { ...asked, operation: 'GET /none', durationNs: 1n })).toEqual({
    ...{ transactions: 0, shorter: 0, longer: 0, oneIn: 1 },
  })
})
