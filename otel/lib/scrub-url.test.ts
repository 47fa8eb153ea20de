import { expect, test } from 'vitest'
import { scrubQuery, scrubUrl } from './scrub-url.ts'

test.each([
  ['https://user:pass@example.com/a?b=c#d', 'https://example.com/a?b=REDACTED'],
  ['//user@example.com/a', '//example.com/a'],
  ['/search?q=secret&page=2', '/search?q=REDACTED&page=REDACTED'],
  ['/magic?eyJhbGciOiJIUzI1NiJ9.e30.x', '/magic?REDACTED'],
  ['/magic?dG9rZW4=&n=1', '/magic?REDACTED&n=REDACTED'],
  ['/shop?index&flag', '/shop?index&REDACTED'],
  ['/a?', '/a'],
  ['/mail/me@example.com', '/mail/me@example.com'],
  ['https://example.com/a@b', 'https://example.com/a@b'],
  ['inline', 'inline'],
  ['data:image/svg+xml,<svg>s3cr3t</svg>', 'data:'],
  ['blob:https://example.com/1b2c', 'blob:'],
  ['', ''],
])('%s is stored as %s', (url, stored) => {
  expect(scrubUrl(url)).toBe(stored)
})

test('a URL is cut where it is too long', () => {
  expect(scrubUrl(`/${'a'.repeat(100_000)}`)).toHaveLength(2_000)
})

test('values of allowed parameters are kept, and only of those', () => {
  expect(scrubUrl('/a?page=2&q=secret&pages=3', ['page'])).toBe('/a?page=2&q=REDACTED&pages=REDACTED')
  expect(scrubUrl('/a?debug&secret', ['debug'])).toBe('/a?debug&REDACTED')
  expect(scrubQuery('page=2&q=secret', ['page'])).toBe('page=2&q=REDACTED')
})

test.each([
  ['https://react.dev/errors/418?args[]=text&args[]=', 'https://react.dev/errors/418?args[]=text&args[]='],
  ['https://react.dev/errors/418?args[]=HTML&token=s3cr3t', 'https://react.dev/errors/418?args[]=HTML&token=REDACTED'],
  ['https://react.dev.example/errors/418?args[]=x', 'https://react.dev.example/errors/418?args[]=REDACTED'],
])("the words of React's own message are kept: %s", (url, stored) => {
  expect(scrubUrl(url)).toBe(stored)
})
