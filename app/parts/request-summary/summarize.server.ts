import type { ComparedPeriods } from '../../../store/comparison.ts'
import type { ExceptionCount } from '../../../store/exceptions/count-exceptions-over-time.ts'
import type { NewRelease } from '../../../store/releases/list-releases-seen.ts'
import type { RequestCount } from '../../../store/services/count-requests-over-time.ts'
import { withoutBrowsers } from '../../../store/services/without-browsers.ts'
import { mergeDeploys } from '../../data/list-deploys.ts'
import { formatAmount } from '../../format/amount.ts'
import { formatSince } from '../../format/time.ts'
import { assessFailures } from '../../insights/assess-failures.ts'
import type { ComparedCount } from '../../insights/change.ts'
import { byFailures } from '../../insights/error-rates.ts'
import type { TimeBucket } from '../../ui/charts/chart-model.ts'
import { layoutSparkline } from '../../ui/charts/layout-sparkline.server.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import type { PageTimeRange } from '../../url/time-range.ts'
import { findQuietTime } from './find-quiet-time.ts'
import { type Buckets, layoutErrorRates } from './layout-error-rates.server.ts'
import { recentSinceNs } from './recent-since.ts'

interface OverviewCounts {
  readonly comparison: ComparedPeriods
  readonly buckets: readonly TimeBucket[]
  /** What the charts show of them. */
  readonly range?: PageTimeRange
  /** Unix nanoseconds: a range that ends now has not lasted to the end of its last bucket. */
  readonly nowNs: bigint
  readonly requests: readonly RequestCount[]
  readonly exceptions: readonly ExceptionCount[]
  readonly releases: readonly NewRelease[]
}

/** What the counts of an overview come to: in all, where a browser's requests count for the service that answers, by service, and over time. */
export function summarizeOverview({
  comparison,
  buckets,
  range,
  nowNs,
  requests,
  exceptions,
  releases,
}: OverviewCounts) {
  const minutes = Math.max(1, Number(comparison.lastedNs) / 60e9)
  const layout = <Row extends CountRow>(rows: readonly Row[], amount: (row: Row) => number) =>
    byBucket(rows, amount, { buckets, stepNs: comparison.stepNs })
  const compare = <Row extends CountRow>(rows: readonly Row[], amount: (row: Row) => number): ComparedCount => ({
    now: sum(rows.filter(({ isNow }) => isNow).map(amount)),
    before: sum(rows.filter(({ isNow }) => !isNow).map(amount)),
  })
  const inAll = exceptions.filter(({ bucketNs }) => bucketNs === undefined)
  // A bucket of which a part is counted would look like a rise or a fall.
  const whole = buckets.map(({ fromNs, toNs }) => fromNs >= comparison.fromNs && toNs <= nowNs)
  const lineOf = (values: readonly number[]) =>
    layoutSparkline(whole.includes(true) ? values.filter((_, i) => whole[i]) : values)
  const of = (service: string) => {
    const asked = withoutBrowsers(requests.filter(row => row.service === service))
    const made = layout(asked, row => row.requests)
    const failed = layout(asked, row => row.failed)
    const thrown = layout(
      exceptions.filter(row => row.service === service),
      row => row.exceptions,
    )
    const compared = {
      requests: compare(asked, row => row.requests),
      failed: compare(asked, row => row.failed),
    }
    const quietFor = findQuietTime(failed.now, buckets, nowNs)
    return {
      service,
      /** True if browsers alone sent requests. */
      isBrowser: asked[0]?.isBrowser === true,
      ...compared,
      quietFor,
      /** Without what only latencies tell: which failures callers caused. */
      verdict: assessFailures({ ...compared, quietFor }),
      exceptions: compare(
        inAll.filter(row => row.service === service),
        row => row.exceptions,
      ),
      perMinute: compared.requests.now / minutes,
      /** `no transactions since 14:30` where all were made in the previous period; else ''. */
      stopped: describeStop(compared.requests, made.before, { buckets, comparison, nowNs }),
      requestLine: lineOf(made.now),
      errorLine: layoutSparkline(failed.now.map((count, i) => count / Math.max(1, made.now[i] ?? 0))),
      exceptionLine: lineOf(thrown.now),
    }
  }
  const answered = withoutBrowsers(requests)
  const all = layout(answered, row => row.requests)
  const failed = layout(answered, row => row.failed)
  const thrown = layout(exceptions, row => row.exceptions)
  const services = [...new Set([...requests, ...exceptions].map(({ service }) => service))].map(of)
  const marks = mergeDeploys(releases, comparison.stepNs)
  const draw = { buckets, ...(range && { range }), marks, format: formatAmount, whole: true }
  const [requestCount, failedCount] = [compare(answered, row => row.requests), compare(answered, row => row.failed)]
  const recent = sumRecent({
    fromNs: comparison.fromNs,
    buckets,
    nowNs,
    ...(range && { range }),
    requests: all.now,
    failed: failed.now,
    exceptions: thrown.now,
  })
  return {
    /** The newest buckets; unknown if the range ended before now. */
    recent,
    failedText: `${formatAmount(failedCount.now)} of ${formatAmount(requestCount.now)}`,
    requests: requestCount,
    perMinute: requestCount.now / minutes,
    failed: failedCount,
    exceptions: compare(inAll, row => row.exceptions),
    releases,
    services: services.toSorted((a, b) => byFailures(a, b) || a.service.localeCompare(b.service)),
    exceptionChart: layoutTimeSeries({
      ...draw,
      series: [
        { name: 'Exceptions', colour: 'bad', shape: 'bars', values: thrown.now },
        { name: 'Previous period', colour: 'before', shape: 'line', values: thrown.before },
      ],
    }),
    errorRateChart: layoutErrorRates({ buckets, range, marks, requests: all, failed }),
    requestChart: layoutTimeSeries({
      ...draw,
      series: [
        { name: 'Transactions', colour: 'series-0', shape: 'bars', values: all.now },
        { name: 'Previous period', colour: 'before', shape: 'line', values: all.before },
      ],
    }),
  }
}

export type OverviewSummary = ReturnType<typeof summarizeOverview>

type StopPeriods = Pick<OverviewCounts, 'buckets' | 'comparison' | 'nowNs'>

function describeStop(requests: ComparedCount, before: readonly number[], { buckets, comparison, nowNs }: StopPeriods) {
  const last = buckets[before.findLastIndex(count => count > 0)]
  if (requests.now > 0 || last === undefined) return ''
  return `no transactions since ${formatSince(last.toNs - (comparison.fromNs - comparison.beforeNs), nowNs)}`
}

type CountRow = Pick<ExceptionCount, 'isNow' | 'bucketNs'>

function byBucket<Row extends CountRow>(
  rows: readonly Row[],
  amount: (row: Row) => number,
  { buckets, stepNs }: { buckets: readonly TimeBucket[]; stepNs: bigint },
): Buckets {
  const [now, before] = [buckets.map(() => 0), buckets.map(() => 0)]
  for (const row of rows) {
    if (row.bucketNs === undefined) continue
    const place = Number((row.bucketNs - (buckets[0]?.fromNs ?? 0n)) / stepNs)
    const at = Math.min(place, buckets.length - 1)
    const into = row.isNow ? now : before
    if (into[at] !== undefined) into[at] += amount(row)
  }
  return { now, before }
}

interface BucketCounts extends Pick<OverviewCounts, 'buckets' | 'range' | 'nowNs'> {
  /** Start of the first bucket. */
  readonly fromNs: bigint
  readonly requests: readonly number[]
  readonly failed: readonly number[]
  readonly exceptions: readonly number[]
}

/** What the recent buckets count, if they are less than half of a range that ends now. */
function sumRecent({ fromNs, buckets, range, nowNs, ...counts }: BucketCounts) {
  const sinceNs = recentSinceNs({ fromNs, nowNs })
  const first = buckets.findIndex(({ toNs }) => toNs > sinceNs)
  const start = buckets[first]
  if (start === undefined || first * 2 < buckets.length || (range !== undefined && range.to < nowNs)) return undefined
  const recent = (of: readonly number[]) => sum(of.slice(first))
  return {
    since: formatSince(start.fromNs, nowNs),
    /** Of the time that the range has lasted. */
    part: Number(nowNs - start.fromNs) / Number(nowNs - fromNs),
    requests: recent(counts.requests),
    failed: recent(counts.failed),
    exceptions: recent(counts.exceptions),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
