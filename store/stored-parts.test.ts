import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideIntoParts, EXCEPTION_BUCKETS, lengthsWithin, REQUEST_BUCKETS, shiftOf } from './stored-parts.ts'

const MINUTE_NS = 60_000_000_000n
const at = (text: string) => BigInt(Date.parse(`${text}Z`)) * 1_000_000n
const lengths = fc.constantFrom<readonly bigint[]>(EXCEPTION_BUCKETS, REQUEST_BUCKETS)
const moment = fc.bigInt({ min: 0n, max: 9_000n * MINUTE_NS })

test('a range of a day has the hours and minutes at its ends, and single rows of less than five minutes', () => {
  const range = { from: at('2026-01-01T22:27:10'), to: at('2026-01-03T01:02:00') }
  expect(divideIntoParts(range, EXCEPTION_BUCKETS)).toEqual({
    buckets: [
      { minutes: 5n, from: at('2026-01-01T22:30:00') - 0n, to: at('2026-01-01T22:30:00') },
      { minutes: 30n, from: at('2026-01-01T22:30:00'), to: at('2026-01-01T23:00:00') },
      { minutes: 60n, from: at('2026-01-01T23:00:00'), to: at('2026-01-02T00:00:00') },
      { minutes: 1440n, from: at('2026-01-02T00:00:00'), to: at('2026-01-03T00:00:00') },
      { minutes: 60n, from: at('2026-01-03T00:00:00'), to: at('2026-01-03T01:00:00') },
    ].filter(({ from, to }) => from < to),
    rows: [
      { from: at('2026-01-01T22:27:10'), to: at('2026-01-01T22:30:00') },
      { from: at('2026-01-03T01:00:00'), to: at('2026-01-03T01:02:00') },
    ],
  })
})

test('the parts are the range without gap or overlap: whole buckets, of which no longer one could be, and few single rows', () => {
  fc.assert(
    fc.property(moment, moment, lengths, (from, lengthNs, of) => {
      const range = { from, to: from + lengthNs }
      const { buckets, rows } = divideIntoParts(range, of)
      const parts = [...buckets, ...rows].toSorted((a, b) => (a.from < b.from ? -1 : 1))
      if (lengthNs === 0n) {
        expect(parts).toEqual([])
        return
      }
      expect([range.from, ...parts.map(part => part.to)]).toEqual([...parts.map(part => part.from), range.to])
      for (const part of buckets) {
        const stepNs = part.minutes * MINUTE_NS
        expect([part.from % stepNs, part.to % stepNs]).toEqual([0n, 0n])
        for (const longer of of.filter(one => one > part.minutes))
          expect((part.to / (longer * MINUTE_NS)) * longer * MINUTE_NS).toBeLessThan(part.from + longer * MINUTE_NS)
      }
      expect(buckets.length).toBeLessThanOrEqual(2 * of.length - 1)
      expect(rows.length).toBeLessThanOrEqual(2)
      for (const part of rows) expect(part.to - part.from).toBeLessThan(10n * MINUTE_NS)
    }),
  )
})

test('a bucket of a chart has whole stored ones, and the previous period is moved by whole five minutes', () => {
  const stepOf = (minutes: bigint) => lengthsWithin(EXCEPTION_BUCKETS, minutes * MINUTE_NS)
  expect([5n, 15n, 30n, 120n, 360n].map(minutes => stepOf(minutes)[0])).toEqual([5n, 5n, 30n, 60n, 180n])
  expect(shiftOf({ lastedNs: 7n * MINUTE_NS })).toBe(10n * MINUTE_NS)
})
