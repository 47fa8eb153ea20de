import type { AlertEvaluation } from '../../../store/alerts/list-alert-evaluations.ts'
import { nsOfMs, type TimeRange } from '../../../store/units.ts'
import { formatAlertValue, UNIT_OF_KIND } from '../../alerts/describe-rule.ts'
import type { AlertEvent } from '../../alerts/event-content.ts'
import { type AlertRule, isOneOff } from '../../alerts/rule.ts'
import type { TimeBucket, TimeChartModel } from '../../ui/charts/chart-model.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { ONE_MINUTE_BUCKETS, timeBuckets } from '../../ui/charts/time-buckets.server.ts'

interface RuleChartOptions {
  /** Of the rule, in the range. */
  readonly evaluations: readonly AlertEvaluation[]
  readonly events: readonly AlertEvent[]
  readonly range: TimeRange
  readonly nowMs: number
}

/** Kinds that fire for what is too low. */
const firesBelow = (rule: AlertRule) =>
  rule.kind === 'crash-free sessions' ||
  rule.kind === 'disk' ||
  rule.kind === 'requests stopped' ||
  (rule.kind === 'search' && rule.watch.comparison === 'fewer than')

/**
 * What a rule found over time: in each stretch the value that came closest to firing or went furthest beyond, its threshold, and the times in
 * which it fired. @returns `undefined` for kinds whose values have no common unit, and without evaluations
 */
export function layoutRuleChart(
  rule: AlertRule,
  { evaluations, events, range, nowMs }: RuleChartOptions,
): TimeChartModel | undefined {
  const unit = UNIT_OF_KIND[rule.kind]
  const judged = evaluations.filter(({ outcome }) => outcome === 'quiet' || outcome === 'breach')
  const [newest] = judged
  if (unit === 'none' || newest === undefined) return undefined
  const { buckets, stepNs, whole } = timeBuckets(range, ONE_MINUTE_BUCKETS)
  const worst: (number | undefined)[] = buckets.map(() => undefined)
  const worse = firesBelow(rule) ? Math.min : Math.max
  for (const { slotNs, value } of judged) {
    // A slot is the end of its minute.
    const at = Number((slotNs - 1n - whole.from) / stepNs)
    if (at >= 0 && at < worst.length) worst[at] = worse(worst[at] ?? value, value)
  }
  const { threshold } = newest
  return layoutTimeSeries({
    buckets,
    range,
    series: [{ name: 'Value', colour: 'series-1', shape: 'line', values: worst }],
    format: value => formatAlertValue(value, unit),
    whole: unit === 'count',
    bound: threshold > 0 ? { name: 'Threshold', value: threshold } : undefined,
    shaded: isOneOff(rule) ? [] : mergeStretches(listEpisodes(events, nowMs)),
  })
}

/** From when an episode fired to its end, or to now. */
function listEpisodes(events: readonly AlertEvent[], nowMs: number): TimeBucket[] {
  const ends = new Map(events.filter(({ what }) => what === 'resolved').map(({ episode, atNs }) => [episode, atNs]))
  return events
    .filter(({ what }) => what === 'firing')
    .map(({ episode, atNs }) => ({ fromNs: atNs, toNs: ends.get(episode) ?? nsOfMs(nowMs) }))
}

/** Of stretches that overlap one: shades would add up. */
export function mergeStretches(stretches: readonly TimeBucket[]): TimeBucket[] {
  const merged: TimeBucket[] = []
  for (const next of stretches.toSorted((a, b) => (a.fromNs < b.fromNs ? -1 : a.fromNs > b.fromNs ? 1 : 0))) {
    const last = merged.at(-1)
    if (last === undefined || next.fromNs > last.toNs) merged.push(next)
    else if (next.toNs > last.toNs) merged[merged.length - 1] = { fromNs: last.fromNs, toNs: next.toNs }
  }
  return merged
}
