import { expect, test } from 'vitest'
import { describeSilent } from './describe-silent.ts'

const of = (signal: 'spans' | 'logs', silent: number) => ({
  service: 'shop-browser',
  signal,
  made: 9,
  arrived: 9,
  dropped: 0,
  silent,
})

test('says how much came of pages that do not say what they made, over all services, and nothing of none', () => {
  expect(describeSilent([of('spans', 2), of('logs', 1), of('spans', 1_200)])).toMatch(
    /^1,202 spans and 1 log record came of pages that do not say/,
  )
  expect(describeSilent([of('spans', 0), of('logs', 3)])).toMatch(/^3 log records came/)
  expect(describeSilent([of('spans', 0)])).toBeUndefined()
})
