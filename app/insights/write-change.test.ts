import { expect, test } from 'vitest'
import { compareCounts, compareShares } from './change.ts'
import { writeChange, writeCountChange, writeShares } from './write-change.ts'

test('a ratio of counts has both numbers, a scaled one rounded', () => {
  expect(writeCountChange(compareCounts({ now: 97, before: 24.7 }))).toBe('3.9× (25 → 97)')
  expect(writeCountChange(compareCounts({ now: 403, before: 52 }))).toBe('7.8× (52 → 403)')
  expect(writeCountChange(compareCounts({ now: 138, before: 100 }))).toBe('no clear change')
  expect(writeCountChange(compareCounts({ now: 538, before: 400 }))).toBe('up 35 %')
})

test('a change that chance explains is none, however large its ratio is, and too few are said to be too few', () => {
  expect(writeChange(compareCounts({ now: 1, before: 3 }))).toBe('no clear change')
  expect(writeChange(compareShares({ part: 1, whole: 3 }, { part: 0, whole: 9 }))).toBe('too few to tell')
  expect(writeChange(compareCounts({ now: 30, before: 90 }), { asRatio: true })).toBe('0.33×')
})

test('two shares are told in the order of time', () => {
  expect(writeShares(compareShares({ part: 42, whole: 1_000 }, { part: 8, whole: 1_000 }))).toBe('0.8 → 4.2 %')
})
