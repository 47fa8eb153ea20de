import { expect, test } from 'vitest'
import { spanPattern } from './span-pattern.ts'

test.each([
  [0, '', ''],
  [200, '', '200'],
  [0, "SELECT * FROM t WHERE id = 17 AND name = 'it''s'", 'SELECT * FROM t WHERE id = ? AND name = ?'],
  [404, 'GET key1', '404 GET key1'],
])('status %i and statement %j have the pattern %j', (status, statement, pattern) => {
  expect(spanPattern(status, statement)).toBe(pattern)
})

test('statements of equal beginnings have one pattern, however long they are', () => {
  expect(spanPattern(0, `${'𝒳'.repeat(300)} a`)).toBe(spanPattern(0, `${'𝒳'.repeat(300)} b`))
  expect(spanPattern(0, `${'x'.repeat(299)} a`)).toBe(spanPattern(0, `${'x'.repeat(299)} b`))
})
