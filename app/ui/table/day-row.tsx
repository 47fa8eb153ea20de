import { wallClock } from '../../format/time-zone.ts'

/** How rows of a list say of which day they are. */
interface ListDays {
  /** Whether each has the day with its time: nothing above it says so. */
  readonly hasDay: boolean
  /** The day that begins with a row, to be above it; '' if none does. */
  readonly heads: readonly string[]
}

/**
 * The days of rows, as they are in a list. One whose rows are all of today needs none.
 *
 * @param times Unix nanoseconds
 * @param isByTime whether it is sorted by them: otherwise heads would be between most of its rows
 */
export function layoutDays(times: readonly bigint[], nowMs: number, isByTime = true): ListDays {
  const days = times.map(atNs => formatDay(Number(atNs / 1_000_000n)))
  const today = formatDay(nowMs)
  if (days.every(day => day === today)) return { hasDay: false, heads: days.map(() => '') }
  return {
    hasDay: !isByTime,
    heads: days.map((day, index) => (isByTime && day !== days[index - 1] ? day : '')),
  }
}

/** `Thu 26 Nov`, in the reader's zone. */
export const formatDay = (atMs: number) => formatLocalDay(wallClock().toLocal(atMs))

/** The same of a time in that zone, as wallClock makes it. */
export const formatLocalDay = (localMs: number) => new Date(localMs).toUTCString().slice(0, 11).replace(',', '')

/** The head of a day's rows; nothing where none begins. */
export function DayRow({ day = '' }: { readonly day: string | undefined }) {
  return (
    day !== '' && (
      <tr className="day">
        <td className="muted small">{day}</td>
      </tr>
    )
  )
}
