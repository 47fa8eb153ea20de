import { formatTimestamp } from '../../format/time.ts'
import { timeZone, zoneIfTwice } from '../../format/time-zone.ts'
import type { RELATIVE_RANGE_MS, TimeFilters } from '../../url/time-range.ts'

/** Ranges that end now, by their name in the URL. */
export const RELATIVE_RANGE_LABELS: Readonly<Record<keyof typeof RELATIVE_RANGE_MS, string>> = {
  '15m': 'last 15 minutes',
  '1h': 'last hour',
  '6h': 'last 6 hours',
  '24h': 'last 24 hours',
  '7d': 'last 7 days',
  '14d': 'last 14 days',
  '90d': 'last 90 days',
}

/** The time in words, for captions: `last 24 hours`, or its ends. */
export function describeTimeRange(time: TimeFilters): string {
  if (!isCustomRange(time)) return RELATIVE_RANGE_LABELS[time.last]
  return `${writeCustomRange(time)}, ${timeZone()}`
}

/** Its ends as they can be typed, to the second: `2026-11-20 09:00 to 2026-11-21 17:30`. */
export const writeCustomRange = ({ from, to }: Pick<TimeFilters, 'from' | 'to'>): string =>
  `${from === undefined ? 'the beginning' : formatEnd(from, to)} to ${to === undefined ? 'now' : formatEnd(to, from)}`

const formatEnd = (atNs: bigint, otherEndNs?: bigint) =>
  formatTimestamp(atNs).slice(0, 19).replace(/:00$/, '') + zoneIfTwice(atNs, otherEndNs)

/** True for a time between two moments, or on one side of one. */
export function isCustomRange({ from, to }: TimeFilters): boolean {
  return from !== undefined || to !== undefined
}
