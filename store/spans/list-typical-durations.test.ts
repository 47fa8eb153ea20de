import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listTypicalDurations } from './list-typical-durations.ts'

const MS = 1_000_000n
const now = nsOfMs(Date.now())
const minutesAgo = (minutes: number) => now - BigInt(minutes) * 60_000n * MS
const range = { from: minutesAgo(90), to: minutesAgo(10) }

test('the median of each operation in the time, of spans that were delivered twice as of others', async () => {
  const service = `shop-${randomHexId(8)}`
  const span = (name: string, durationNs: bigint, of: Parameters<typeof spanRow>[0] = {}) =>
    spanRow({ traceId: randomHexId(16), spanId: randomHexId(8), service, at: minutesAgo(60), name, durationNs, ...of })
  const wait = 'acquire connection'
  const rows = [
    ...[1n, 2n, 18n, 30n, 900n].map(ms => span(wait, ms * MS, { kind: 'Internal' })),
    ...[5n, 7n, 9n].map(ms => span('SELECT cart', ms * MS)),
    span(wait, 700n * MS, { service: 'other' }),
    span(wait, 700n * MS, { at: minutesAgo(5) }),
    span(wait, 700n * MS, { at: minutesAgo(100) }),
    span('DELETE cart', 700n * MS),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const operations = [wait, 'SELECT cart', 'never seen'].map(name => ({ service, name }))
  expect(await listTypicalDurations(store, { operations, range })).toEqual([
    { service, name: 'SELECT cart', medianNs: 7n * MS, spans: 3 },
    { service, name: wait, medianNs: 18n * MS, spans: 5 },
  ])
})

test('of many spans it reads those of a sample of traces', async () => {
  const service = `shop-${randomHexId(8)}`
  await using store = await openTestStore(
    Array.from({ length: 2_000 }, () =>
      spanRow({ traceId: randomHexId(16), spanId: randomHexId(8), service, at: minutesAgo(60), durationNs: 3n * MS }),
    ),
  )

  const operations = [{ service, name: 'GET /' }]
  expect(await listTypicalDurations(store, { operations, range })).toMatchObject([{ spans: 2_000 }])
  const [sampled] = await listTypicalDurations(store, { operations, range, most: 320 })
  // One trace in 16: eleven standard deviations.
  expect(sampled?.spans).toBeGreaterThan(10)
  expect(sampled?.spans).toBeLessThan(250)
  expect(sampled?.medianNs).toBe(3n * MS)
})
