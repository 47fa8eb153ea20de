import { expect, test } from 'vitest'
import { int64 } from './columns.ts'
import { nsOfMs, parseSpanId, parseTraceId, rangeEndingAt } from './units.ts'

test('reads a trace id in either case', () => {
  expect(parseTraceId('0AF7651916CD43DD8448EB211C80319C')).toBe('0af7651916cd43dd8448eb211c80319c')
})

test.each(['', '0'.repeat(32), '0af7', `${'a'.repeat(31)}g`, 'a'.repeat(33)])('%j is not a trace id', text => {
  expect(parseTraceId(text)).toBeUndefined()
})

test.each(['', '0'.repeat(16), 'a'.repeat(17)])('%j is not a span id', text => {
  expect(parseSpanId(text)).toBeUndefined()
})

test('turns milliseconds into nanoseconds without losing any', () => {
  expect(nsOfMs(1_700_000_000_123)).toBe(1_700_000_000_123_000_000n)
  expect(nsOfMs(1.5)).toBe(1_500_000n)
})

test('a range before a time ends with it', () => {
  expect(rangeEndingAt(5000, 2000)).toEqual({ from: 3_000_000_000n, to: 5_000_000_000n })
})

test.each(['', '1.5', 'x', '0x10'])('%j is not a 64-bit integer', text => {
  expect(() => int64.parse(text)).toThrow('not a 64-bit integer')
})
