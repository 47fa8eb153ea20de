import { afterEach, expect, test } from 'vitest'
import { formatSince, formatTimeOfDay, formatTimestamp, isoTimestamp } from './time.ts'
import { parseTimeZone, setTimeZoneSource, zoneAt } from './time-zone.ts'

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
