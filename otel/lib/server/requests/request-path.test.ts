import { expect, test } from 'vitest'
import { shouldTracePath } from './request-path.ts'

test.each(['/', '/shop', '/shop.data', '/_.data', '/shop/items/7.data', '/livez', '/v1.2/things', '/a.b/c'])(
  '%s deserves a span',
  path => {
    expect(shouldTracePath(path, ['/otlp'])).toBe('always')
  },
)

test.each(['/__manifest', '/base/__manifest', '/favicon.ico', '/otlp', '/otlp/v1/traces'])('%s never has one', path => {
  expect(shouldTracePath(path, ['/otlp'])).toBe('never')
})

test.each([
  '/app/root.tsx',
  '/robots.txt',
  '/report.csv',
  '/logo.svg',
  '/sw.js',
  '/assets/root-C-Eo0KL7.js',
  '/assets/7',
  '/@ada',
  '/@vite/client',
  '/@id/virtual:x',
  '/@fs/srv/app/root.tsx',
  '/node_modules/.vite/deps/react.js',
])('%s has one if a route answered it', path => {
  expect(shouldTracePath(path, [])).toBe('if-handled')
})

test('a page whose name only begins like the relay deserves one', () => {
  expect(shouldTracePath('/otlp-guide', ['/otlp'])).toBe('always')
})
