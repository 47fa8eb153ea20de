import fc from 'fast-check'
import { expect, test } from 'vitest'
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
