import { expect, test } from 'vitest'
import { compareAmounts } from '../../insights/change.ts'
import { describeSlowdown } from './describe-slowdown.ts'

const average = ([before, now]: readonly [number, number], error: number | undefined) => ({
  now,
  change: compareAmounts({ now, before }, error),
})

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
  selfPerTrace: average(self, isByChance ? undefined : 0),
  spansPerTrace: average(spans, isByChance ? undefined : 0),
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
