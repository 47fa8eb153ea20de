import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { MINUTE_NS } from '../time-units.ts'
import { nsOfMs } from '../units.ts'
import { listLatenciesInWindows } from './list-latencies-in-windows.ts'

const nowNs = nsOfMs(Date.now())
const request = (minutesAgo: bigint, service: string, ms: bigint, fields: Parameters<typeof spanRow>[0] = {}) =>
  spanRow({
    at: nowNs - minutesAgo * MINUTE_NS,
    service,
    durationNs: ms * 1_000_000n,
    attributes: { 'http.route': '/' },
    ...fields,
  })
const anything = { service: '', environment: '', release: '', operation: '' }
const minutes = (from: bigint, to: bigint) => ({ from: nowNs - from * MINUTE_NS, to: nowNs - to * MINUTE_NS })

test('transactions are measured by target and selector, to the minute', async () => {
  await using store = await openTestStore([
    request(2n, 'pay', 10n),
    request(3n, 'pay', 30n, { status: 'Error', resource: { 'service.version': '2' } }),
    request(12n, 'pay', 50n),
    request(2n, 'errata', 10n),
  ])
  const groups = [
    {
      selectors: [anything, { ...anything, release: '2' }],
      targets: [[minutes(5n, 0n)], [minutes(13n, 11n), minutes(3n, 2n)]],
    },
    { selectors: [{ ...anything, service: 'errata' }], targets: [[minutes(5n, 0n)]] },
  ]
  const of = { hidden: ['errata'], most: 1_000, by: 'operation' } as const
  const found = await listLatenciesInWindows(store, { groups, ...of })
  expect(
    found.map(({ group, target, selector, service, requests, failed, p95 }) => [
      group,
      target,
      selector,
      service,
      requests,
      failed,
      p95,
    ]),
  ).toEqual([
    [0, 0, 0, 'pay', 2, 1, 30_000_000n],
    [0, 0, 1, 'pay', 1, 1, 30_000_000n],
    [0, 1, 0, 'pay', 2, 1, 50_000_000n],
    [0, 1, 1, 'pay', 1, 1, 30_000_000n],
    [1, 0, 0, 'errata', 1, 0, 10_000_000n],
  ])
  expect(found.map(({ operation, oneIn, isBrowser }) => [operation, oneIn, isBrowser])).toContainEqual(['/', 1, false])
})

test('of many transactions a sample is read, and counts are estimates', async () => {
  const rows = Array.from({ length: 2_000 }, (_, i) => request(1n, 'busy', BigInt((i % 100) + 1)))
  await using store = await openTestStore(rows)
  const groups = [{ selectors: [anything], targets: [[minutes(5n, 0n)]] }]
  const [found] = await listLatenciesInWindows(store, { groups, by: 'service', most: 500 })
  expect(found?.oneIn).toBeGreaterThan(1)
  expect(found?.requests).toBeGreaterThan(1_500)
  expect(found?.requests).toBeLessThan(2_500)
})
