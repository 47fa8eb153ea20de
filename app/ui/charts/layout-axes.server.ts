import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale'
import { MILLISECOND_NS } from '../../../store/time-units.ts'
import { wallClock } from '../../format/time-zone.ts'
import { BOX_HEIGHT, type DrawnPath, type XTick, type YTick } from './chart-model.ts'

/** Units of the box for one bucket; a bar leaves one free on either side. */
export const BUCKET_UNITS = 8

export interface YAxis {
  /** @returns whole units of the box from its top */
  place(value: number): number
  readonly ticks: readonly YTick[]
}

/** Values that are not numbers from 0 upwards are drawn as gaps. */
export function toDrawableValue(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Of the largest value of a logarithmic axis. */
const HEADROOM = 1.2

interface YAxisOptions {
  readonly format: (value: number) => string
  /** For counts. */
  readonly whole?: boolean
  /** For values of several orders of magnitude. */
  readonly logarithmic?: boolean
}

/** From 0 to a round number above the largest value; 0 to 1 without values. */
export function layoutYAxis(values: readonly (number | undefined)[], options: YAxisOptions): YAxis {
  const { format, whole = false, logarithmic = false } = options
  const positive = values.map(value => toDrawableValue(value) ?? 0).filter(value => value > 0)
  if (logarithmic && positive.length > 0) return layoutLogAxis(positive, format)
  const largest = values.reduce<number>((most, value) => Math.max(most, toDrawableValue(value) ?? 0), 0)
  const scale = scaleLinear([0, largest === 0 ? 1 : largest], [BOX_HEIGHT, 0]).nice(3)
  const ticks = scale.ticks(3).filter(tick => (whole ? Number.isInteger(tick) : true) && (largest > 0 || tick === 0))
  return {
    place: value => Math.round(scale(value)),
    ticks: ticks.map(tick => ({ y: formatPercentPosition(scale(tick), BOX_HEIGHT), label: format(tick) })),
  }
}

/** From a tick that is not above the smallest value to one that is not below the largest, or as far as a peak does not look cut off. @param values above 0 */
function layoutLogAxis(values: readonly number[], format: (value: number) => string): YAxis {
  const exponents = values.map(value => Math.max(-12, Math.log10(value)))
  const least = Math.floor(Math.min(...exponents))
  const most = Math.max(least + 1, ...exponents)
  const powers = Array.from({ length: Math.floor(most) - least + 1 }, (_, i) => least + i)
  const step = Math.ceil(powers.length / 5)
  // Few powers of ten leave room for values between them.
  const factors = powers.length <= 2 ? [1, 2, 5] : powers.length <= 3 ? [1, 5] : [1]
  const candidates = [...powers, Math.floor(most) + 1]
    .filter((_, i) => i % step === 0)
    .flatMap(power => factors.map(factor => factor * 10 ** power))
  const largest = Math.max(10 ** (least + 1), ...values)
  const top = candidates.find(tick => tick >= largest && Number.isFinite(tick)) ?? 10 ** most
  const bottom = candidates.findLast(tick => tick <= Math.min(...values)) ?? 10 ** least
  const ticks = candidates.filter(tick => tick >= bottom && tick <= top)
  const scale = scaleLog([bottom, Math.max(top, largest * HEADROOM)], [BOX_HEIGHT, 0])
  return {
    place: value => Math.max(0, Math.round(scale(Math.max(value, bottom)))),
    ticks: ticks.map(tick => ({ y: formatPercentPosition(scale(tick), BOX_HEIGHT), label: format(tick) })),
  }
}

/** The text of an earlier tick would meet that of the lowest value beside it; that of a later one would not end within the chart. */
const [FIRST_TICK, LAST_TICK] = [0.05, 0.97]

/** Round times between two others in the reader's zone: `14:00`, and the date where a day starts. Unix nanoseconds. */
export function layoutTimeTicks(fromNs: bigint, toNs: bigint): XTick[] {
  const [from, to] = [Number(fromNs / MILLISECOND_NS), Number(toNs / MILLISECOND_NS)]
  if (to <= from) return []
  const { toLocal, toUtc } = wallClock()
  return scaleUtc([toLocal(from), toLocal(to)], [0, 1])
    .ticks(6)
    .map(tick => ({ at: (toUtc(tick.getTime()) - from) / (to - from), label: formatTick(tick) }))
    .filter(({ at }) => at >= FIRST_TICK && at <= LAST_TICK)
    .map(({ at, label }) => ({ x: formatPercentPosition(at, 1), label }))
}

/** With at most two decimals: `8.33%`. */
export function formatPercentPosition(part: number, whole: number): string {
  return `${Number(((part / whole) * 100).toFixed(2))}%`
}

/** Stacked bars of several series. */
export function layoutBars(
  series: readonly { name: string; colour: DrawnPath['colour']; values: readonly (number | undefined)[] }[],
  place: YAxis['place'],
): DrawnPath[] {
  const tops: number[] = []
  return series.map(({ name, colour, values }) => {
    const d = values.map((given, i) => {
      const value = toDrawableValue(given) ?? 0
      const base = tops[i] ?? 0
      tops[i] = base + value
      // A value above 0 is always visible, however small.
      const foot = place(base)
      const head = value === 0 ? foot : Math.min(place(base + value), foot - 12)
      return head === foot ? '' : `M${i * BUCKET_UNITS + 1},${foot}V${Math.max(0, head)}h${BUCKET_UNITS - 2}V${foot}Z`
    })
    return { name, colour, d: d.join('') }
  })
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function formatTick(tick: Date): string {
  const time = tick.toISOString().slice(11, 16)
  return time === '00:00' ? `${tick.getUTCDate()} ${MONTHS[tick.getUTCMonth()]}` : time
}
