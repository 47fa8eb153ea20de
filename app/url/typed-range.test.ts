import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../store/time-units.ts'
import { formatAgo, formatSince, formatTimeOfDay, formatTimestamp, isoTimestamp } from '../format/time.ts'
import { setTimeZoneSource, zoneAt } from '../format/time-zone.ts'
import { describeTimeRange } from '../ui/filters/describe-time-range.ts'
import { formatDay } from '../ui/table/day-row.tsx'
import { parseTypedRange, redirectTypedRange } from './typed-range.ts'

/** Tuesday, 15:20 in Vienna. */
const nowMs = Date.UTC(2026, 10, 24, 14, 20)

function read(typed: string, zone = 'Europe/Vienna'): string | undefined {
  const range = parseTypedRange(typed, nowMs, zone)
  return range && [range.fromMs, range.toMs].map(ms => new Date(ms).toISOString().slice(5, 16)).join(' ')
}

test.each([
  ['14:03', '11-24T12:48 11-24T13:18'],
  ['23:30', '11-23T22:15 11-23T22:45'],
  ['14', '11-24T13:00 11-24T14:00'],
  ['9-17', '11-24T08:00 11-24T16:00'],
  ['22-6', '11-23T21:00 11-24T05:00'],
  ['yesterday', '11-22T23:00 11-23T23:00'],
  ['yesterday 9-17', '11-23T08:00 11-23T16:00'],
  ['Yesterday 9:30 to 10:15', '11-23T08:30 11-23T09:15'],
  ['yesterday 22:00 - today 2:00', '11-23T21:00 11-24T01:00'],
  ['yesterday 22:00 – now', '11-23T21:00 11-24T14:20'],
  ['today', '11-23T23:00 11-24T23:00'],
  ['mon 22-6', '11-23T21:00 11-24T05:00'],
  ['wednesday', '11-17T23:00 11-18T23:00'],
  ['2026-11-20', '11-19T23:00 11-20T23:00'],
  ['2026-11-20 - 2026-11-21', '11-19T23:00 11-21T23:00'],
  ['2026-11-20 8:00..2026-11-21 9:00', '11-20T07:00 11-21T08:00'],
  ['3h', '11-24T11:20 11-24T14:20'],
  ['last 90 min', '11-24T12:50 11-24T14:20'],
  ['2 days', '11-22T14:20 11-24T14:20'],
])('%j is a range', (typed, range) => {
  expect(read(typed)).toBe(range)
})

// Pages write times as `2026-11-24 15:20:00.000 UTC+1 (now)`.
test.each([
  ['2026-11-23 10:38:56.407', '11-23T09:23 11-23T09:53'],
  ['2026-11-23 10:38:56.407123456', '11-23T09:23 11-23T09:53'],
  ['2026-11-23T10:38:56.407123456Z', '11-23T10:23 11-23T10:53'],
  ['2026-11-23T10:38:56+05:30', '11-23T04:53 11-23T05:23'],
  ['2026-11-23 10:38 UTC', '11-23T10:23 11-23T10:53'],
  ['2026-11-23 10:38:56 UTC-3:30 (5 d ago)', '11-23T13:53 11-23T14:23'],
  ['Mon Nov 23 2026 10:38:56 GMT+0100 (Central European Standard Time)', '11-23T09:23 11-23T09:53'],
  ['11-23 10:38:56.407', '11-23T09:23 11-23T09:53'],
  ['12-23 10:38', '12-23T09:23 12-23T09:53'],
  ['Mon 23 Nov', '11-22T23:00 11-23T23:00'],
  ['Mon 23 Nov 10:38', '11-23T09:23 11-23T09:53'],
  ['23 Nov 2026', '11-22T23:00 11-23T23:00'],
  ['Nov 23, 2026 10:38', '11-23T09:23 11-23T09:53'],
  ['10:38:56.407', '11-24T09:23 11-24T09:53'],
  ['10:38 UTC', '11-24T10:23 11-24T10:53'],
  ['last monday', '11-22T23:00 11-23T23:00'],
  ['last hour', '11-24T13:20 11-24T14:20'],
  ['last 24 hours', '11-23T14:20 11-24T14:20'],
  ['1.5h', '11-24T12:50 11-24T14:20'],
  ['90 s', '11-24T14:18 11-24T14:20'],
  ['now', '11-24T14:05 11-24T14:20'],
  ['12 s ago', '11-24T14:04 11-24T14:20'],
  ['2 h ago', '11-24T11:20 11-24T12:35'],
  ['5 d ago', '11-18T14:20 11-19T14:35'],
  ['4 min ahead', '11-24T14:09 11-24T14:39'],
  ['2026-11-23 10:38:56.407 - 2026-11-23 10:40:00.000', '11-23T09:38 11-23T09:40'],
  ['2026-11-23 10:38 UTC to 2026-11-23 10:50 UTC', '11-23T10:38 11-23T10:50'],
  ['2026-11-23 10:38 to 10:50', '11-23T09:38 11-23T09:50'],
  ['2026-11-23 23:30 to 2026-11-24 00:00', '11-23T22:30 11-23T23:00'],
  ['2026-11-23 10:38 to now, America/New_York', '11-23T15:38 11-24T14:20'],
  ['the beginning to 2026-11-23 10:38', '01-01T00:00 11-23T09:38'],
  ['10:38-10:50', '11-24T09:38 11-24T09:50'],
])('%j, as a page may show it, is a range', (typed, range) => {
  expect(read(typed)).toBe(range)
})

// Berlin and New York skip and repeat an hour at night, Santiago at midnight, Lord Howe half an hour.
test.each([
  ['2026-03-29 2-3', 'Europe/Berlin', '03-29T01:00 03-29T02:00'],
  ['2026-03-29 2:30', 'Europe/Berlin', '03-29T01:15 03-29T01:45'],
  ['2026-03-29 1:30-3:30', 'Europe/Berlin', '03-29T00:30 03-29T01:30'],
  ['2026-03-29', 'Europe/Berlin', '03-28T23:00 03-29T22:00'],
  ['2026-10-25 2-3', 'Europe/Berlin', '10-25T00:00 10-25T02:00'],
  ['2026-10-25 1-2', 'Europe/Berlin', '10-24T23:00 10-25T00:00'],
  ['2026-10-25 2:30', 'Europe/Berlin', '10-25T00:15 10-25T01:45'],
  ['2026-10-25 2:30 UTC+1', 'Europe/Berlin', '10-25T01:15 10-25T01:45'],
  ['2026-10-25 02:30 UTC+2 to 02:00 UTC+1', 'Europe/Berlin', '10-25T00:30 10-25T01:00'],
  ['2026-03-08 2-3', 'America/New_York', '03-08T07:00 03-08T08:00'],
  ['2026-11-01 1-2', 'America/New_York', '11-01T05:00 11-01T07:00'],
  ['2026-09-06', 'America/Santiago', '09-06T04:00 09-07T03:00'],
  ['2026-09-05 23-0', 'America/Santiago', '09-06T03:00 09-06T04:00'],
  ['2026-04-04', 'America/Santiago', '04-04T03:00 04-05T04:00'],
  ['2026-04-04 23-24', 'America/Santiago', '04-05T02:00 04-05T04:00'],
  ['2026-10-04 2:10', 'Australia/Lord_Howe', '10-03T15:25 10-03T15:55'],
  ['2026-04-05 1:30-2:00', 'Australia/Lord_Howe', '04-04T14:30 04-04T15:30'],
])('%j in %s is %s, whatever its clocks do', (typed, zone, range) => {
  expect(read(typed, zone)).toBe(range)
})

test.each([
  '',
  '-',
  'soon',
  '25:00',
  '9:75',
  '9-',
  '-17',
  '0h',
  '2026-02-30',
  '30 Feb',
  '2026-11-20 10:38:60',
  '02-30 10:38',
  'ago',
  '2026-11-21 - 2026-11-20',
  '1969-01-01',
  '2300-01-01',
])('%j is none', typed => {
  expect(read(typed)).toBeUndefined()
})

test('a zone that nobody knows is UTC', () => {
  expect(read('14:03', 'Mars/Olympus')).toBe('11-24T13:48 11-24T14:18')
})

const zone = fc.constantFrom(
  'UTC',
  'Europe/Vienna',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
)
const minute = fc.integer({ min: Date.UTC(1971, 0) / 60_000, max: Date.UTC(2200, 0) / 60_000 })

test('two moments as the clocks of a zone show them are the range between them', () => {
  fc.assert(
    fc.property(minute, fc.integer({ min: 181, max: 100_000 }), zone, (from, minutes, zone) => {
      const format = (ms: number) =>
        new Date(ms).toLocaleString('sv', { timeZone: zone, timeStyle: 'short', dateStyle: 'short' })
      const [fromMs, toMs] = [from * 60_000, (from + minutes) * 60_000]
      const range = parseTypedRange(`${format(fromMs)} - ${format(toMs)}`, nowMs, zone)
      // In autumn a clock shows one hour twice.
      expect([range?.fromMs ?? 0, range?.toMs ?? 0].map(format)).toEqual([fromMs, toMs].map(format))
    }),
  )
})

/** The ways in which pages write a time, each with the length of its smallest unit in milliseconds. */
const written: readonly (readonly [string, number, (atNs: bigint) => string])[] = [
  ['with milliseconds', 1, formatTimestamp],
  ['with its zone and age', 1, atNs => `${formatTimestamp(atNs)} ${zoneAt(atNs)} (${formatAgo(atNs, nowNs)})`],
  ['to the second', 1_000, atNs => `${formatTimestamp(atNs).slice(0, 19)} ${zoneAt(atNs)}`],
  ['to the minute', MINUTE_MS, atNs => `${formatTimestamp(atNs).slice(0, 16)} ${zoneAt(atNs)}`],
  ['for machines', 1, isoTimestamp],
  ['in full', 1, atNs => `${isoTimestamp(atNs).replace('T', ' ').replace('Z', '')} UTC`],
  ['by the browser', 1_000, atNs => new Date(Number(atNs / 1_000_000n)).toString()],
  ['without the year', 1, atNs => formatTimestamp(atNs).slice(5)],
  ['without the year, to the minute', MINUTE_MS, atNs => formatTimestamp(atNs).slice(5, 16)],
  ['by its day', 86_400_000, atNs => formatDay(Number(atNs / 1_000_000n))],
  ['by its age', 86_400_000, atNs => formatAgo(atNs, nowNs)],
]
const ofToday: typeof written = [
  ['of today', 1, formatTimeOfDay],
  ['of today, to the minute', MINUTE_MS, atNs => formatTimeOfDay(atNs).slice(0, 5)],
  ['since', MINUTE_MS, atNs => formatSince(atNs, nowNs)],
]
const nowNs = BigInt(nowMs) * 1_000_000n
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
)
const ago = (days: number) => fc.bigInt(0n, BigInt(days) * 86_400_000_000_000n).map(ns => nowNs - ns)

describe('a time as pages show it', () => {
  afterEach(() => setTimeZoneSource(() => 'UTC'))

  test.each([...written.map(of => [...of, 300] as const), ...ofToday.map(of => [...of, 0.6] as const)])(
    '%s is a range that has it, and little more',
    (_, lastsMs, write, days) => {
      fc.assert(
        fc.property(
          ago(days * 10).map(ns => nowNs - (nowNs - ns) / 10n),
          zones,
          (atNs, zone) => {
            setTimeZoneSource(() => zone)
            const range = parseTypedRange(write(atNs), nowMs)
            const atMs = Number(atNs / 1_000_000n)
            expect(range?.fromMs).toBeLessThanOrEqual(atMs)
            expect(range?.toMs).toBeGreaterThanOrEqual(atMs)
            // An hour that its clock shows twice is both; a time is with a quarter of an hour on both sides.
            expect((range?.toMs ?? 0) - (range?.fromMs ?? 0)).toBeLessThanOrEqual(lastsMs + HOUR_MS + 30 * MINUTE_MS)
          },
        ),
      )
    },
  )

  test('the range of a page is that range, to the second', () => {
    fc.assert(
      fc.property(ago(300), fc.bigInt(1n, 10n ** 15n), zones, (from, lengthNs, zone) => {
        setTimeZoneSource(() => zone)
        const [fromMs, toMs] = [from, from + lengthNs + 1_000_000_000n].map(ns => Number(ns / 1_000_000_000n) * 1_000)
        const [fromNs, toNs] = [fromMs, toMs].map(ms => BigInt(ms ?? 0) * 1_000_000n)
        expect(parseTypedRange(describeTimeRange({ last: '24h', from: fromNs, to: toNs }), nowMs)).toEqual({
          fromMs,
          toMs,
        })
      }),
      { examples: [[1_793_512_799_999_999_999n, 3_599_000_000_001n, 'America/New_York']] },
    )
  })
})

test('whatever is typed, a range that is read is in order and can be stored in an address', () => {
  const word = fc.constantFrom(
    'today',
    'yesterday',
    'mon',
    '9',
    '14:03',
    '24:00',
    '2026-11-20',
    '9999-12-31',
    '-',
    'to',
    '..',
    'now',
    '3h',
    ':',
    'last',
  )
  const typed = fc.oneof(
    fc.array(word, { maxLength: 6 }).map(words => words.join(' ')),
    fc.string({ maxLength: 40 }),
  )
  fc.assert(
    fc.property(typed, fc.oneof(zone, fc.string()), (typed, zone) => {
      const range = parseTypedRange(typed, nowMs, zone)
      if (range !== undefined) {
        expect(range.fromMs).toBeLessThan(range.toMs)
        expect(Number.isSafeInteger(range.fromMs) && Number.isSafeInteger(range.toMs)).toBe(true)
      }
    }),
  )
})

test('a typed range leads to its two ends, and keeps the other filters', () => {
  const follow = (address: string) => {
    try {
      redirectTypedRange(new URL(address, 'http://desk'), nowMs)
      return undefined
    } catch (response) {
      return response instanceof Response ? response.headers.get('location') : response
    }
  }
  expect(follow('/traces?last=7d&service=shop&range=yesterday+9-17&before=1-ab')).toBe(
    '/traces?service=shop&from=2026-11-23T09%3A00&to=2026-11-23T17%3A00',
  )
  expect(follow('/traces?last=7d&range=')).toBe('/traces?last=7d')
  expect(follow('/traces?range=soon')).toBeUndefined()
  expect(follow('/traces?last=7d')).toBeUndefined()
})
