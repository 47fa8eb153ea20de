import { afterEach, expect, test } from 'vitest'
import { formatSince, formatTimeOfDay, formatTimestamp, isoTimestamp } from './time.ts'
import { parseTimeZone, setTimeZoneSource, wallClock, zoneAt } from './time-zone.ts'

afterEach(() => setTimeZoneSource(() => 'UTC'))

const at = (iso: string) => BigInt(Date.parse(iso)) * 1_000_000n

test('times are in the zone of the reader, as its clocks are on that day; those for machines in UTC', () => {
  setTimeZoneSource(() => 'Europe/Vienna')
  const [winter, summer] = [at('2026-01-01T23:30:00.5Z'), at('2026-07-01T23:30Z')]
  expect([winter, summer].map(ns => `${formatTimestamp(ns)} ${zoneAt(ns)}`)).toEqual([
    '2026-01-02 00:30:00.500 UTC+1',
    '2026-07-02 01:30:00.000 UTC+2',
  ])
  expect(formatTimeOfDay(winter)).toBe('00:30:00.500')
  expect(formatSince(winter, winter)).toBe('00:30')
  expect(isoTimestamp(winter)).toBe('2026-01-01T23:30:00.500000000Z')
})

test.each([
  ['Asia/Kolkata', 'UTC+5:30'],
  ['America/St_Johns', 'UTC-3:30'],
  ['Europe/London', 'UTC'],
  ['Mars/Olympus', 'UTC'],
])('in winter %s is %s', (zone, text) => {
  setTimeZoneSource(() => zone)
  expect(zoneAt(at('2026-01-01T00:00Z'))).toBe(text)
})

test('a zone has a name: of one there is one spelling, and offsets are none', () => {
  expect(['europe/vienna', 'utc', '+01:00', 'Mars/Olympus', ''].map(parseTimeZone)).toEqual([
    'Europe/Vienna',
    'UTC',
    undefined,
    undefined,
    undefined,
  ])
})

const HOUR_MS = 3_600_000

// In Santiago clocks are put forward at midnight, in Lord Howe by half an hour, and Apia once left out a day.
test.each([
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00Z'],
  ['America/New_York', '2026-03-08T02:00', '2026-03-08T07:00Z'],
  ['America/Santiago', '2026-09-06T00:15', '2026-09-06T04:00Z'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:30Z'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00Z'],
])('in %s %s is skipped at %s', (zone, local, change) => {
  const { toUtc, toLastUtc } = wallClock(zone)
  expect(toUtc(Date.parse(`${local}Z`))).toBe(Date.parse(change))
  expect(toLastUtc(Date.parse(`${local}Z`))).toBe(Date.parse(change))
})

test.each([
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30Z', 1],
  ['America/New_York', '2026-11-01T01:00', '2026-11-01T05:00Z', 1],
  ['America/Santiago', '2026-04-04T23:59', '2026-04-05T02:59Z', 1],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45Z', 0.5],
  ['America/St_Johns', '2026-11-01T01:30', '2026-11-01T04:00Z', 1],
  ['Asia/Kolkata', '2026-11-01T01:30', '2026-10-31T20:00Z', 0],
])('in %s %s is at %s, and again %d hours later', (zone, local, first, hours) => {
  const { toUtc, toLastUtc } = wallClock(zone)
  expect(toUtc(Date.parse(`${local}Z`))).toBe(Date.parse(first))
  expect(toLastUtc(Date.parse(`${local}Z`))).toBe(Date.parse(first) + hours * HOUR_MS)
})
