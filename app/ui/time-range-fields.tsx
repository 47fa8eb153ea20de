import { Link } from 'react-router'
import { isoMoment } from '../format/time.ts'
import { withParams } from '../url/filter-links.ts'
import type { LAST_MS, TimeRange } from '../url/time-range.ts'

const NAMES: Readonly<Record<keyof typeof LAST_MS, string>> = {
  '15m': 'last 15 minutes',
  '1h': 'last hour',
  '6h': 'last 6 hours',
  '24h': 'last 24 hours',
  '7d': 'last 7 days',
  '14d': 'last 14 days',
  '90d': 'last 90 days',
}

interface TimeRangeFieldsProps {
  readonly range: TimeRange
  readonly params: URLSearchParams
}

/** The fields of a filter form that choose the time: a range that ends now, or two ends. A link changes from one to the other. */
export function TimeRangeFields({ range, params }: TimeRangeFieldsProps) {
  if (range.last === undefined) {
    return (
      <>
        <label>
          From (UTC)
          <input type="text" name="from" defaultValue={params.get('from') ?? ''} placeholder="2026-11-21T14:00" />
        </label>
        <label>
          To (UTC)
          <input type="text" name="to" defaultValue={params.get('to') ?? ''} placeholder="now" />
        </label>
        <Link className="clear" to={withParams(params, { from: '', to: '', last: '' })}>
          Last hours or days
        </Link>
      </>
    )
  }
  return (
    <>
      <label>
        Time
        <select name="last" defaultValue={range.last}>
          {Object.entries(NAMES).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Link className="clear" to={withParams(params, { last: '', from: toMinute(range.from) })}>
        From–to
      </Link>
    </>
  )
}

/** For `?from=`, UTC: `2026-11-21T14:00`. */
function toMinute(atNs: bigint): string {
  return isoMoment(atNs).slice(0, 16)
}

/** The range in words, for captions: `last 24 hours`, or its ends. */
export function rangeInWords(range: TimeRange, params: URLSearchParams): string {
  if (range.last !== undefined) return NAMES[range.last]
  return `${params.get('from') || 'the beginning'} to ${params.get('to') || 'now'}, UTC`
}
