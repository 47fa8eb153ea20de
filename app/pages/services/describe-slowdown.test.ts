import { expect, test } from 'vitest'
import { describeSlowdown } from './describe-slowdown.ts'

const row = (value: string, self: readonly [number, number], spans: readonly [number, number], isByChance = false) => ({
  value,
  target: '',
  system: '',
  count: 100,
  selfNs: 1n,
  error: 0,
  p95: 1n,
  longestNs: 1n,
  longestShare: 0,
  selfPerTrace: { now: self[1], before: self[0] },
  spansPerTrace: { now: spans[1], before: spans[0] },
  isByChance,
  statement: '',
})

test('names the span whose time per trace grew most, with its number if that grew too', () => {
  const rows = [
    row('POST', [155, 154], [1, 1]),
    row('SELECT', [7, 101], [2, 10.5]),
    row('INSERT', [2, 20], [1, 1]),
    row('commit', [0, 500], [1, 1], true),
  ]
  expect(describeSlowdown(rows)).toBe('SELECT: time per trace 14×, spans per trace 5.3×')
  expect(describeSlowdown(rows.slice(2))).toBe('INSERT: time per trace 10×')
  expect(describeSlowdown(rows.slice(0, 1))).toBe('')
  expect(describeSlowdown([])).toBe('')
})
