import type { ComparedPeriods, ScopeFilter } from '../../../store/comparison.ts'
import { listReleasesSeen } from '../../../store/releases/list-releases-seen.ts'
import type { Store } from '../../../store/store.ts'
import { listRouteVitals } from '../../../store/vitals/list-route-vitals.ts'
import { listVitals, type WebVital } from '../../../store/vitals/list-vitals.ts'
import { listVitalsOverTime } from '../../../store/vitals/list-vitals-over-time.ts'
import { mergeDeploys } from '../../data/list-deploys.ts'
import { chooseDurationBuckets } from '../../parts/charts/choose-duration-buckets.server.ts'
import { formatBound } from '../../parts/web-vitals/vital-tiles.tsx'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { formatVital, WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import { omitThinBuckets } from './omit-thin-buckets.ts'

interface VitalsQuery extends ScopeFilter {
  readonly comparison: ComparedPeriods
}

/** @see https://web.dev/articles/vitals#core_web_vitals */
const CORE: readonly WebVital['vital'][] = ['lcp', 'inp', 'cls']

/** The web vitals of all routes and of each, compared with the previous period, and over time with releases. */
export async function queryVitals(store: Store, { comparison, ...filter }: VitalsQuery, signal?: AbortSignal) {
  const [routes, vitals, releases] = await Promise.all([
    listRouteVitals(store, { comparison, ...filter }, signal),
    listVitals(store, { comparison, bounds: WEB_VITALS, ...filter }, signal),
    listReleasesSeen(store, { comparison, ...filter }, signal),
  ])
  const range = { from: comparison.fromNs, to: comparison.fromNs + comparison.lastedNs }
  const samples = Math.max(0, ...vitals.map(of => of.samples))
  const { buckets, stepNs } = chooseDurationBuckets(range, samples)
  const longer = { ...comparison, stepNs }
  const overTime = await listVitalsOverTime(store, { comparison: longer, ...filter }, signal)
  const at = new Map(omitThinBuckets(overTime).map(({ vital, bucketNs, p75 }) => [`${vital} ${bucketNs}`, p75]))
  const charts = WEB_VITALS.flatMap(({ vital, code, name, good }) => {
    const values = buckets.map(bucket => at.get(`${vital} ${bucket.fromNs}`))
    const largest = Math.max(0, ...values.map(value => value ?? 0))
    if (largest === 0 && vital !== 'cls') return []
    const bound = `good up to ${formatBound(vital, good)}`
    // Far above the values it would leave them no height.
    const isNear = largest * 2 >= good
    return {
      ...{ vital, name, isCore: CORE.includes(vital), caption: `p75, ${bound}` },
      chart: layoutTimeSeries({
        ...{ buckets, range, marks: mergeDeploys(releases, stepNs) },
        format: value => (value === 0 ? '0' : formatVital(vital, value)),
        bound: isNear ? { name: bound, value: good } : undefined,
        series: [{ name: code, colour: 'series-0', shape: 'line', values }],
      }),
    }
  })
  return { routes, vitals, charts }
}
