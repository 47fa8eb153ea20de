import { describe, expect, test } from 'vitest'
import { exceptionRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { findByDigest } from './find-by-digest.ts'
import { getDigestRecord } from './get-digest-record.ts'

const DAY_NS = 86_400_000_000_000n
const lastNs = BigInt(Date.now()) * 1_000_000n + 7n
const newTrace = () => ({ traceId: randomHexId(16), spanId: randomHexId(8) })
const of = (digest: string) => ({ 'errata.error.digest': digest, 'errata.transaction.route': '/cart' })
const event = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }
/** A failed span with as many exception events that carry a digest. */
const failed = (digest: string, times: number, options: Parameters<typeof spanRow>[0] = {}) =>
  spanRow({
    ...options,
    attributes: of(digest),
    events: Array.from({ length: times }, (_, i) => ({
      name: 'exception',
      attributes: { ...event, 'exception.message': `${event['exception.message']}${i === 0 ? '' : i}` },
    })),
  })

const [latest, eventOnly, repeated, late] = [newTrace(), newTrace(), newTrace(), newTrace()]
const REPEATED = [
  failed('repeated', 1, repeated),
  exceptionRow({ ...repeated, attributes: of('repeated') }),
  failed('repeated', 3),
  failed('repeated', 2),
  exceptionRow({ attributes: of('repeated') }),
]
const store = shareTestStore([
  exceptionRow({ at: lastNs - 3n * DAY_NS, attributes: of('often') }),
  exceptionRow({
    at: lastNs,
    traceId: latest.traceId,
    type: 'RangeError',
    service: 'cart',
    attributes: of('often'),
    resource: { 'service.version': '2' },
  }),
  exceptionRow({ at: lastNs - 5n, attributes: of('often') }),
  exceptionRow({ at: lastNs + 5n, attributes: { 'errata.error.digest': 'another1' } }),
  failed('event', 1, { at: lastNs, traceId: eventOnly.traceId, resource: { 'service.version': '3' } }),
  failed('late', 1, late),
  ...REPEATED,
  logRow(),
  exceptionRow(),
  spanRow({ events: [{ name: 'exception', attributes: event }] }),
])

test('reports first and last seen to the nanosecond, over days and services', async () => {
  expect(await getDigestRecord(store(), { digest: 'often' })).toEqual({
    digest: 'often',
    firstSeenNs: lastNs - 3n * DAY_NS,
    lastSeenNs: lastNs,
    occurrences: 3,
    services: ['cart', 'shop'],
    latestTraceId: latest.traceId,
    type: 'RangeError',
    route: '/cart',
    release: '2',
  })
})

test('answers undefined for a digest that was never seen', async () => {
  expect(await getDigestRecord(store(), { digest: 'neverseen' })).toBeUndefined()
  expect(await getDigestRecord(store(), { digest: '' })).toBeUndefined()
})

describe('an exception that came as a span event', () => {
  test('is found by its digest, with time, service and exception', async () => {
    expect(await getDigestRecord(store(), { digest: 'event' })).toEqual({
      digest: 'event',
      firstSeenNs: lastNs,
      lastSeenNs: lastNs,
      occurrences: 1,
      services: ['shop'],
      latestTraceId: eventOnly.traceId,
      type: 'TypeError',
      route: '/cart',
      release: '3',
    })
    expect(await findByDigest(store(), { digest: 'event' })).toBeDefined()
  })

  test('counts without a log record, and once for repeated deliveries', async () => {
    await store().command('SYSTEM STOP MERGES digests')
    await store().insert(REPEATED.toReversed())
    for (const half of [REPEATED.slice(0, 2), REPEATED.slice(2)]) await store().insert(half)

    expect(await getDigestRecord(store(), { digest: 'repeated' })).toMatchObject({ occurrences: 7 })
  })

  test('is not counted again when its log record arrives later', async () => {
    expect(await getDigestRecord(store(), { digest: 'late' })).toMatchObject({ occurrences: 1 })
    const log = () => exceptionRow({ ...late, attributes: of('late') })
    await store().insert([log(), log()])

    // Two log records of one text in one span are two exceptions, because the sender logged twice.
    expect(await getDigestRecord(store(), { digest: 'late' })).toMatchObject({ occurrences: 2 })
  })

  test('an exception without a digest adds no digest', async () => {
    const digests = await store().querySql<{ Digest: string }>('SELECT DISTINCT Digest FROM digests ORDER BY Digest')
    expect(digests.map(({ Digest }) => Digest)).toEqual(['another1', 'event', 'late', 'often', 'repeated'])
  })
})
