import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { listReleaseDurations } from './list-release-durations.ts'

test('reads the median and the 95th percentile of each release and service over all routes', async () => {
  const took = (ms: number, version: string, service = 'shop') =>
    spanRow({
      service,
      durationNs: BigInt(ms) * 1_000_000n,
      attributes: { 'http.route': `/${ms}` },
      resource: { 'service.version': version },
    })
  const twenty = Array.from({ length: 20 }, (_, at) => took(at + 1, '1'))
  await using store = await openTestStore([...twenty, took(50, '2'), took(7, '2', 'cart'), took(9, '3')])

  expect(await listReleaseDurations(store, { releases: ['1', '2'] })).toEqual([
    { service: 'cart', release: '2', p50: 7_000_000n, p95: 7_000_000n, requests: 1 },
    { service: 'shop', release: '1', p50: 11_000_000n, p95: 20_000_000n, requests: 20 },
    { service: 'shop', release: '2', p50: 50_000_000n, p95: 50_000_000n, requests: 1 },
  ])
  expect(await listReleaseDurations(store, { releases: ['2'], hidden: ['shop'] })).toHaveLength(1)
  expect(await listReleaseDurations(store, { releases: [] })).toEqual([])
})
