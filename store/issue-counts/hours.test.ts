import { expect, test } from 'vitest'
import { ceilToDay, extendToWholeHours } from './hours.ts'

const at = (text: string) => BigInt(Date.parse(`${text}Z`)) * 1_000_000n

test('a range that ends in the current hour is read by days up to midnight, an earlier one by hours', () => {
  const range = { from: at('2026-01-01T22:30:00'), to: at('2026-01-03T09:10:00') }
  expect(extendToWholeHours(ceilToDay(range, at('2026-01-03T09:59:59')))).toEqual({
    minutes: 60,
    fromNs: at('2026-01-01T22:00:00'),
    toNs: at('2026-01-04T00:00:00'),
    dayFromNs: at('2026-01-02T00:00:00'),
    dayToNs: at('2026-01-04T00:00:00'),
  })
  expect(ceilToDay(range, at('2026-01-03T10:00:00'))).toEqual(range)
})

test('a short range is read by five minutes, also where it ends in the current hour', () => {
  const range = { from: at('2026-01-03T09:02:00'), to: at('2026-01-03T09:22:00') }
  expect(ceilToDay(range, at('2026-01-03T09:17:00'))).toEqual(range)
  const [fromNs, toNs] = [at('2026-01-03T09:00:00'), at('2026-01-03T09:25:00')]
  expect(extendToWholeHours(range)).toEqual({ minutes: 5, fromNs, toNs, dayFromNs: fromNs, dayToNs: fromNs })
})
