import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAttemptLimits } from './attempt-limits.ts'

test('ten failures of a name within a quarter of an hour are waited out, from wherever they came', () => {
  let now = 0
  const limits = createAttemptLimits(() => now)
  for (let nth = 0; nth < 10; nth++) limits.fail({ name: 'ann', address: `192.0.2.${nth}` })
  expect(limits.waitSeconds({ name: 'ann', address: '198.51.100.1' })).toBe(900)
  expect(limits.waitSeconds({ name: 'ben', address: '198.51.100.1' })).toBe(0)
  now = 900_000
  expect(limits.waitSeconds({ name: 'ann', address: '198.51.100.1' })).toBe(0)
})

test('thirty failures of an address, whatever names it tried', () => {
  const limits = createAttemptLimits(() => 0)
  for (let nth = 0; nth < 30; nth++) limits.fail({ name: `n${nth}`, address: 'one' })
  expect(limits.waitSeconds({ name: 'new', address: 'one' })).toBe(900)
  expect(limits.waitSeconds({ name: 'new', address: 'other' })).toBe(0)
})

test('a success forgets the failures of its name, not those of its address', () => {
  const limits = createAttemptLimits(() => 0)
  for (let nth = 0; nth < 30; nth++) limits.fail({ name: 'ann', address: 'one' })
  limits.succeed({ name: 'ann', address: 'one' })
  expect(limits.waitSeconds({ name: 'ann', address: 'other' })).toBe(0)
  limits.fail({ name: 'ben', address: 'one' })
  expect(limits.waitSeconds({ name: 'carl', address: 'one' })).toBe(900)
})

test('however many succeed from one address, nobody there waits', () => {
  const limits = createAttemptLimits(() => 0)
  for (let nth = 0; nth < 200; nth++) {
    const attempt = { name: `n${nth}`, address: 'office' }
    expect(limits.waitSeconds(attempt)).toBe(0)
    limits.fail(attempt)
    limits.succeed(attempt)
  }
})

test('nobody waits longer than a quarter of an hour, whatever is tried', () => {
  const step = fc.record({
    name: fc.constantFrom('a', 'b'),
    address: fc.constantFrom('1', '2'),
    waitMs: fc.nat(60_000),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), steps => {
      let now = 0
      const limits = createAttemptLimits(() => now)
      for (const attempt of steps) {
        now += attempt.waitMs
        limits.fail(attempt)
        expect(limits.waitSeconds(attempt)).toBeLessThanOrEqual(900)
      }
      now += 900_000
      expect(limits.waitSeconds({ name: 'a', address: '1' })).toBe(0)
    }),
  )
})
