import { formatAgo } from '../../app/format/time.ts'

/** How long ago a time of the API was: `3 min ago`. */
export const agoOf = (time: string, nowMs = Date.now()): string => formatAgo(nsOf(time), BigInt(nowMs) * 1_000_000n)

/** A time of the API in nanoseconds. */
export function nsOf(time: string): bigint {
  const [, seconds = '', fraction = ''] = /^(.*T.{8})(?:\.(\d+))?Z$/.exec(time) ?? []
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9))
}
