import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { findByDigest } from './find-by-digest.ts'
import { getDigestRecord } from './get-digest-record.ts'

const DAY_MS = 24 * 3_600_000
const of = (digest: string) => ({ 'errata.error.digest': digest, 'errata.transaction.route': '/cart' })
const [first, last] = [randomHexId(16), randomHexId(16)]
const both = { traceId: randomHexId(16), spanId: randomHexId(8), message: 'twice told', attributes: of('both') }
const told = { 'exception.type': 'TypeError', 'exception.message': 'twice told' }

const store = shareTestStore([
  exceptionRow({ at: 3 * DAY_MS, traceId: first, attributes: of('often') }),
  exceptionRow({ at: 60_000, attributes: of('often') }),
  exceptionRow({
    at: 1000,
    traceId: last,
    attributes: of('often'),
    message: 'newest',
    resource: { 'service.version': '2' },
  }),
  exceptionRow({ at: 500, attributes: of('another1') }),
  exceptionRow({ ...both, at: 120_000 }),
  spanRow({ ...both, at: 1000, events: [{ at: 1000, name: 'exception', attributes: told }] }),
])

test('finds the newest exception of a digest, with first seen, last seen and count', async () => {
  const record = await getDigestRecord(store(), { digest: 'often' })
  const newest = await findByDigest(store(), { digest: 'often' })
  expect(newest).toMatchObject({ message: 'newest', traceId: last, digest: 'often', route: '/cart' })
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

test('finds nothing for a digest that was never seen', async () => {
  expect(await findByDigest(store(), { digest: 'neverseen' })).toBeUndefined()
})

test('finds one exception for a log record and a span event of the same error, also if the event is newer', async () => {
  expect(await findByDigest(store(), { digest: 'both' })).toMatchObject({ shape: 'log' })
})

test('retention deletes the exceptions of a digest and keeps its record', async () => {
  await using store = await openTestStore([
    exceptionRow({ at: 100 * DAY_MS, attributes: of('expired') }),
    exceptionRow({ at: 80 * DAY_MS, attributes: of('another1') }),
  ])
  await store.command('OPTIMIZE TABLE exceptions FINAL')

  expect(await findByDigest(store, { digest: 'expired' })).toBeUndefined()
  expect(await findByDigest(store, { digest: 'another1' })).toBeDefined()
  expect(await getDigestRecord(store, { digest: 'expired' })).toMatchObject({ occurrences: 1, type: 'TypeError' })
})
