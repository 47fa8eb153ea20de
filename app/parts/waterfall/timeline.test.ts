import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseTicks, layoutTimeline, measureSelfTimes } from './timeline.ts'

const stretch = (startNs: bigint, endNs: bigint) => ({ startNs, endNs })

test('moments are placed in proportion between the first start and the last end', () => {
  const timeline = layoutTimeline([stretch(1_000n, 2_000n), stretch(1_200n, 1_400n)])
  expect([1_000n, 1_250n, 1_500n, 2_000n].map(timeline.place)).toEqual([0, 0.25, 0.5, 1])
  expect(timeline.gaps).toEqual([])
})

test('a moment outside the trace is placed at its edge', () => {
  const timeline = layoutTimeline([stretch(1_000n, 2_000n)])
  expect([timeline.place(0n), timeline.place(9_999n)]).toEqual([0, 1])
})

test('a trace of one instant is placed at the start', () => {
  expect(layoutTimeline([stretch(5n, 5n)]).place(5n)).toBe(0)
})

test('no spans make an empty axis', () => {
  expect(layoutTimeline([])).toMatchObject({ startNs: 0n, endNs: 0n, gaps: [] })
})

test('a long idle stretch is cut to a narrow gap that keeps its true length', () => {
  // 100 ns of work, an idle hour (a browser whose clock is off), 100 ns of work: drawn as 100 + 8 + 100.
  const hourNs = 3_600_000_000_000n
  const timeline = layoutTimeline([stretch(0n, 100n), stretch(hourNs, hourNs + 100n)])
  expect(timeline.gaps).toEqual([{ startNs: 100n, endNs: hourNs, at: 0.5 }])
  expect(timeline.place(100n)).toBeCloseTo(100 / 208)
  expect(timeline.place(hourNs)).toBeCloseTo(108 / 208)
  expect(timeline.place(hourNs + 100n)).toBe(1)
})

test('a short pause between spans is drawn as long as it was', () => {
  const timeline = layoutTimeline([stretch(0n, 50n), stretch(60n, 100n)])
  expect(timeline.gaps).toEqual([])
  expect(timeline.place(60n)).toBe(0.6)
})

test('the moment at a place is the inverse of the place of a moment', () => {
  const timeline = layoutTimeline([stretch(1_000n, 2_000n)])
  expect([0, 0.25, 1].map(timeline.momentAt)).toEqual([1_000n, 1_250n, 2_000n])
})

test('labels are at round times, up to five', () => {
  const labels = (lengthNs: bigint) =>
    chooseTicks(layoutTimeline([stretch(0n, lengthNs)])).map(at => at * Number(lengthNs))
  expect(labels(406n)).toEqual([0, 100, 200, 300, 400])
  expect(labels(1_000n)).toEqual([0, 500, 1_000])
  expect(labels(999n)).toEqual([0, 200, 400, 600, 800])
  expect(labels(1n)).toEqual([0, 1])
  expect(labels(0n)).toEqual([0])
})

test('labels of any length begin at 0, are equally far apart, and leave less than one step at the end', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), lengthNs => {
      const ticks = chooseTicks(layoutTimeline([stretch(0n, lengthNs)]))
      const step = ticks[1] ?? 1
      expect(ticks[0]).toBe(0)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      for (const [i, at] of ticks.entries()) expect(at).toBeCloseTo(i * step, 9)
      expect(1 - (ticks.at(-1) ?? 0)).toBeLessThan(step)
    }),
  )
})

test('a timeline with a gap has labels at its quarters', () => {
  const hourNs = 3_600_000_000_000n
  expect(chooseTicks(layoutTimeline([stretch(0n, 100n), stretch(hourNs, hourNs + 100n)]))).toEqual([
    0, 0.25, 0.5, 0.75, 1,
  ])
})

test('what a server that shares the id of its call does is not the self time of the call', () => {
  const times = { parentSpanId: 'root', startNs: 0n, sharesId: true }
  const call = { ...times, spanId: 'call', service: 'web', kind: 'Client', durationNs: 100n }
  const server = { ...times, spanId: 'call', service: 'pay', kind: 'Server', durationNs: 80n }
  const query = { ...server, spanId: 'query', parentSpanId: 'call', kind: 'Client', durationNs: 50n }
  expect([...measureSelfTimes([call, server, query])]).toEqual([
    ['call.web', 20n],
    ['call.pay', 30n],
  ])
})

test('the self time of a span is that in which none of its children ran', () => {
  const span = (spanId: string, parentSpanId: string, startNs: bigint, endNs: bigint) => ({
    ...{ spanId, parentSpanId, service: 'shop', kind: 'Internal', startNs, durationNs: endNs - startNs },
  })
  const root = span('root', '', 0n, 100n)
  // The second runs while the first does, the third outlives the root, and the last begins after it.
  const children = [span('a', 'root', 10n, 40n), span('b', 'root', 20n, 30n), span('c', 'root', 90n, 150n)]
  const spans = [root, ...children, span('late', 'root', 120n, 130n), span('leaf', 'a', 15n, 40n)]
  expect([...measureSelfTimes(spans)]).toEqual([
    ['root', 60n],
    ['a', 5n],
  ])
})
