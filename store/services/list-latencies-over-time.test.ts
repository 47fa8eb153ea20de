import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { listLatenciesOverTime } from './list-latencies-over-time.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const at = (ms: number) => nsOfMs(hourMs + ms)
const comparison = addPreviousPeriod({ from: at(0), to: at(HOUR_MS) }, 1_800_000_000_000n)

test('has percentiles of each bucket of one service, of what is asked for alone', async () => {
  const resource = { 'deployment.environment.name': 'staging', 'service.version': '2' }
  const rows = [
    spanRow({ at: at(0), durationNs: 10n }),
    spanRow({ at: at(1), durationNs: 20n }),
    spanRow({ at: at(2), durationNs: 30n }),
    spanRow({ at: at(1_800_000), durationNs: 40n, resource }),
    spanRow({ at: at(-1), durationNs: 50n }),
    spanRow({ at: at(HOUR_MS), durationNs: 50n }),
    spanRow({ at: at(0), durationNs: 60n, service: 'stock' }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  expect(await listLatenciesOverTime(store, { comparison, service: 'shop' })).toEqual([
    { bucketNs: at(0), p50: 20n, p95: 30n, p99: 30n },
    { bucketNs: at(1_800_000), p50: 40n, p95: 40n, p99: 40n },
  ])
  const buckets = async (scope: object) =>
    (await listLatenciesOverTime(store, { comparison, service: 'shop', ...scope })).map(({ bucketNs }) => bucketNs)
  expect(await buckets({ environment: 'staging' })).toEqual([at(1_800_000)])
  expect(await buckets({ release: '2' })).toEqual([at(1_800_000)])
})
