import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { RepeatedSpans } from '../../../store/spans/find-repeated-spans.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { chooseTicks, layoutTimeline, type TraceTimeline } from './timeline.ts'

/** Start and length on the time axis, in per cent. */
export type Bar = readonly [from: number, length: number]

/** Where things of a trace are on its time axis. */
export interface WaterfallLayout {
  /** In the order of the spans. */
  readonly bars: readonly Bar[]
  readonly repeated: readonly (RepeatedSpans & { readonly bar: Bar })[]
  /** Of each exception's id, in per cent. */
  readonly exceptionsAt: ReadonlyMap<string, number>
  readonly ticks: readonly { readonly at: number; readonly label: string }[]
  /** Path of the gaps' lines in a box of 10,000 by 1; '' without gaps. */
  readonly gapLines: string
  readonly gapsText: string
}

/** Lays out a trace's waterfall in numbers that server and browser write alike. */
export function layoutWaterfall(
  spans: readonly Pick<Span, 'startNs' | 'durationNs'>[],
  exceptions: readonly Pick<ExceptionSummary, 'id' | 'atNs'>[],
  repeated: readonly RepeatedSpans[] = [],
): WaterfallLayout {
  const timeline = layoutTimeline(spans.map(({ startNs, durationNs }) => ({ startNs, endNs: startNs + durationNs })))
  const startOf = (atNs: bigint) => Math.min(timeline.place(atNs), 0.998)
  const barOf = (startNs: bigint, endNs: bigint): Bar => {
    const from = startOf(startNs)
    return [toPercent(from), Math.max(MIN_LENGTH, toPercent(timeline.place(endNs) - from))]
  }
  return {
    bars: spans.map(({ startNs, durationNs }) => barOf(startNs, startNs + durationNs)),
    repeated: repeated.map(of => ({ ...of, bar: barOf(of.startNs, of.endNs) })),
    exceptionsAt: new Map(exceptions.map(({ id, atNs }) => [id, toPercent(startOf(atNs))])),
    ticks: chooseTicks(timeline).map(at => ({ at: toPercent(at), label: tickLabel(timeline, at) })),
    gapLines: drawGaps(timeline.gaps),
    gapsText: describeGaps(timeline.gaps),
  }
}

/** A rectangle without width is not drawn, not even its outline. */
const MIN_LENGTH = 0.1

/** A pixel is about a tenth of a per cent. */
const toPercent = (share: number) => Math.round(share * 100_000) / 1_000

/** Whole numbers; a pixel is about a thousandth. */
const GAP_UNITS = 10_000
const MAX_GAPS_NAMED = 5

/** Lines closer than a hundredth are merged: there may be as many gaps as rows. */
function drawGaps(gaps: TraceTimeline['gaps']): string {
  const places: number[] = []
  for (const gap of gaps) {
    const place = Math.round(gap.at * GAP_UNITS)
    if (place - (places.at(-1) ?? -GAP_UNITS) >= GAP_UNITS / 100) places.push(place)
  }
  return places.map(place => `M${place} 0V1`).join('')
}

function describeGaps(gaps: TraceTimeline['gaps']): string {
  const named = gaps.slice(0, MAX_GAPS_NAMED).map(gap => formatDuration(gap.endNs - gap.startNs))
  return gaps.length > named.length
    ? `${named.join(', ')} and ${formatCount(gaps.length - named.length)} more`
    : named.join(', ')
}

/** Time since the start, or after a gap since its end: `⋯ 343 ms`. */
function tickLabel({ gaps, startNs, momentAt }: TraceTimeline, at: number): string {
  const moment = momentAt(at)
  if (moment === startNs) return '0'
  const gap = gaps.findLast(({ endNs }) => moment >= endNs)
  return gap === undefined ? formatDuration(moment - startNs) : `⋯ ${formatDuration(moment - gap.endNs)}`
}
