import { describe, expect, test } from 'vitest'
import { exceptionRow, logRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { findByDigest } from './find-by-digest.ts'
import { getDigestRecord } from './get-digest-record.ts'

const DAY_NS = 86_400_000_000_000n
const attributes = { 'errata.error.digest': 'k7m2p9qx', 'errata.transaction.route': '/cart' }

test('reports first and last seen to the nanosecond, over days and services', async () => {
  const lastNs = BigInt(Date.now()) * 1_000_000n + 7n
  const traceId = randomHexId(16)
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

test('answers undefined for a digest that was never seen', async () => {
  await using store = await openTestStore([logRow(), exceptionRow()])

  expect(await getDigestRecord(store, { digest: 'neverseen' })).toBeUndefined()
  expect(await getDigestRecord(store, { digest: '' })).toBeUndefined()
})

describe('an exception that came as a span event', () => {
  const event = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }
  /** A failed span with as many exception events that carry a digest. */
  const failed = (times: number, options: Parameters<typeof spanRow>[0] = {}) =>
    spanRow({
      ...options,
      attributes,
      events: Array.from({ length: times }, (_, i) => ({
        name: 'exception',
        attributes: { ...event, 'exception.message': `${event['exception.message']}${i === 0 ? '' : i}` },
      })),
    })

  test('is found by its digest, with time, service and exception', async () => {
    const traceId = randomHexId(16)
    const atNs = BigInt(Date.now()) * 1_000_000n + 7n
    await using store = await openTestStore([failed(1, { at: atNs, traceId, resource: { 'service.version': '3' } })])

    expect(await getDigestRecord(store, { digest: 'k7m2p9qx' })).toEqual({
      digest: 'k7m2p9qx',
      firstSeenNs: atNs,
      lastSeenNs: atNs,
      occurrences: 1,
      services: ['shop'],
      latestTraceId: traceId,
      type: 'TypeError',
      route: '/cart',
      release: '3',
    })
    expect(await findByDigest(store, { digest: 'k7m2p9qx' })).toBeDefined()
  })

  test('counts without a log record, and once for repeated deliveries', async () => {
    const both = { traceId: randomHexId(16), spanId: randomHexId(8) }
    const rows = [
      failed(1, both),
      exceptionRow({ ...both, attributes }),
      failed(3),
      failed(2),
      exceptionRow({ attributes }),
    ]
    await using store = await openTestStore(rows)
    await store.command('SYSTEM STOP MERGES digests')
    await store.insert(rows.toReversed())
    for (const row of rows) await store.insert([row])

    expect(await getDigestRecord(store, { digest: 'k7m2p9qx' })).toMatchObject({ occurrences: 7 })
  })

  test('is not counted again when its log record arrives later', async () => {
    const both = { traceId: randomHexId(16), spanId: randomHexId(8) }
    await using store = await openTestStore([failed(1, both)])
    expect(await getDigestRecord(store, { digest: 'k7m2p9qx' })).toMatchObject({ occurrences: 1 })
    await store.insert([exceptionRow({ ...both, attributes }), exceptionRow({ ...both, attributes })])

    // Two log records of one text in one span are two exceptions, because the sender logged twice.
    expect(await getDigestRecord(store, { digest: 'k7m2p9qx' })).toMatchObject({ occurrences: 2 })
  })

  test('an exception without a digest adds no digest', async () => {
    await using store = await openTestStore([spanRow({ events: [{ name: 'exception', attributes: event }] })])
    expect(await store.querySql('SELECT * FROM digests')).toEqual([])
  })
})
