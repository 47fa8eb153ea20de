import { expect, test } from 'vitest'
import { logRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { listReleaseLatencies } from './list-release-latencies.ts'
import { listReleases } from './list-releases.ts'

const DAY = 86_400_000
const of = (version: string) => ({ resource: { 'service.version': version } })

test('compares durations and vitals of a route with the previous release only', async () => {
  const took = (ms: number, at: number, version: string, status: 'Unset' | 'Error' = 'Unset') =>
    spanRow({ at, status, durationNs: BigInt(ms) * 1_000_000n, attributes: { 'http.route': '/pay' }, ...of(version) })
  const vital = (value: string, version: string) =>
    logRow({
      at: DAY,
      traceId: randomHexId(16),
      attributes: {
        'browser.web_vital.name': 'lcp',
        'browser.web_vital.value': value,
        'http.route': '/pay',
        'errata.transaction.route': '/pay',
      },
      ...of(version),
    })
  await using store = await openTestStore([
    took(900, 3 * DAY, '1'),
    ...[10, 20, 30, 40].map(ms => took(ms, 2 * DAY, '2')),
    ...[50, 60, 70, 80].map(ms => took(ms, DAY, '3', ms === 80 ? 'Error' : undefined)),
    vital('1000', '3'),
  ])

  const release = await listReleases(store, { release: '3', limit: 10 })
  const speeds = await listReleaseLatencies(store, { of: release, whats: ['duration', 'lcp'], limit: 10 })
  expect(speeds).toMatchObject([
    {
      what: 'duration',
      operation: '/pay',
      now: 80_000_000,
      before: 40_000_000,
      median: 70_000_000,
      medianBefore: 30_000_000,
      samples: 4,
      samplesBefore: 4,
      failed: 1,
      failedBefore: 0,
      thinnedBy: 1,
    },
    { what: 'lcp', operation: '/pay', now: 1000, before: undefined, samples: 1, samplesBefore: 0 },
  ])
})
