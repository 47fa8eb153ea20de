import { expect, test } from 'vitest'
import { describeSilent } from './describe-silent.ts'

const of = (signal: 'spans' | 'logs', silent: number) => ({
  service: 'shop-browser',
  signal,
  created: 9,
  arrived: 9,
  dropped: 0,
  silent,
})

test('sums the records of pages without a report over all services; nothing for none', () => {
  expect(describeSilent([of('spans', 2), of('logs', 1), of('spans', 1_200)])).toMatch(
    /^1,202 spans and 1 log record came from pages/,
  )
  expect(describeSilent([of('spans', 0), of('logs', 3)])).toMatch(/^3 log records came/)
  expect(describeSilent([of('spans', 0)])).toBeUndefined()
})
