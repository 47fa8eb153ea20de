import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteCodec } from './minute-codec.ts'

const codec = minuteCodec('at')

test('what a link has is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), ms => {
      const minute = ms - (ms % 60_000)
      expect(codec.parse(codec.format(minute))).toEqual({ value: minute })
    }),
  )
})

test.each([
  ['2026-11-29 03:10', Date.UTC(2026, 10, 29, 3, 10)],
  ['2026-11-29T03:10:59.5Z', Date.UTC(2026, 10, 29, 3, 10)],
  ['2026-11-29 03:10:00 +02:00', undefined],
  ['29 Nov 2026 03:10', Date.UTC(2026, 10, 29, 3, 10)],
])('%s is the minute that somebody means', (text, ms) => {
  expect('value' in codec.parse(text) ? codec.parse(text) : undefined).toEqual(ms && { value: ms })
})

test.each(['yesterday', '2026-11-29', 'soon', '25:00'])('%s is no minute, and the answer says what one is', text => {
  expect(codec.parse(text)).toEqual({ error: `at=${text} is not a time such as 2026-11-21 14:00.` })
})
