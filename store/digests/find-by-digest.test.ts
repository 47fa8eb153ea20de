import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { findByDigest } from './find-by-digest.ts'
import { getDigestRecord } from './get-digest-record.ts'

const DAY_MS = 24 * 3_600_000
const attributes = { 'errata.error.digest': 'k7m2p9qx', 'errata.transaction.route': '/cart' }

test('finds the newest exception of a digest, with first seen, last seen and count', async () => {
  const [first, last] = [randomHexId(16), randomHexId(16)]
  const rows = [
    exceptionRow({ at: 3 * DAY_MS, traceId: first, attributes }),
    exceptionRow({ at: 60_000, attributes }),
    exceptionRow({ at: 1000, traceId: last, attributes, message: 'newest', resource: { 'service.version': '2' } }),
    exceptionRow({ at: 500, attributes: { 'errata.error.digest': 'another1' } }),
  ]
  await using store = await openTestStore(rows)

  const record = await getDigestRecord(store, { digest: 'k7m2p9qx' })
  const newest = await findByDigest(store, { digest: 'k7m2p9qx' })
  expect(newest).toMatchObject({ message: 'newest', traceId: last, digest: 'k7m2p9qx', route: '/cart' })
  expect(record).toMatchObject({
    occurrences: 3,
    services: ['shop'],
    latestTraceId: last,
    type: 'TypeError',
    release: '2',
  })
  expect(record?.lastSeenNs).toBe(newest?.atNs)
  expect(Number((record?.lastSeenNs ?? 0n) - (record?.firstSeenNs ?? 0n)) / 1e6).toBeCloseTo(3 * DAY_MS - 1000, -3)
})

test('knows a digest whose records have expired', async () => {
  await using store = await openTestStore([exceptionRow({ at: 1000, attributes })])
  await store.command('TRUNCATE TABLE exceptions')

  expect(await getDigestRecord(store, { digest: 'k7m2p9qx' })).toMatchObject({ occurrences: 1 })
  expect(await findByDigest(store, { digest: 'k7m2p9qx' })).toBeUndefined()
})

test('retention deletes the exceptions of a digest and keeps its record', async () => {
  await using store = await openTestStore([
    exceptionRow({ at: 100 * DAY_MS, attributes }),
    exceptionRow({ at: 80 * DAY_MS, attributes: { 'errata.error.digest': 'another1' } }),
  ])
  await store.command('OPTIMIZE TABLE exceptions FINAL')

  expect(await findByDigest(store, { digest: 'k7m2p9qx' })).toBeUndefined()
  expect(await findByDigest(store, { digest: 'another1' })).toBeDefined()
  expect(await getDigestRecord(store, { digest: 'k7m2p9qx' })).toMatchObject({ occurrences: 1, type: 'TypeError' })
})

test('finds nothing for a digest that was never seen', async () => {
  await using store = await openTestStore([exceptionRow({ attributes })])

  expect(await findByDigest(store, { digest: 'neverseen' })).toBeUndefined()
})

test('finds one exception for a log record and a span event of the same error, also if the event is newer', async () => {
  const [traceId, spanId] = [randomHexId(16), randomHexId(8)]
  const both = { traceId, spanId, message: 'twice told', attributes }
  await using store = await openTestStore([
    exceptionRow({ ...both, at: 120_000 }),
    spanRow({
      traceId,
      spanId,
      at: 1000,
      attributes,
      events: [
        {
          at: 1000,
          name: 'exception',
          attributes: { 'exception.type': 'TypeError', 'exception.message': 'twice told' },
        },
      ],
    }),
  ])

  expect(await findByDigest(store, { digest: 'k7m2p9qx' })).toMatchObject({ shape: 'log' })
})
