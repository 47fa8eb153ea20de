import { expect, test } from 'vitest'
import { type RouteNode, resourcePatterns } from './resource-patterns.ts'

const page = { default: () => null }
const api = {}
const boundary = { ErrorBoundary: () => null }

const routes = (...list: readonly RouteNode[]) => Object.fromEntries(list.map(route => [route.id, route]))

test('a route without component and error boundary is a resource, below whatever layout', () => {
  const all = routes(
    { id: 'root', path: '', module: page },
    { id: 'layout', parentId: 'root', module: api },
    { id: 'api', parentId: 'layout', path: 'api/:thing', module: api },
    { id: 'shop', parentId: 'root', path: 'shop', module: page },
  )
  expect(resourcePatterns(all)).toEqual(new Set(['api/:thing']))
})

test('the index route answers for its layout', () => {
  const all = routes(
    { id: 'root', path: '', module: page },
    { id: 'shop', parentId: 'root', path: 'shop', module: page },
    { id: 'index', parentId: 'shop', index: true, module: api },
  )
  expect(resourcePatterns(all)).toEqual(new Set(['shop']))
})

test('a route that has only an error boundary shows a page', () => {
  expect(resourcePatterns(routes({ id: 'a', path: 'a', module: boundary }))).toEqual(new Set())
})
