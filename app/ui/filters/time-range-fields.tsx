import { Link } from 'react-router'
import type { FilterError } from '../../url/codec.ts'
import { withParams } from '../../url/filter-links.ts'
import { type LAST_MS, type TimeFilters, type TimeRange, timeCodecs } from '../../url/time-range.ts'
import { useHydrated } from '../elements/use-hydrated.ts'
import { Field, TextField } from '../form/field.tsx'

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
  readonly time: TimeFilters
  /** What `time` means now. */
  readonly range: TimeRange
  readonly filterErrors: readonly FilterError[]
  readonly params: URLSearchParams
}

/** The fields of a filter form that choose the time: a range that ends now, or two ends. A link changes from one to the other. */
export function TimeRangeFields({ time, range, filterErrors, params }: TimeRangeFieldsProps) {
  const { last, from, to } = timeCodecs
  const isFaulty = filterErrors.some(({ param }) => param === from.param || param === to.param)
  if (hasEnds(time) || isFaulty) {
    return (
      <>
        <TextField
          label="From (UTC)"
          param={from.param}
          value={from.format(time.from)}
          filterErrors={filterErrors}
          placeholder="2026-11-21T14:00"
        />
        <TextField
          label="To (UTC)"
          param={to.param}
          value={to.format(time.to)}
          filterErrors={filterErrors}
          placeholder="now"
        />
        <LocalTime time={time} />
        <Link className="clear" to={withParams(params, { from: '', to: '', last: '' })}>
          Relative range
        </Link>
      </>
    )
  }
  return (
    <>
      <Field param={last.param} filterErrors={filterErrors}>
        {mark => (
          <label>
            <span>Time</span>
            <select name={last.param} defaultValue={time.last} data-chosen={time.last} {...mark}>
              {Object.entries(NAMES).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </Field>
      {range.from > 0n && (
        <Link className="clear" to={withParams(params, { last: '', from: from.format(wholeMinute(range.from)) })}>
          Custom range
        </Link>
      )}
    </>
  )
}

/** The same ends in the reader's zone, which only the browser knows. */
function LocalTime({ time: { from, to } }: { readonly time: TimeFilters }) {
  if (!useHydrated()) return null
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const inZone = (atNs: bigint | undefined, without: string) =>
    atNs === undefined ? without : new Date(Number(atNs / 1_000_000n)).toLocaleString('sv').slice(0, 16)
  return (
    <span className="clear">
      {inZone(from, 'the beginning')} to {inZone(to, 'now')} in {timeZone}
    </span>
  )
}

/** The time in words, for captions: `last 24 hours`, or its ends. */
export function describeTimeRange(time: TimeFilters): string {
  if (!hasEnds(time)) return NAMES[time.last]
  const { from, to } = timeCodecs
  return `${from.format(time.from) || 'the beginning'} to ${to.format(time.to) || 'now'}, UTC`
}

/** True for a time between two moments, or on one side of one. */
export function hasEnds({ from, to }: TimeFilters): boolean {
  return from !== undefined || to !== undefined
}

const MINUTE_NS = 60_000_000_000n
const wholeMinute = (atNs: bigint) => atNs - (atNs % MINUTE_NS)
