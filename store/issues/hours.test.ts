import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ceilToDay, chooseStoredBuckets, extendToWholeHours } from './hours.ts'

const MINUTE_NS = 60_000_000_000n
const at = (text: string) => BigInt(Date.parse(`${text}Z`)) * 1_000_000n

test('a range that ends in the current hour is read up to midnight, an earlier one as it is', () => {
  const range = { from: at('2026-01-01T22:30:00'), to: at('2026-01-03T09:10:00') }
  const held = extendToWholeHours(ceilToDay(range, at('2026-01-03T09:59:59')))
  expect(held).toEqual({ fromNs: at('2026-01-01T22:00:00'), toNs: at('2026-01-04T00:00:00') })
  expect(chooseStoredBuckets(held)).toEqual([
    { minutes: 60n, fromNs: at('2026-01-01T22:00:00'), toNs: at('2026-01-02T00:00:00') },
    { minutes: 1440n, fromNs: at('2026-01-02T00:00:00'), toNs: at('2026-01-04T00:00:00') },
  ])
  expect(ceilToDay(range, at('2026-01-03T10:00:00'))).toEqual(range)
})

test('a short range is read by five minutes, also where it ends in the current hour', () => {
  const range = { from: at('2026-01-03T09:02:00'), to: at('2026-01-03T09:22:00') }
  expect(ceilToDay(range, at('2026-01-03T09:17:00'))).toEqual(range)
  const [fromNs, toNs] = [at('2026-01-03T09:00:00'), at('2026-01-03T09:25:00')]
  expect(extendToWholeHours(range)).toEqual({ fromNs, toNs })
})

test('stored buckets are a range without gap or overlap, each whole, none of which a longer one could hold', () => {
  const unit = fc.constantFrom(5n, 60n)
  const time = fc.bigInt({ min: 0n, max: 9_000n })
  fc.assert(
    fc.property(unit, time, time, (minutes, start, length) => {
      const [fromNs, toNs] = [start * minutes * MINUTE_NS, (start + length) * minutes * MINUTE_NS]
      const chosen = chooseStoredBuckets({ fromNs, toNs })
      expect([fromNs, ...chosen.map(part => part.toNs)]).toEqual([...chosen.map(part => part.fromNs), toNs])
      for (const part of chosen) {
        const stepNs = part.minutes * MINUTE_NS
        expect([part.fromNs % stepNs, part.toNs % stepNs]).toEqual([0n, 0n])
        expect(part.fromNs < part.toNs).toBe(true)
        for (const longer of [1440n, 180n].filter(one => one > part.minutes))
          expect((part.toNs / (longer * MINUTE_NS)) * longer * MINUTE_NS).toBeLessThan(part.fromNs + longer * MINUTE_NS)
      }
      expect(chosen.length).toBeLessThanOrEqual(7)
    }),
  )
})
