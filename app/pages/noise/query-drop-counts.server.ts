import { countDropsOverTime } from '../../../store/noise/count-drops-over-time.ts'
import { listDrops } from '../../../store/noise/list-drops.ts'
import { listDropsBy } from '../../../store/noise/list-drops-by.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { formatAmount } from '../../format/amount.ts'
import { layoutSparkline } from '../../ui/charts/layout-sparkline.server.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { type TimeBuckets, timeBuckets } from '../../ui/charts/time-buckets.server.ts'

interface DropCountsQuery {
  readonly range: TimeRange
  readonly service: string
  readonly release: string
  readonly environment: string
  readonly hidden: readonly string[]
}

const MAX_ROWS = 8

/** Drops of each rule, most first: number, share, previous period, and over time. */
export async function queryDropRules(store: Store, asked: DropCountsQuery, signal?: AbortSignal) {
  const { buckets, stepNs } = timeBuckets(asked.range)
  const [drops, counts] = await Promise.all([
    listDrops(store, asked, signal),
    countDropsOverTime(store, { ...asked, stepNs }, signal),
  ])
  const rules = drops.map(drop => {
    const mine = new Map(counts.filter(({ rule }) => rule === drop.rule).map(one => [one.bucketNs, one.removed]))
    return {
      ...drop,
      removed: drop.spans + drop.events + drop.logs,
      line: layoutSparkline(buckets.map(({ fromNs }) => mine.get(fromNs) ?? 0)),
    }
  })
  return rules.toSorted((a, b) => b.removed - a.removed)
}

export type RuleSummary = Awaited<ReturnType<typeof queryDropRules>>[number]

/** Whose telemetry was dropped; `rule` is '' for every rule. */
export function queryDropsBy(store: Store, asked: DropCountsQuery & { rule: string }, signal?: AbortSignal) {
  return listDropsBy(store, { ...asked, limit: MAX_ROWS }, signal)
}

/** Fewer drops than this in an average bar are drawn in longer ones, to tell a course from chance. */
const MIN_DROPS_PER_BUCKET = 2

/** Those that are counted, and longer ones of which each is several of them: a twelfth of the range or more. */
const bucketsOf = (range: TimeRange) => ({
  fine: timeBuckets(range),
  coarse: timeBuckets(range, (range.to - range.from) / 12n),
})

/** The buckets of a chart of so many drops. */
export function chooseBuckets(range: TimeRange, drops: number): TimeBuckets {
  const { fine, coarse } = bucketsOf(range)
  return drops < MIN_DROPS_PER_BUCKET * fine.buckets.length ? coarse : fine
}

/** Drops of one rule over time, with those of the previous period as what is expected. */
export async function queryDropChart(
  store: Store,
  { rule, ...asked }: DropCountsQuery & { rule: string },
  signal?: AbortSignal,
) {
  const { from, to } = asked.range
  const { fine, coarse } = bucketsOf(asked.range)
  // In whole buckets, so that both periods have the same.
  const lengthNs = ((to - from + coarse.stepNs - 1n) / coarse.stepNs) * coarse.stepNs
  const previous = { from: from - lengthNs, to: to - lengthNs }
  const [now, before] = await Promise.all(
    [asked.range, previous].map(range =>
      countDropsOverTime(store, { rule, ...asked, range, stepNs: fine.stepNs }, signal),
    ),
  )
  const sum = (counts: typeof now = []) => counts.reduce((total, { removed }) => total + removed, 0)
  const { buckets } = chooseBuckets(asked.range, sum(now))
  const valuesOf = (counts: typeof now = [], shiftNs = 0n) =>
    buckets.map(({ fromNs, toNs }) =>
      sum(counts.filter(({ bucketNs }) => bucketNs >= fromNs - shiftNs && bucketNs < toNs - shiftNs)),
    )
  return layoutTimeSeries({
    buckets,
    range: asked.range,
    marks: [],
    format: formatAmount,
    whole: true,
    series: [
      { name: 'Dropped', colour: 'series-0', shape: 'bars', values: valuesOf(now) },
      { name: 'Previous period', colour: 'before', shape: 'line', values: valuesOf(before, lengthNs) },
    ],
  })
}
