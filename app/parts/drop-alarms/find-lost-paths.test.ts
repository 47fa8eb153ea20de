import { expect, test } from 'vitest'
import { routeMatches } from './find-lost-paths.ts'

test.each([
  ['/', '/', true],
  ['/pricing', '/pricing', true],
  ['/pricing', '/pricing/', true],
  ['/orders/:id', '/orders/*', true],
  ['/orders/:id', '/orders/new', true],
  ['/orders/{id}/lines', '/orders/*/lines', true],
  ['/blog/2024-in-review', '/blog/*', true],
  ['/a/b/c/d', '/a/b/c', true],
  ['/orders', '/orders/*', false],
  ['/orders/:id', '/orders', false],
  ['/about', '/*', false],
  ['/files/*', '/files/a', false],
])('%s answers %s: %s', (route, path, answers) => {
  expect(routeMatches(route, path)).toBe(answers)
})
