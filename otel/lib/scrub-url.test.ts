import { expect, test } from 'vitest'
import { scrubQuery, scrubUrl } from './scrub-url.ts'

test.each([
  ['https://user:pass@example.com/a?b=c#d', 'https://example.com/a?b=REDACTED'],
  ['//user@example.com/a', '//example.com/a'],
  ['/search?q=secret&page=2', '/search?q=REDACTED&page=REDACTED'],
  ['/a?flag&empty=&n=1', '/a?flag&empty=REDACTED&n=REDACTED'],
  ['/a?', '/a'],
  ['/mail/me@example.com', '/mail/me@example.com'],
  ['https://example.com/a@b', 'https://example.com/a@b'],
  ['inline', 'inline'],
  ['', ''],
])('%s is stored as %s', (url, stored) => {
  expect(scrubUrl(url)).toBe(stored)
})

test('values of allowed parameters are kept, and only of those', () => {
  expect(scrubUrl('/a?page=2&q=secret&pages=3', ['page'])).toBe('/a?page=2&q=REDACTED&pages=REDACTED')
  expect(scrubQuery('page=2&q=secret', ['page'])).toBe('page=2&q=REDACTED')
})
