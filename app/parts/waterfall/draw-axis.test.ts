import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutIntervals, zoomAxis } from '../../../trace/time-axis.ts'
import { barOf, describeGaps, drawGaps, drawSections, labelAxis, placeOf } from './draw-axis.ts'

const SECOND = 1_000_000_000
const axisOf = (...intervals: readonly (readonly [from: number, to: number])[]) =>
  layoutIntervals(intervals.map(([from, to]) => ({ from, to })))

test('a span of a millisecond, or of no time, has a bar that is drawn in a trace of ten minutes', () => {
  const axis = axisOf([0, 600 * SECOND])
  expect(barOf(axis, 0, 600 * SECOND)).toEqual([0, 100])
  expect(barOf(axis, 300 * SECOND, 300.001 * SECOND)).toEqual([50, 0.1])
  expect(barOf(axis, 600 * SECOND, 600 * SECOND)).toEqual([99.8, 0.2])
})

test('a bar that begins before the part that is shown is cut, and one outside is not drawn', () => {
  const axis = zoomAxis(axisOf([0, 1_000]), { from: 200, to: 600 })
  expect(barOf(axis, 0, 400)).toEqual([0, 50])
  expect(barOf(axis, 0, 100)).toBeUndefined()
  expect([placeOf(axis, 400), placeOf(axis, 100)]).toEqual([50, undefined])
})

test('of any trace each bar has a width and is on the axis', () => {
  const time = fc.oneof(fc.nat(10), fc.nat(2 ** 31 - 1))
  fc.assert(
    fc.property(fc.array(fc.tuple(time, time), { minLength: 1 }), spans => {
      const end = Math.max(...spans.map(([start, duration]) => start + duration))
      for (const [start, duration] of spans) {
        const [from = -1, length = -1] = barOf(axisOf([0, end]), start, start + duration) ?? []
        expect(from).toBeGreaterThanOrEqual(0)
        expect(length).toBeGreaterThanOrEqual(0.1)
        expect(from + length).toBeLessThan(100.01)
      }
    }),
  )
})

test('labels are times since the start, since another time, or since the end of a gap', () => {
  const labels = (...of: Parameters<typeof labelAxis>) => labelAxis(...of).map(({ at, label }) => `${at} ${label}`)
  expect(labels(axisOf([0, 4_000]), 0)).toEqual(['0 0', '25 1.00 µs', '50 2.00 µs', '75 3.00 µs', '100 4.00 µs'])
  expect(labels(axisOf([0, 4_000]), 500)).toEqual(['12.5 0', '37.5 1.00 µs', '62.5 2.00 µs', '87.5 3.00 µs'])
  expect(labels(axisOf([0, 100], [SECOND, SECOND + 100]), 0).at(-1)).toBe('100 ⋯ 100 ns')
})

test('gaps are lines, those that touch one, and are named up to five', () => {
  const axis = axisOf(...Array.from({ length: 8 }, (_, i) => [i * SECOND, i * SECOND + 1] as const))
  expect(drawGaps(axis).match(/M/g)).toHaveLength(7)
  expect(describeGaps(axis)).toBe('1.00 s, 1.00 s, 1.00 s, 1.00 s, 1.00 s and 2 more')
})

test('sections of the critical path that touch are drawn as one, moved as their span is', () => {
  const axis = axisOf([0, 100])
  const section = (from: number, to: number) => ({ index: 0, from, to })
  expect(drawSections(axis, [section(40, 50), section(0, 20), section(20, 30)], 0)).toBe(
    'M0 0H3000V1H0zM4000 0H5000V1H4000z',
  )
  expect(drawSections(axis, [section(0, 10)], 50)).toBe('M5000 0H6000V1H5000z')
})
