import { expect, test } from 'vitest'
import { describeSilentBrowsers } from './describe-silent.ts'

const of = (signal: 'spans' | 'logs', silent: number) => ({
  service: 'shop-browser',
  signal,
  created: 9,
  arrived: 9,
  dropped: 0,
  silent,
})

test('sums the records of pages without a report over all services; nothing for none', () => {
  expect(describeSilentBrowsers([of('spans', 2), of('logs', 1), of('spans', 1_200)])).toMatch(
    /^1,202 spans and 1 log record came from pages/,
  )
  expect(describeSilentBrowsers([of('spans', 0), of('logs', 3)])).toMatch(/^3 log records came/)
  expect(describeSilentBrowsers([of('spans', 0)])).toBeUndefined()
})
