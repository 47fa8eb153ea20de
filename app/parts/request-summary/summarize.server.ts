import type { ComparedPeriods } from '../../../store/comparison.ts'
import type { ExceptionCount } from '../../../store/exceptions/count-exceptions-over-time.ts'
import type { NewRelease } from '../../../store/releases/list-releases-seen.ts'
import { withoutBrowsers } from '../../../store/services/browser-services.ts'
import type { RequestCount } from '../../../store/services/count-requests-over-time.ts'
import { mergeDeploys } from '../../data/list-deploys.ts'
import { formatAmount } from '../../format/amount.ts'
import { formatSince } from '../../format/time.ts'
import { assessFailures } from '../../insights/assess-failures.ts'
import { byFailures } from '../../insights/error-rates.ts'
import type { TimeBucket } from '../../ui/charts/chart-model.ts'
import { layoutSparkline } from '../../ui/charts/layout-sparkline.server.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import type { PageTimeRange } from '../../url/time-range.ts'
import { findQuietTime } from './find-quiet-time.ts'
import { type Buckets, layoutErrorRates } from './layout-error-rates.server.ts'
import { recentSinceNs } from './recent-since.ts'

/** A count of the current period, and of the previous one scaled to the time that has passed in the current one. */
export interface ComparedCount {
  readonly now: number
  readonly before: number
}

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
  const lasted = Number((nowNs < comparison.toNs ? nowNs : comparison.toNs) - comparison.fromNs)
  const scale = lasted / Math.max(1, Number(comparison.fromNs - comparison.beforeNs))
  const layout = <Row extends { readonly bucketNs: bigint }>(rows: readonly Row[], amount: (row: Row) => number) =>
    byBucket(rows, amount, { comparison, buckets: buckets.length })
  const compare = ({ now, before }: Buckets): ComparedCount => ({ now: sum(now), before: sum(before) * scale })
  const of = (service: string) => {
    const asked = requests.filter(row => row.service === service)
    const made = layout(asked, row => row.requests)
    const failed = layout(asked, row => row.failed)
    const thrown = layout(
      exceptions.filter(row => row.service === service),
      row => row.exceptions,
    )
    const compared = { requests: compare(made), failed: compare(failed) }
    const quietFor = findQuietTime(failed.now, buckets, nowNs)
    return {
      service,
      ...compared,
      quietFor,
      /** Without what only latencies tell: which failures callers caused. */
      verdict: assessFailures({ ...compared, quietFor }),
      exceptions: compare(thrown),
      perMinute: sum(made.now) / Math.max(1, lasted / 60e9),
      // The bucket that goes on still would look like a fall.
      requestLine: layoutSparkline(nowNs < comparison.toNs ? made.now.slice(0, -1) : made.now),
      errorLine: layoutSparkline(failed.now.map((count, i) => count / Math.max(1, made.now[i] ?? 0))),
      exceptionLine: layoutSparkline(thrown.now),
    }
  }
  const answered = withoutBrowsers(requests)
  const all = layout(answered, row => row.requests)
  const failed = layout(answered, row => row.failed)
  const thrown = layout(exceptions, row => row.exceptions)
  const services = [...new Set([...requests, ...exceptions].map(({ service }) => service))].map(of)
  const marks = mergeDeploys(releases, comparison.stepNs)
  const draw = { buckets, ...(range && { range }), marks, format: formatAmount, whole: true }
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
    failedText: `${formatAmount(sum(failed.now))} of ${formatAmount(sum(all.now))}`,
    requests: compare(all),
    perMinute: sum(all.now) / Math.max(1, lasted / 60e9),
    failed: compare(failed),
    exceptions: compare(thrown),
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
        { name: 'Requests', colour: 'series-0', shape: 'bars', values: all.now },
        { name: 'Previous period', colour: 'before', shape: 'line', values: all.before },
      ],
    }),
  }
}

export type OverviewSummary = ReturnType<typeof summarizeOverview>

function byBucket<Row extends { readonly bucketNs: bigint }>(
  rows: readonly Row[],
  amount: (row: Row) => number,
  { comparison, buckets }: { comparison: ComparedPeriods; buckets: number },
): Buckets {
  const now = Array.from({ length: buckets }, () => 0)
  const before = Array.from({ length: buckets }, () => 0)
  for (const row of rows) {
    const place = Number((row.bucketNs - comparison.fromNs) / comparison.stepNs)
    const [into, at] = place < 0 ? [before, place + buckets] : [now, place]
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
