import { expect, test } from 'vitest'
import type { Release } from '../../../store/releases/list-releases.ts'
import { mergeReleases } from './merge-releases.ts'

const release = (service: string, name: string, previous: string, firstSeenNs: bigint): Release => ({
  service,
  isBrowser: service.endsWith('-browser'),
  release: name,
  previous,
  firstSeenNs,
  beganNs: firstSeenNs,
  lastSeenNs: firstSeenNs + 10n,
  previousBeganNs: 0n,
})

test('a release of several services is one, with what each had before; what its browsers request counts where it is answered', () => {
  const releases = [
    release('shop-browser', '2', '1', 30n),
    release('shop', '2', '1.9', 20n),
    release('shop-browser', '1', '', 5n),
  ]
  const requests = [
    { service: 'shop', release: '1.9', requests: 100, failed: 1, recent: 10, recentIn: [], recentOfAll: 60 },
    { service: 'shop', release: '1', requests: 7, failed: 7, recent: 0, recentIn: [], recentOfAll: 60 },
    {
      service: 'shop',
      release: '2',
      requests: 50,
      failed: 5,
      recent: 50,
      recentIn: ['staging', 'demo'],
      recentOfAll: 60,
    },
    { service: 'shop-browser', release: '1', requests: 10, failed: 2, recent: 3, recentIn: [], recentOfAll: 3 },
    { service: 'shop-browser', release: '2', requests: 49, failed: 4, recent: 0, recentIn: [], recentOfAll: 3 },
  ]
  const sessions = [{ service: 'shop-browser', release: '2', sessions: 9, crashed: 2 }]

  const [deploy, first] = mergeReleases(releases, { requests, sessions, durations: [] })
  expect(deploy).toMatchObject({
    release: '2',
    firstSeenNs: 20n,
    lastSeenNs: 40n,
    byService: [{ service: 'shop' }, { service: 'shop-browser' }],
    failed: { part: 5, whole: 50 },
    failedBefore: { part: 1, whole: 100 },
    adoption: { part: 50, whole: 63 },
    runsIn: ['demo', 'staging'],
    crashFree: { part: 7, whole: 9 },
    crashFreeBefore: { part: 0, whole: 0 },
  })
  expect(first).toMatchObject({ release: '1', failed: { part: 2, whole: 10 }, failedBefore: { part: 0, whole: 0 } })
})

test('a service is slower if its 95th percentile rose by a fifth and more than chance explains', () => {
  const slowerOf = (p95: bigint, requests: number) => {
    const durations = [
      { service: 'shop', release: '1', p50: 40_000_000n, p95: 100_000_000n, requests: 2_000 },
      { service: 'shop', release: '2', p50: 40_000_000n, p95, requests },
    ]
    return mergeReleases([release('shop', '2', '1', 20n)], { requests: [], sessions: [], durations })[0]?.slower
  }
  expect(slowerOf(182_000_000n, 80)).toEqual({ service: 'shop', now: 182_000_000n, before: 100_000_000n })
  expect([slowerOf(130_000_000n, 80), slowerOf(119_000_000n, 2_000), slowerOf(900_000_000n, 19)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(slowerOf(121_000_000n, 2_000)).toBeDefined()
})

test('of several services the 95th percentile is that of the slower one, else of the one with the most requests', () => {
  const releases = [release('shop', '2', '1', 20n), release('shop-browser', '2', '', 20n)]
  const p95Of = (shop: bigint) => {
    const durations = [
      { service: 'shop', release: '1', p50: 40_000_000n, p95: 100_000_000n, requests: 2_000 },
      { service: 'shop', release: '2', p50: 40_000_000n, p95: shop, requests: 2_000 },
      { service: 'shop-browser', release: '2', p50: 40_000_000n, p95: 300_000_000n, requests: 3_000 },
    ]
    return mergeReleases(releases, { requests: [], sessions: [], durations })[0]?.p95
  }
  expect(p95Of(180_000_000n)).toEqual({ service: 'shop', now: 180_000_000n, before: 100_000_000n, rise: 1 })
  expect(p95Of(60_000_000n)).toEqual({ service: 'shop-browser', now: 300_000_000n, before: undefined, rise: 0 })
})
