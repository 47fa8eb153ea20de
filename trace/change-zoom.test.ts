import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeZoom } from './change-zoom.ts'
import { layoutIntervals } from './time-axis.ts'

const axis = layoutIntervals([{ from: 0, to: 1_000_000 }])

test('zooming in keeps the place of the pointer', () => {
  expect(changeZoom(axis, undefined, { factor: 0.5, around: 0.25 })).toEqual({ from: 125_000, to: 625_000 })
  expect(changeZoom(axis, { from: 125_000, to: 625_000 }, { factor: 2, around: 0.25 })).toBeUndefined()
})

test('moving stops at the ends', () => {
  expect(changeZoom(axis, { from: 0, to: 200_000 }, { move: 0.5 })).toEqual({ from: 100_000, to: 300_000 })
  expect(changeZoom(axis, { from: 100_000, to: 300_000 }, { move: -9 })).toEqual({ from: 0, to: 200_000 })
  expect(changeZoom(axis, { from: 100_000, to: 300_000 }, { move: 9 })).toEqual({ from: 800_000, to: 1_000_000 })
})

test('any number of changes stays within the trace, and draws some of it', () => {
  const change = fc.record({
    factor: fc.double({ min: 0.1, max: 10, noNaN: true }),
    around: fc.double({ min: 0, max: 1, noNaN: true }),
    move: fc.double({ min: -2, max: 2, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(change), changes => {
      let zoom = changeZoom(axis, undefined, {})
      for (const of of changes) {
        zoom = changeZoom(axis, zoom, of)
        if (zoom === undefined) continue
        expect(zoom.from).toBeGreaterThanOrEqual(0)
        expect(zoom.to).toBeLessThanOrEqual(1_000_000)
        expect(zoom.to).toBeGreaterThan(zoom.from)
      }
    }),
  )
})
