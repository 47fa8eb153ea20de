import type { ScopeFilter } from '../../../store/comparison.ts'
import { listReleasesSeen } from '../../../store/releases/list-releases-seen.ts'
import { countRequestsOverTime } from '../../../store/services/count-requests-over-time.ts'
import type { Store } from '../../../store/store.ts'
import { DAY_NS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { endAtNow } from '../../data/count-and-compare.ts'
import { mergeDeploys } from '../../data/list-deploys.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import type { MergedRelease } from '../../parts/release-comparison/merge-releases.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { timeBuckets } from '../../ui/charts/time-buckets.server.ts'

interface ReleaseChartsQuery extends Pick<ScopeFilter, 'environment'> {
  readonly deploy: Pick<MergedRelease, 'release' | 'byService' | 'firstSeenNs' | 'lastSeenNs'>
  readonly nowMs: number
  /** Requests are kept for so many days. */
  readonly days: number
}

/** A shorter life of a release would leave a chart few bars. */
const MIN_LIFE_NS = 3_600_000_000_000n

/** Requests and error rate of a release's services over its life, and over the same time before and after it. */
export async function queryReleaseCharts(
  store: Store,
  { deploy, environment = '', nowMs, days }: ReleaseChartsQuery,
  signal?: AbortSignal,
) {
  const { release, byService, firstSeenNs, lastSeenNs } = deploy
  const nowNs = nsOfMs(nowMs)
  const lifeNs = lastSeenNs - firstSeenNs > MIN_LIFE_NS ? lastSeenNs - firstSeenNs : MIN_LIFE_NS
  const oldestNs = nowNs - BigInt(days) * DAY_NS
  const [from, to] = [firstSeenNs - lifeNs, lastSeenNs + lifeNs]
  const range = endAtNow({ from: from > oldestNs ? from : oldestNs, to }, nowMs)
  const { buckets, stepNs } = timeBuckets(range)
  const services = byService.map(({ service }) => service)
  const [only = '', ...others] = services
  const asked = {
    comparison: { beforeNs: range.from, fromNs: range.from, toNs: range.to, lastedNs: range.to - range.from, stepNs },
    service: others.length > 0 ? '' : only,
    environment,
  }
  const [all, its, releases] = await Promise.all([
    countRequestsOverTime(store, asked, signal),
    countRequestsOverTime(store, { ...asked, release }, signal),
    listReleasesSeen(store, asked, signal),
  ])
  const perBucket = (rows: typeof all, amount: (row: (typeof all)[number]) => number) => {
    const counted = Map.groupBy(
      rows.filter(({ service }) => services.includes(service)),
      ({ bucketNs }) => bucketNs,
    )
    return buckets.map(({ fromNs }) => counted.get(fromNs)?.reduce((sum, row) => sum + amount(row), 0) ?? 0)
  }
  const [requests, failed] = [perBucket(all, row => row.requests), perBucket(all, row => row.failed)]
  const own = perBucket(its, row => row.requests)
  const rates = failed.map((part, i) => (requests[i] ? part / requests[i] : undefined))
  const marks = mergeDeploys(
    releases.filter(({ service }) => services.includes(service)),
    stepNs,
  )
  const draw = { buckets, range, marks, nowNs }
  return {
    adoption: layoutTimeSeries({
      ...draw,
      format: formatAmount,
      whole: true,
      series: [
        { name: release, colour: 'series-0', shape: 'bars', values: own },
        {
          name: 'other releases',
          colour: 'before',
          shape: 'bars',
          values: requests.map((sum, i) => sum - (own[i] ?? 0)),
        },
      ],
    }),
    errorRate: layoutTimeSeries({
      ...draw,
      format: share => formatShare(share, 1),
      series: [
        {
          name: 'Error rate',
          colour: 'bad',
          shape: 'bars',
          values: rates,
        },
        // Without it a time without failures looks like one without requests.
        {
          name: 'None failed',
          colour: 'before',
          shape: 'line',
          values: rates.map(rate => (rate === 0 ? 0 : undefined)),
        },
      ],
    }),
  }
}
