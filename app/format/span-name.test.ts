import { expect, test } from 'vitest'
import { spanName } from './span-name.ts'

test.each([
  ['GET /cart', 'GET /cart'],
  ['', 'unnamed span'],
  [' \n', 'unnamed span'],
])('%j is called %s', (name, called) => {
  expect(spanName(name)).toBe(called)
})
