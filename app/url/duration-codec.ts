import { DAY_NS, HOUR_NS, MILLISECOND_NS, MINUTE_NS, SECOND_NS } from '../../store/time-units.ts'
import type { ParamCodec } from './codec.ts'

const UNIT_NS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: MILLISECOND_NS,
  s: SECOND_NS,
  m: MINUTE_NS,
  min: MINUTE_NS,
  h: HOUR_NS,
  d: DAY_NS,
}
/** Longer durations are those of spans that end before they start. */
const MAX_NS = 7n * DAY_NS

const AMOUNT_AND_UNIT = String.raw`(\d{1,9})(?:[.,](\d{1,9}))?\s*([a-zµ]+)`
const DURATION_PATTERN = new RegExp(String.raw`^${AMOUNT_AND_UNIT}(?:\s*${AMOUNT_AND_UNIT})*$`)
const WITHOUT_UNIT = /^\d+(?:[.,]\d+)?$/

/** A duration in nanoseconds: `250ms`, `1.5s`, `1 min 30 s`; milliseconds without a unit. 0 is any, 7 days the maximum. */
export function durationCodec(param: string): ParamCodec<bigint> {
  return {
    param,
    defaultValue: 0n,
    parse(text) {
      const ns = readNs(WITHOUT_UNIT.test(text) ? `${text}ms` : text)
      if (ns === undefined) return { error: `${param}=${text} is not a duration such as 250ms, 1.5s or 2min.` }
      if (ns > MAX_NS) return { error: `${param}=${text} is too long: the maximum is 7 days.` }
      return { value: ns }
    },
    format: ns => (ns === 0n ? '' : writeNs(ns)),
  }
}

/** Fractions of a nanosecond are cut. */
function readNs(text: string): bigint | undefined {
  if (!DURATION_PATTERN.test(text)) return undefined
  let sum = 0n
  for (const [, whole = '', fraction = '', unit = ''] of text.matchAll(new RegExp(AMOUNT_AND_UNIT, 'g'))) {
    const unitNs = Object.hasOwn(UNIT_NS, unit) ? UNIT_NS[unit] : undefined
    if (unitNs === undefined) return undefined
    sum += (BigInt(whole + fraction) * unitNs) / 10n ** BigInt(fraction.length)
  }
  return sum
}

const WHOLE_UNITS = [
  ['d', DAY_NS],
  ['h', HOUR_NS],
  ['min', MINUTE_NS],
] as const
const DECIMAL_UNITS = [
  ['s', 9],
  ['ms', 6],
  ['us', 3],
] as const

/** In one unit and exact: whole days, hours or minutes, else with decimals. */
function writeNs(ns: bigint): string {
  for (const [unit, unitNs] of WHOLE_UNITS) if (ns % unitNs === 0n) return `${ns / unitNs}${unit}`
  for (const [unit, decimals] of DECIMAL_UNITS) {
    const text = ns.toString()
    const whole = text.slice(0, -decimals)
    if (whole !== '') return `${whole}.${text.slice(-decimals)}`.replace(/\.?0+$/, '') + unit
  }
  return `${ns}ns`
}
