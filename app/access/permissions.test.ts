import { expect, test } from 'vitest'
import routes from '../routes.ts'
import { findPermission, PERMISSIONS } from './permissions.ts'

/** Patterns of all routes, with whether their module has an action. */
function listPatterns(entries: typeof routes, parent = ''): { pattern: string; file: string }[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const pattern = path === undefined ? parent : `${parent}/${path}`
    const own = path !== undefined || index === true ? [{ pattern: pattern === '' ? '/' : pattern, file }] : []
    return [...own, ...listPatterns((children ?? []) as typeof routes, pattern)]
  })
}

const all = listPatterns(routes)
const sources = import.meta.glob('../pages/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const hasAction = (file: string) => /export (async )?(function|const) action\b/.test(String(sources[`../${file}`]))

test.each(all)('$pattern has a permission to read it', ({ pattern }) => {
  expect(findPermission(pattern, 'GET', new URL('http://desk/'))).toBeDefined()
})

test.each(all)('$pattern has one to submit a form if it has an action', ({ pattern, file }) => {
  const permission = findPermission(pattern, 'POST', new URL('http://desk/'))
  if (pattern.startsWith('/lab')) expect(permission).toBe('admin')
  else expect(permission !== undefined).toBe(hasAction(file))
})

test('no permission is left of a route that is gone', () => {
  const patterns = new Set(all.map(({ pattern }) => pattern))
  expect(Object.keys(PERMISSIONS).filter(path => !patterns.has(path) && path !== '/lab/*')).toEqual([])
})

test.each(all)('$pattern is known however its slashes are written', ({ pattern }) => {
  const ofPage = findPermission(pattern, 'GET', new URL('http://desk/'))
  expect(findPermission(pattern.slice(1), 'GET', new URL('http://desk/'))).toBe(ofPage)
})

test('a route without an entry is open to nobody, whatever the method', () => {
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE'])
    expect(findPermission('/new-page', method, new URL('http://desk/'))).toBeUndefined()
})

test('what is open without signing in is this and nothing else', () => {
  const open = all.filter(({ pattern }) => findPermission(pattern, 'GET', new URL('http://desk/')) === 'anybody')
  expect(open.map(({ pattern }) => pattern).toSorted()).toEqual([
    ...[
      '/api/v1/*',
      '/e/:digest',
      '/invitation',
      '/livez',
      '/mcp',
      '/no-scripts',
      '/readyz',
      '/sign-in',
      '/sign-in/callback',
      '/sign-out',
      '/theme',
      '/time-zone',
    ],
  ])
  expect(findPermission('/readyz', 'GET', new URL('http://desk/readyz?trace=1'))).toBe('viewer')
})
