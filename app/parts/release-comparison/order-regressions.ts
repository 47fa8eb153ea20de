import type { ReleaseBrowser } from '../../../store/releases/list-release-browsers.ts'
import type { ReleaseOperationLatency } from '../../../store/releases/list-release-latencies.ts'
import { formatBrowser } from '../../format/browser.ts'
import { type Change, compareP75, compareP95, compareShares, type ShareOfTotal } from '../../insights/change.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { rateVital, WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import type { MergedRelease } from './merge-releases.ts'

/** An operation, and whether it became slower or fails more often. */
export interface ReleaseOperation extends ReleaseOperationLatency {
  readonly isSlower: boolean
  readonly errors: Change
}

/**
 * Worst first: operations where more requests fail than chance explains, then those slower by more than chance explains, then those
 * where fewer fail; within each the ones whose requests take more time in all, of web vitals those that rose by most. Those with too few
 * measurements come last.
 */
export function sortOperationsByRegression(latencies: readonly ReleaseOperationLatency[]): ReleaseOperation[] {
  return latencies
    .map(operation => {
      const { samples, samplesBefore, failed, failedBefore } = operation
      const errors = compareShares({ part: failed, whole: samples }, { part: failedBefore, whole: samplesBefore })
      return { ...operation, isSlower: compareLatency(operation)?.direction === 'more', errors }
    })
    .toSorted((a, b) => badnessOf(b) - badnessOf(a) || slowdownOf(b) - slowdownOf(a))
}

/** How a percentile changed: of durations the 95th, of web vitals the 75th. @returns `undefined` if there was none before */
export function compareLatency(of: ReleaseOperationLatency): Change | undefined {
  const { what, now, median, samples, before, medianBefore = before, samplesBefore } = of
  if (before === undefined || medianBefore === undefined) return undefined
  if (what !== 'duration') return compareP75({ now, before }, Math.min(samples, samplesBefore))
  return compareP95(
    { requests: samples, p50: toNs(median), p95: toNs(now) },
    { requests: samplesBefore, p50: toNs(medianBefore), p95: toNs(before) },
  )
}

const toNs = (ns: number) => BigInt(Math.round(ns))

const badnessOf = ({ errors, isSlower }: ReleaseOperation) =>
  errors.direction === 'more' ? 3 : isSlower ? 2 : errors.direction === 'less' ? 1 : 0

/** Operations with all of their services, in the order of their worst: those with a clear change, and the others. */
export function groupByOperation(operations: readonly ReleaseOperation[]) {
  const groups = [...Map.groupBy(operations, ({ operation }) => operation).values()]
  const { clear = [], unclear = [] } = Object.groupBy(groups, of =>
    of.some(one => badnessOf(one) > 0) ? 'clear' : 'unclear',
  )
  return { clear, unclear }
}

/** No path, so no operation has this name. */
export const ALL_OPERATIONS = 'all operations'

/** The durations of the transactions of all operations of each service, as an operation without failures. */
export function listServiceLatencies({
  durations,
  durationsBefore,
}: Pick<MergedRelease, 'durations' | 'durationsBefore'>): ReleaseOperationLatency[] {
  return durations.map(({ service, requests, p50, p95 }) => {
    const previous = durationsBefore.find(one => one.service === service)
    return {
      what: 'duration',
      service,
      operation: ALL_OPERATIONS,
      now: Number(p95),
      before: previous && Number(previous.p95),
      median: Number(p50),
      medianBefore: previous && Number(previous.p50),
      samples: requests,
      samplesBefore: previous?.requests ?? 0,
      failed: 0,
      failedBefore: 0,
      thinnedBy: 1,
    }
  })
}

/** Less than any other if it is unknown. */
const slowdownOf = ({ what, now, before, samples, samplesBefore }: ReleaseOperation) => {
  if (before === undefined || Math.min(samples, samplesBefore) < MIN_COUNT_FOR_PERCENTAGE) return -Number.MAX_VALUE
  // Vitals have different units.
  return what === 'duration' ? (now - before) * samples : now / before
}

/**
 * The vitals of each operation together, operations with the worst ratings first, then those that became slower; at most `operations`. Too few
 * measurements have no rating.
 */
export function sortVitalsByRating(
  latencies: readonly ReleaseOperationLatency[],
  operations: number,
): ReleaseOperation[] {
  const ratingOf = ({ what, now, samples }: ReleaseOperation) => {
    const bounds = WEB_VITALS.find(({ vital }) => vital === what)
    return bounds === undefined || samples < MIN_COUNT_FOR_PERCENTAGE ? 0 : rateVital({ value: now, bounds })
  }
  return [
    ...Map.groupBy(
      sortOperationsByRegression(latencies),
      ({ service, operation }) => `${service}\n${operation}`,
    ).values(),
  ]
    .map(of => ({ of, worst: Math.max(...of.map(ratingOf)), sum: of.reduce((sum, one) => sum + ratingOf(one), 0) }))
    .toSorted((a, b) => b.worst - a.worst || b.sum - a.sum)
    .slice(0, operations)
    .flatMap(({ of }) => of)
}

/** Sessions of a browser, over all of its user agents. */
export interface BrowserSessions {
  readonly browser: string
  readonly crashFree: ShareOfTotal
  readonly crashFreeBefore: ShareOfTotal
  readonly compared: Change
}

/** Fewer sessions without a crash are worse. */
const badness = ({ direction }: Change) => (direction === 'less' ? 1 : direction === 'more' ? -1 : 0)

/** Worst first: browsers where more sessions crash than chance explains, then those with the most sessions. */
export function sortBrowsersByRegression(rows: readonly ReleaseBrowser[]): BrowserSessions[] {
  const total = (of: readonly ReleaseBrowser[], value: (row: ReleaseBrowser) => number) =>
    of.reduce((sum, row) => sum + value(row), 0)
  return [...Map.groupBy(rows, ({ browser }) => formatBrowser(browser))]
    .map(([browser, of]) => {
      const [whole, wholeBefore] = [total(of, row => row.sessions), total(of, row => row.sessionsBefore)]
      const crashFree = { part: whole - total(of, row => row.crashed), whole }
      const crashFreeBefore = { part: wholeBefore - total(of, row => row.crashedBefore), whole: wholeBefore }
      return { browser, crashFree, crashFreeBefore, compared: compareShares(crashFree, crashFreeBefore) }
    })
    .filter(({ crashFree }) => crashFree.whole > 0)
    .toSorted((a, b) => badness(b.compared) - badness(a.compared) || b.crashFree.whole - a.crashFree.whole)
}
