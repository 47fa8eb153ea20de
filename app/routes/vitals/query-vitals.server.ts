import type { ComparedPeriods, ScopeFilter } from '../../../store/comparison.ts'
import { listReleasesSeen } from '../../../store/overview/list-releases-seen.ts'
import { listRouteVitals } from '../../../store/overview/list-route-vitals.ts'
import { listVitals } from '../../../store/overview/list-vitals.ts'
import { listVitalsOverTime } from '../../../store/overview/list-vitals-over-time.ts'
import type { Store } from '../../../store/store.ts'
import { mergeDeploys } from '../../server/list-deploys.ts'
import { chooseDurationBuckets } from '../../ui/charts/choose-duration-buckets.server.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { formatVital, WEB_VITALS } from '../../ui/elements/web-vital.tsx'

interface VitalsQuery extends ScopeFilter {
  readonly comparison: ComparedPeriods
}

/** A colour for each of {@link WEB_VITALS}. */
const COLOURS = ['series-1', 'series-2', 'series-0', 'series-3', 'series-0'] as const

/** The web vitals of all routes and of each, compared with the previous period, and over time with releases. */
export async function queryVitals(store: Store, { comparison, ...filter }: VitalsQuery, signal?: AbortSignal) {
  const [routes, vitals, releases] = await Promise.all([
    listRouteVitals(store, { comparison, ...filter }, signal),
    listVitals(store, { comparison, bounds: WEB_VITALS, ...filter }, signal),
    listReleasesSeen(store, { comparison, ...filter }, signal),
  ])
  const range = { from: comparison.fromNs, to: comparison.toNs }
  const samples = Math.max(0, ...vitals.map(of => of.samples))
  const { buckets, stepNs } = chooseDurationBuckets(range, samples)
  const [fromNs, toNs] = [buckets[0]?.fromNs ?? range.from, buckets.at(-1)?.toNs ?? range.to]
  const longer = { beforeNs: fromNs, fromNs, toNs, stepNs }
  const overTime = await listVitalsOverTime(store, { comparison: longer, ...filter }, signal)
  const at = new Map(overTime.map(({ vital, bucketNs, p75 }) => [`${vital} ${bucketNs}`, p75]))
  const chart = (isScore: boolean) =>
    layoutTimeSeries({
      buckets,
      range,
      marks: mergeDeploys(releases, stepNs),
      format: value => formatVital(isScore ? 'cls' : 'lcp', value),
      logarithmic: !isScore,
      series: WEB_VITALS.map(({ vital, code }, i) => ({
        vital,
        name: code,
        colour: COLOURS[i] ?? 'series-0',
        shape: 'line' as const,
        values: buckets.map(bucket => at.get(`${vital} ${bucket.fromNs}`)),
      })).filter(({ vital }) => (vital === 'cls') === isScore),
    })
  return { routes, vitals, times: chart(false), shifts: chart(true) }
}
