import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_NS, SECOND_NS } from '../time-units.ts'
import { divideWindows } from './window-parts.ts'

const minutesOf = (from: bigint, to: bigint) => ({ from: from * MINUTE_NS, to: to * MINUTE_NS })

test('an hour is one bucket, unless another window begins within it', () => {
  const lengths = [60n, 5n]
  expect(divideWindows([minutesOf(60n, 120n)], lengths)).toEqual({
    starts: new Map([
      [60n, [3_600n]],
      [5n, []],
    ]),
    divided: [],
  })
  const both = divideWindows([minutesOf(60n, 120n), minutesOf(112n, 120n)], lengths)
  expect(both.starts.get(60n)).toEqual([])
  expect(both.divided).toEqual([110n * 60n])
})

test('every window is the sum of its pieces: buckets that lie within it, and minutes', () => {
  const anyWindow = fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 1, max: 400 }))
  fc.assert(
    fc.property(fc.array(anyWindow, { minLength: 1, maxLength: 6 }), all => {
      const windows = all.map(([from, length]) => ({ from, to: from + length }))
      const { starts, divided } = divideWindows(
        windows.map(({ from, to }) => minutesOf(BigInt(from), BigInt(to))),
        [180n, 30n, 5n],
      )
      const pieces = [
        ...[...starts].flatMap(([minutes, of]) =>
          of.map(start => ({ start: Number(start) / 60, minutes: Number(minutes) })),
        ),
        ...divided.flatMap(start =>
          [0, 1, 2, 3, 4].map(minute => ({ start: Number(start) / 60 + minute, minutes: 1 })),
        ),
      ]
      for (const { from, to } of windows) {
        const own = pieces.filter(({ start }) => start >= from && start < to)
        expect(own.every(({ start, minutes }) => start + minutes <= to)).toBe(true)
        expect(own.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(to - from)
      }
    }),
  )
  expect(SECOND_NS * 60n).toBe(MINUTE_NS)
})
