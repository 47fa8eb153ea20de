import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../store/time-units.ts'
import { offsetClock, type WallClock } from '../format/time-zone.ts'

/** One end of a typed range: a day, a time, or both. */
export interface TypedMoment {
  /** Midnight, in milliseconds as if its zone were UTC. */
  readonly day: number | undefined
  readonly time: TypedTime | undefined
  /** The clock of the zone that is written behind the time. */
  readonly clock: WallClock | undefined
}

interface TypedTime {
  /** Since midnight, to the millisecond before. */
  readonly ms: number
  /** True for `14`, which is an hour. */
  readonly isHour: boolean
  /** True if it is between two milliseconds. */
  readonly isCut: boolean
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const WEEKDAY = `(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?`
const MONTH = `(?:${MONTHS.join('|')})[a-z]*`
const DAYS = [
  'today|yesterday',
  `(?:last )?${WEEKDAY}`,
  String.raw`\d{4}-\d\d-\d\d`,
  // Only with a time: 9-17 is from nine to five.
  String.raw`\d\d-\d\d(?= ?\d{1,2}:)`,
  String.raw`(?:${WEEKDAY},? )?\d{1,2} ${MONTH}(?:,? \d{4})?`,
  String.raw`(?:${WEEKDAY},? )?${MONTH} \d{1,2}(?:,? \d{4})?`,
]
const TIME = String.raw`\d{1,2}(?::\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?`
/** An offset alone only behind seconds: 10:38-10:50 is a range. */
const ZONE = String.raw`z| ?(?:utc|gmt)(?:[+-]\d{1,2}(?::?\d\d)?)?|(?<=:\d\d:\d\d(?:[.,]\d+)?)[+-]\d\d:?\d\d`
const MOMENT = new RegExp(`^(${DAYS.join('|')})?(?:(?:(?<=.)[ t]|^)(${TIME})(${ZONE})?)?$`)

/**
 * Reads a day and a time in each form in which pages show them.
 *
 * @param text in lower case, with single spaces
 * @param today Midnight of the reader's day, in milliseconds as if the zone were UTC; a day without a year is the latest one.
 * @returns `undefined` for what is no moment
 */
export function parseMoment(text: string, today: number): TypedMoment | undefined {
  const [, dayText, timeText, zoneText] = MOMENT.exec(text) ?? []
  if (dayText === undefined && timeText === undefined) return undefined
  const day = dayText === undefined ? undefined : readDay(dayText, today)
  const time = timeText === undefined ? undefined : readTime(timeText)
  if ((dayText !== undefined && day === undefined) || (timeText !== undefined && time === undefined)) return undefined
  return { day, time, clock: zoneText === undefined ? undefined : offsetClock(readOffset(zoneText)) }
}

/** Midnight of a day; `undefined` if it does not exist. A weekday means the latest one. */
function readDay(text: string, today: number): number | undefined {
  if (text === 'today') return today
  if (text === 'yesterday') return today - DAY_MS
  const [date = ''] = /\d{4}-\d\d-\d\d/.exec(text) ?? []
  if (date !== '') return dateOf(...numbersIn(date))
  const month = MONTHS.findIndex(name => new RegExp(`\\b${name}`).test(text)) + 1
  if (month > 0) {
    const [day = 0, year] = numbersIn(text)
    return year === undefined ? latestOf(month, day, today) : dateOf(year, month, day)
  }
  const weekday = WEEKDAYS.findIndex(name => text.replace('last ', '').startsWith(name))
  if (weekday >= 0) return today - ((new Date(today).getUTCDay() - weekday + 7) % 7) * DAY_MS
  const [first = 0, second = 0] = numbersIn(text)
  return latestOf(first, second, today)
}

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)

function dateOf(year = 0, month = 0, day = 0): number | undefined {
  const ms = Date.UTC(year, month - 1, day)
  return new Date(ms).getUTCMonth() === month - 1 && new Date(ms).getUTCDate() === day ? ms : undefined
}

/** The date in the year in which it came last: 29 February may be eight years ago. */
function latestOf(month: number, day: number, today: number): number | undefined {
  const year = new Date(today).getUTCFullYear()
  return Array.from({ length: 9 }, (_, back) => dateOf(year - back, month, day)).find(
    ms => ms !== undefined && ms <= today,
  )
}

function readTime(text: string): TypedTime | undefined {
  const [clock = '', fraction = ''] = text.split(/[.,]/)
  const [hours = 0, minutes, seconds = 0] = clock.split(':').map(Number)
  const ms =
    hours * HOUR_MS + (minutes ?? 0) * MINUTE_MS + seconds * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  if ((minutes ?? 0) > 59 || seconds > 59 || ms > DAY_MS) return undefined
  return { ms, isHour: minutes === undefined, isCut: /[1-9]/.test(fraction.slice(3)) }
}

/** Reads by how many milliseconds a zone such as `utc+5:30`, `gmt-0330` or `z` is ahead of UTC. */
function readOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{1,2}?):?(\d\d)?$/.exec(text) ?? []
  return (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS) * (sign === '-' ? -1 : 1)
}
