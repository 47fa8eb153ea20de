import { expect, test } from 'vitest'
import { exceptionRow, logRow, newId, openTestStore } from '../../test/open-test-store.ts'
import { getDigestRecord } from './get-digest-record.ts'

const DAY_NS = 86_400_000_000_000n
const attributes = { 'errata.error.digest': 'k7m2p9qx', 'errata.transaction.route': '/cart' }

test('tells first and last seen to the nanosecond, over days and services', async () => {
  const lastNs = BigInt(Date.now()) * 1_000_000n + 7n
  const traceId = newId(16)
  await using store = await openTestStore([
    exceptionRow({ at: lastNs - 3n * DAY_NS, attributes }),
    exceptionRow({
      at: lastNs,
      traceId,
      type: 'RangeError',
      service: 'cart',
      attributes,
      resource: { 'service.version': '2' },
    }),
    exceptionRow({ at: lastNs - 5n, attributes }),
    exceptionRow({ at: lastNs + 5n, attributes: { 'errata.error.digest': 'another1' } }),
  ])

  expect(await getDigestRecord(store, { digest: 'k7m2p9qx' })).toEqual({
    digest: 'k7m2p9qx',
    firstSeenNs: lastNs - 3n * DAY_NS,
    lastSeenNs: lastNs,
    occurrences: 3,
    services: ['cart', 'shop'],
    latestTraceId: traceId,
    type: 'RangeError',
    route: '/cart',
    release: '2',
  })
})

test('counts an occurrence once, however often it was delivered', async () => {
  const rows = [exceptionRow({ attributes }), exceptionRow({ attributes })]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  expect(await getDigestRecord(store, { digest: 'k7m2p9qx' })).toMatchObject({ occurrences: 2 })
})

test('answers undefined for a digest that was never seen', async () => {
  await using store = await openTestStore([logRow(), exceptionRow()])

  expect(await getDigestRecord(store, { digest: 'neverseen' })).toBeUndefined()
  expect(await getDigestRecord(store, { digest: '' })).toBeUndefined()
})
