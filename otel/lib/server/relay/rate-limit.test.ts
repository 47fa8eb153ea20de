import { expect, test } from 'vitest'
import { rateLimit } from './rate-limit.ts'

test('a client may use its minute at once, and then gets it back by and by', () => {
  let nowMs = 0
  const isWithinRate = rateLimit({ amount: 60, periodMs: 60_000, nowMs: () => nowMs })
  const burst = Array.from({ length: 61 }, () => isWithinRate('a'))
  expect(burst.filter(Boolean)).toHaveLength(60)
  nowMs = 1_000
  expect([isWithinRate('a'), isWithinRate('a')]).toEqual([true, false])
})

test('one client does not spend the rate of another', () => {
  const isWithinRate = rateLimit({ amount: 1, periodMs: 60_000, nowMs: () => 0 })
  expect([isWithinRate('a'), isWithinRate('a'), isWithinRate('b')]).toEqual([true, false, true])
})

test('clients without end stay within bounded memory, and the busiest stays limited', () => {
  const isWithinRate = rateLimit({ amount: 1, periodMs: 60_000, nowMs: () => 0 })
  for (let i = 0; i < 20_000; i++) isWithinRate(`client ${i}`)
  expect(isWithinRate('client 19999')).toBe(false)
})
