import { DAY_NS, HOUR_NS, MILLISECOND_NS, MINUTE_NS, SECOND_NS } from '../../store/time-units.ts'

/**
 * Formats a duration with three significant digits below a minute and two units above: `840 ns`, `12.3 µs`, `4.56 ms`, `1.20 s`, `2 min 3
 * s`, `1 d 2 h`.
 *
 * @param durationNs nanoseconds; a negative duration keeps its sign
 */
export function formatDuration(durationNs: bigint): string {
  if (durationNs < 0n) return `−${formatDuration(-durationNs)}`
  if (durationNs < 1_000n) return `${durationNs} ns`
  const decimal = threeDigits(durationNs)
  if (decimal !== undefined) return decimal
  // Half a small unit earlier, because the rest is rounded: 59 min 59.6 s is an hour.
  if (durationNs < HOUR_NS - SECOND_NS / 2n) return twoUnits(durationNs, [MINUTE_NS, 'min'], [SECOND_NS, 's'])
  if (durationNs < DAY_NS - MINUTE_NS / 2n) return twoUnits(durationNs, [HOUR_NS, 'h'], [MINUTE_NS, 'min'])
  return twoUnits(durationNs, [DAY_NS, 'd'], [HOUR_NS, 'h'])
}

/** Formats a duration that is a number of nanoseconds, and may have a fraction. */
export const formatNs = (ns: number): string => formatDuration(BigInt(Math.round(ns)))

/** Formats a duration in whole minutes, rounded down: seconds would only show how long ago it was measured. */
export const formatMinutes = (ns: bigint): string => formatDuration((ns / MINUTE_NS) * MINUTE_NS)

/** Formats a time since a start, in a column of such times: to a hundredth of a second, from a minute to a second: `5.32 s`, `1 min 3 s`. */
export function formatElapsed(ns: bigint): string {
  return ns < MINUTE_NS - 5n * MILLISECOND_NS ? `${(Number(ns) / 1e9).toFixed(2)} s` : formatDuration(ns)
}

type Unit = readonly [ns: bigint, name: string]

const DECIMAL_UNITS: readonly Unit[] = [
  [1_000n, 'µs'],
  [MILLISECOND_NS, 'ms'],
  [SECOND_NS, 's'],
]

/** `undefined` from a minute on. A value that would round to the next unit (999.96 µs) is formatted in that unit. */
function threeDigits(ns: bigint): string | undefined {
  for (const [unit, name] of DECIMAL_UNITS) {
    const value = Number(ns) / Number(unit)
    const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
    const rounded = value.toFixed(digits)
    if (Number(rounded) < (name === 's' ? 60 : 1_000)) return `${rounded} ${name}`
  }
  return undefined
}

function twoUnits(ns: bigint, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const smalls = (ns + small / 2n) / small
  const perLarge = large / small
  const rest = smalls % perLarge
  const head = `${smalls / perLarge} ${largeName}`
  return rest === 0n ? head : `${head} ${rest} ${smallName}`
}

/** Reads milliseconds in whatever form a sender wrote them. @returns nanoseconds; `undefined` if it is no number, or above 30 years */
export function parseMilliseconds(text: string | undefined): bigint | undefined {
  const ms = Number(text)
  return Number.isFinite(ms) && Math.abs(ms) < 1e12 ? BigInt(Math.round(ms * 1e6)) : undefined
}
