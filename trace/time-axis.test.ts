import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTree } from './build-tree.ts'
import { chooseTicks, layoutIntervals, layoutTimeAxis, zoomAxis } from './time-axis.ts'

const HOUR = 3_600_000_000_000

const axisOf = (...intervals: readonly (readonly [from: number, to: number])[]) =>
  layoutIntervals(intervals.map(([from, to]) => ({ from, to })))

test('spans that overlap are one busy interval, and moved ones are where they are drawn', () => {
  const span = (spanId: string, from: bigint, durationNs: bigint) => ({
    ...{
      spanId,
      parentSpanId: '',
      service: 'shop',
      name: 'a',
      kind: 'Internal',
      startNs: from,
      durationNs,
      failed: false,
    },
  })
  const tree = buildTree([span('1', 5n, 100n), span('2', 25n, 20n), span('3', 1_000n, 100n)])
  expect(layoutTimeAxis(tree)).toMatchObject({ from: 0, to: 1_095, gaps: [{ from: 100, to: 995 }] })
  expect(layoutTimeAxis(tree, Float64Array.of(0, 0, -895))).toMatchObject({ from: 0, to: 200, gaps: [] })
})

test('times are placed in proportion between the first start and the last end', () => {
  const axis = axisOf([0, 1_000])
  expect([0, 250, 500, 1_000].map(axis.place)).toEqual([0, 0.25, 0.5, 1])
  expect(axis.gaps).toEqual([])
})

test('a trace of one instant is placed at the start', () => {
  expect(axisOf([5, 5]).place(5)).toBe(0)
})

test('no spans make an empty axis', () => {
  expect(axisOf()).toMatchObject({ from: 0, to: 0, gaps: [] })
  expect(axisOf().place(7)).toBe(0)
})

test('a long idle interval is cut to a narrow gap that keeps its true length', () => {
  // 100 ns of work, an idle hour (a browser whose clock is off), 100 ns of work: drawn as 100 + 8 + 100.
  const axis = axisOf([0, 100], [HOUR, HOUR + 100])
  expect(axis.gaps).toEqual([{ from: 100, to: HOUR, at: 0.5 }])
  expect(axis.place(100)).toBeCloseTo(100 / 208)
  expect(axis.place(HOUR)).toBeCloseTo(108 / 208)
  expect(axis.place(HOUR + 100)).toBe(1)
})

test('a short pause between spans is drawn as long as it was', () => {
  const axis = axisOf([0, 50], [60, 100])
  expect(axis.gaps).toEqual([])
  expect(axis.place(60)).toBe(0.6)
})

test('a part of an axis has the whole width, and what is before and after it is outside', () => {
  const zoomed = zoomAxis(axisOf([0, 1_024]), { from: 256, to: 512 })
  expect([128, 256, 384, 512, 640].map(zoomed.place)).toEqual([-0.5, 0, 0.5, 1, 1.5])
  expect(zoomed.timeAt(0.5)).toBe(384)
})

test('the time at a place is the inverse of the place of a time, zoomed or not, with gaps or without', () => {
  const anyIntervals = fc
    .uniqueArray(fc.nat(100_000), { minLength: 2, maxLength: 12 })
    .map(times => times.toSorted((a, b) => a - b))
    .map(times =>
      axisOf(...times.flatMap((from, i) => (i % 2 === 0 ? [[from, times[i + 1] ?? from + 1] as const] : []))),
    )
  fc.assert(
    fc.property(anyIntervals, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (whole, share, isZoomed) => {
      const middle = { from: whole.from + (whole.to - whole.from) * 0.2, to: whole.to }
      const axis = isZoomed ? zoomAxis(whole, middle) : whole
      const time = Math.round(axis.from + share * (axis.to - axis.from))
      expect(Math.abs(axis.timeAt(axis.place(time)) - time)).toBeLessThanOrEqual(1)
    }),
  )
})

test('labels are at round times, up to five', () => {
  const labels = (length: number) => chooseTicks(axisOf([0, length])).map(at => at * length)
  expect(labels(406)).toEqual([0, 100, 200, 300, 400])
  expect(labels(1_000)).toEqual([0, 500, 1_000])
  expect(labels(999)).toEqual([0, 200, 400, 600, 800])
  expect(labels(1)).toEqual([0, 1])
  expect(labels(0)).toEqual([0])
})

test('labels of a part are at round times since the start of the trace, or since another time', () => {
  const part = zoomAxis(axisOf([0, 1_000]), { from: 250, to: 660 })
  expect(chooseTicks(part, 0).map(part.timeAt)).toEqual([300, 400, 500, 600])
  expect(chooseTicks(part, 220).map(part.timeAt)).toEqual([320, 420, 520, 620])
})

test('an axis with a gap has labels at its quarters', () => {
  expect(chooseTicks(axisOf([0, 100], [HOUR, HOUR + 100]))).toEqual([0, 0.25, 0.5, 0.75, 1])
})
