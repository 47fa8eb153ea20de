import { type RELATIVE_RANGE_MS, type TimeFilters, timeCodecs } from '../../url/time-range.ts'

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
  const { from, to } = timeCodecs
  return `${from.format(time.from) || 'the beginning'} to ${to.format(time.to) || 'now'}, UTC`
}

/** True for a time between two moments, or on one side of one. */
export function isCustomRange({ from, to }: TimeFilters): boolean {
  return from !== undefined || to !== undefined
}
