import type { ScopeFilter } from '../../../store/comparison.ts'
import { listIssueFacets } from '../../../store/issues/list-issue-facets.ts'
import { listIssues } from '../../../store/issues/list-issues.ts'
import { listReleases } from '../../../store/releases/list-releases.ts'
import { listReleasesSeen } from '../../../store/releases/list-releases-seen.ts'
import { listCalls } from '../../../store/services/list-calls.ts'
import { type ComparedLatency, listLatencies } from '../../../store/services/list-latencies.ts'
import { listLatenciesOverTime } from '../../../store/services/list-latencies-over-time.ts'
import { listSelfTimes } from '../../../store/services/list-self-times.ts'
import { listVitalCauses } from '../../../store/services/list-vital-causes.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { listRouteVitals } from '../../../store/vitals/list-route-vitals.ts'
import { formatDuration } from '../../format/duration.ts'
import { assessFailures } from '../../insights/assess-failures.ts'
import { writeFindings } from '../../insights/write-finding.ts'
import { chooseDurationBuckets } from '../../parts/charts/choose-duration-buckets.server.ts'
import { comparedPeriods, querySummary } from '../../parts/request-summary/query-summary.server.ts'
import { sortRoutes } from '../../parts/web-vitals/sort-routes.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { releasePath } from '../../url/page-paths.ts'
import { compareCalls, compareSelfTimes, findAmplifiers } from './compare-previous.server.ts'
import { findReleaseChange } from './find-release-change.server.ts'
import { layoutMap } from './layout-map.server.ts'
import type { ServiceSort } from './service-filters.ts'
import { type ServiceRow, sortServices } from './sort-services.ts'

interface ServicesQuery {
  readonly range: TimeRange
  readonly nowMs: number
  readonly listFilters: ScopeFilter
}

interface ServiceQuery extends ServicesQuery {
  readonly listFilters: ScopeFilter & { readonly service: string }
}

const MAX_SERVICES = 200
/** Values of each facet: all seven together are at most a thousand. */
const MAX_FACET_VALUES = 140
const MAX_ROUTES = 50
/** Of the previous period: more than are shown, so that what is shown is among them. */
const MAX_COMPARED_VALUES = 200
const MAX_CALLS = 100
const MAX_MAP_CALLS = 300
const MAX_ISSUES = 6
const MAX_RELEASES = 6
/** Enough to include the newest one of each service. */
const MAX_RELEASES_READ = 1_000

/** The first services of the period in an order, with requests, errors, latencies, unresolved issues and newest release. */
export async function queryServices(
  store: Store,
  { sort, ...asked }: ServicesQuery & { readonly sort: ServiceSort },
  signal?: AbortSignal,
): Promise<{ readonly services: readonly ServiceRow[]; readonly total: number }> {
  const { range, nowMs, listFilters } = asked
  const nowNs = BigInt(nowMs) * 1_000_000n
  const latencyQuery = { comparison: comparedPeriods(asked), limit: MAX_SERVICES }
  const [summary, latencies, issues, releases] = await Promise.all([
    querySummary(store, asked, signal),
    listLatencies(store, { ...latencyQuery, by: 'service', ...listFilters }, signal),
    listIssueFacets(store, { range, nowNs, tab: 'open', who: '', values: MAX_FACET_VALUES, ...listFilters }, signal),
    listReleases(store, { ...listFilters, release: '', limit: MAX_RELEASES_READ }, signal),
  ])
  const issuesOf = new Map(issues.values['service']?.map(({ value, count }) => [value, count]))
  const newestOf = new Map(releases.toReversed().map(of => [of.service, of]))
  const latencyOf = new Map(latencies.map(of => [of.service, of]))
  const rows = summary.services.map(
    ({ service, isBrowser, requests, failed, quietFor, perMinute, stopped, requestLine, errorLine }) => ({
      service,
      isBrowser,
      requests,
      failed,
      perMinute,
      stopped,
      requestLine,
      errorLine,
      ...withVerdict({ requests, failed, quietFor }, latencyOf.get(service)),
      issues: issuesOf.get(service) ?? 0,
      release: newestOf.get(service)?.release ?? '',
      releaseNs: newestOf.get(service)?.firstSeenNs,
    }),
  )
  return { services: sortServices(rows, sort).slice(0, MAX_SERVICES), total: rows.length }
}

/** The verdict on the failures of a service, with the latencies that tell which of them callers caused. */
const withVerdict = (of: Parameters<typeof assessFailures>[0], latency: ComparedLatency | undefined) => ({
  latency,
  verdict: assessFailures({ ...of, clientErrors: latency?.clientErrors ?? 0 }),
})

/** Charts of a service: requests and errors, and latencies, with its releases. */
export async function queryServiceCharts(store: Store, asked: ServiceQuery, signal?: AbortSignal) {
  const comparison = comparedPeriods(asked)
  const { listFilters } = asked
  const latencyQuery = { comparison, limit: 1 }
  const shown = { from: comparison.fromNs, to: comparison.fromNs + comparison.lastedNs }
  /** Needs the number of requests alone. */
  const queryDurations = async ({ requests }: Awaited<ReturnType<typeof querySummary>>) => {
    const { buckets, stepNs, percentiles } = chooseDurationBuckets(shown, requests.now)
    const longer = { ...comparison, stepNs }
    const overTime = await listLatenciesOverTime(store, { comparison: longer, ...listFilters }, signal)
    return { buckets, percentiles, overTime }
  }
  const summaryAsked = querySummary(store, asked, signal)
  const releasesAsked = listReleasesSeen(store, { comparison, ...listFilters }, signal)
  const [summary, { buckets, percentiles, overTime }, latencies, releases, releaseChange] = await Promise.all([
    summaryAsked,
    summaryAsked.then(queryDurations),
    listLatencies(store, { ...latencyQuery, by: 'service', ...listFilters }, signal),
    releasesAsked,
    releasesAsked.then(releases => findReleaseChange(store, { releases, listFilters }, signal)),
  ])
  const at = new Map(overTime.map(latency => [latency.bucketNs, latency]))
  const values = (percentile: 'p50' | 'p95' | 'p99') =>
    buckets.map(({ fromNs }) => {
      const latency = at.get(fromNs)
      return latency && Number(latency[percentile])
    })
  const durationChart = layoutTimeSeries({
    buckets,
    range: shown,
    marks: releases.map(({ release, firstSeenNs }) => ({
      atNs: firstSeenNs,
      label: release,
      title: release,
      to: releasePath(release),
    })),
    format: ns => formatDuration(BigInt(Math.round(ns))),
    logarithmic: true,
    series: percentiles.map(name => ({ name, colour: COLOURS[name], shape: 'line', values: values(name) })),
  })
  // The service is the page's own.
  const marks = summary.requestChart.marks.map(mark => ({ ...mark, title: mark.title.replace(/ of .*/, '') }))
  const requestChart = { ...summary.requestChart, marks }
  const durationCaption = [
    'Of all requests, log scale',
    ...(percentiles.includes('p99') ? [] : ['too few for p99']),
  ].join(', ')
  const { quietFor = '' } = summary.services[0] ?? {}
  return {
    summary: { ...summary, requestChart },
    ...withVerdict({ ...summary, quietFor }, latencies[0]),
    durationChart,
    durationCaption,
    releaseChange,
  }
}

// The last is drawn on top.
const COLOURS = { p50: 'series-1', p95: 'series-0', p99: 'series-2' } as const
export async function queryRoutes(store: Store, asked: ServiceQuery, signal?: AbortSignal) {
  const query = { comparison: comparedPeriods(asked), limit: MAX_ROUTES + 1 }
  const routes = await listLatencies(store, { ...query, by: 'route', ...asked.listFilters }, signal)
  return { routes: routes.slice(0, MAX_ROUTES), isCut: routes.length > MAX_ROUTES }
}

/** Where a service spends its time, compared with the previous period. */
export async function querySelfTimes(store: Store, asked: ServiceQuery, signal?: AbortSignal) {
  const { range, listFilters } = asked
  const [now, before] = await Promise.all([
    listSelfTimes(store, { range, ...listFilters }, signal),
    listSelfTimes(store, { range: previousRange(asked), values: MAX_COMPARED_VALUES, ...listFilters }, signal),
  ])
  return compareSelfTimes(now, before)
}

/** The callers and callees of a service. */
export async function queryServiceNeighbours(store: Store, asked: ServiceQuery, signal?: AbortSignal) {
  const { listFilters } = asked
  const { calls, amplifiers, sample, total } = await queryComparedCalls(store, { ...asked, limit: MAX_CALLS }, signal)
  const isIt = ({ kind, name }: (typeof calls)[number]['caller']) => kind === 'service' && name === listFilters.service
  return {
    callers: calls.filter(({ callee }) => isIt(callee)),
    callees: calls.filter(({ caller }) => isIt(caller)),
    amplifiers,
    sample,
    total,
    listed: calls.length,
  }
}

/** All calls of the period; with a service, those of its neighbourhood. */
export async function queryServiceMap(store: Store, asked: ServicesQuery, signal?: AbortSignal) {
  const answer = await queryComparedCalls(store, { ...asked, limit: MAX_MAP_CALLS }, signal)
  return { ...answer, map: layoutMap(answer.calls) }
}

async function queryComparedCalls(
  store: Store,
  { limit, ...asked }: ServicesQuery & { readonly limit: number },
  signal: AbortSignal | undefined,
) {
  const { range, listFilters } = asked
  const [now, before] = await Promise.all([
    listCalls(store, { range, limit, ...listFilters }, signal),
    listCalls(store, { range: previousRange(asked), limit, ...listFilters }, signal),
  ])
  const calls = compareCalls(now, before)
  return { ...now, calls, amplifiers: writeFindings(findAmplifiers(calls)) }
}

function previousRange(asked: ServicesQuery): TimeRange {
  const { beforeNs, fromNs } = comparedPeriods(asked)
  return { from: beforeNs, to: fromNs }
}

export async function queryIssues(store: Store, { range, nowMs, listFilters }: ServiceQuery, signal?: AbortSignal) {
  const nowNs = BigInt(nowMs) * 1_000_000n
  const list = { range, nowNs, tab: 'open', sort: 'events', offset: 0, limit: MAX_ISSUES, who: '' } as const
  const { issues, counts } = await listIssues(store, { ...list, ...listFilters }, signal)
  return {
    total: counts.open,
    issues: issues.map(({ issue, summary, events, lastSeenNs }) => ({ issue, summary, events, lastSeenNs })),
  }
}

export function queryReleases(store: Store, { listFilters }: ServiceQuery, signal?: AbortSignal) {
  return listReleases(store, { ...listFilters, release: '', limit: MAX_RELEASES }, signal)
}

export function queryVitalCauses(store: Store, { range, listFilters }: ServiceQuery, signal?: AbortSignal) {
  return listVitalCauses(store, { range, ...listFilters }, signal)
}

export async function queryVitals(store: Store, asked: ServiceQuery, signal?: AbortSignal) {
  return sortRoutes(
    await listRouteVitals(store, { comparison: comparedPeriods(asked), ...asked.listFilters }, signal),
    'worst',
  )
}
