import { trace } from '@opentelemetry/api'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import {
  createTestRoute,
  createTestServerBuild,
  type RouteModule,
  type Routes,
} from '../../../test/otel/server-build.ts'
import { setRuntime, type Transaction } from '../runtime.ts'
import { openTransaction } from '../server/requests/transaction.ts'
import { instrumentBuild } from './instrument-build.ts'
import { routeTable } from './route-table.ts'

let transaction: Transaction
/** The route that was known when each exception was recorded. */
const recordedAt: (string | undefined)[] = []
setRuntime({
  tracer: trace.getTracer('test'),
  hasRelease: true,
  prerendered: new Map(),
  recordException() {
    recordedAt.push(transaction.pattern)
    return { digest: 'abc', traceId: undefined }
  },
  transactionOf: () => transaction,
  documentTraceparent: () => undefined,
})
beforeEach(() => {
  transaction = openTransaction(true)
  recordedAt.length = 0
})

/** As the compiler makes it: the root has no path, and everything lies below it. */
const below = (...routes: Routes[]): Routes =>
  Object.assign({ root: { id: 'root', path: '', module: { default: () => null } } }, ...routes)
const page = (path: string, module: Partial<RouteModule> = {}) => createTestRoute(path, path, module, 'root')
const resource = { loader: () => new Response('data'), default: undefined } as unknown as RouteModule

const shop = below(page('shop/:category'), page('api', resource))

async function ask(path: string, init: RequestInit = {}, build: ServerBuild = createTestServerBuild(shop)) {
  const handle = createRequestHandler(instrumentBuild(build), 'production')
  const response = await handle(new Request(`http://shop.test${path}`, init))
  const { pattern, showsPage, isHandled, basename } = transaction
  return { status: response.status, pattern, showsPage, isHandled, basename }
}

test.each([
  ['/shop/bread', '/shop/:category', true],
  ['/shop/bread.data', '/shop/:category', true],
  ['/api', '/api', false],
])('%s is named without any loader of its own', async (path, pattern, showsPage) => {
  expect(await ask(path)).toEqual({ status: 200, pattern, showsPage, isHandled: true, basename: '' })
})

test.each(['/nowhere', '/nowhere.data', '/shop.png'])('%s, which no route matches, shows the 404 page', async path => {
  const { status, pattern, showsPage, isHandled } = await ask(path)
  expect({ status, pattern, showsPage, isHandled }).toEqual({
    status: 404,
    pattern: undefined,
    showsPage: true,
    isHandled: false,
  })
})

test.each<[string, string, RequestInit, number]>([
  ['an action that is not there', '/shop/bread', { method: 'POST' }, 405],
  ['a method that the router does not know', '/shop/bread', { method: 'PROPFIND' }, 405],
  [
    'a forged form',
    '/shop/bread.data',
    { method: 'POST', headers: { origin: 'http://evil.test', host: 'shop.test' } },
    400,
  ],
])('%s is named by the route that was asked for', async (_, path, init, status) => {
  expect(await ask(path, init)).toMatchObject({ status, pattern: '/shop/:category', isHandled: true })
})

test('a render that fails before its shell knows its route, though nothing of it has a loader', async () => {
  const failing = createTestServerBuild(shop, {
    default: () => {
      throw new Error('render')
    },
  })
  await ask('/shop/bread', {}, failing)
  expect(new Set(recordedAt)).toEqual(new Set(['/shop/:category']))
})

test('with a basename, the pattern is without it and the basename is recorded separately', async () => {
  const build = { ...createTestServerBuild(shop), basename: '/eu/' }
  expect(await ask('/eu/shop/bread', {}, build)).toMatchObject({ pattern: '/shop/:category', basename: '/eu' })
  expect(routeTable(build).patternOf('/eu/shop/bread.data')).toBe('shop/:category')
  expect(routeTable(build).patternOf('/shop/bread')).toBeUndefined()
})

test.each([
  ['/', '/', '/_.data', '/_root.data'],
  ['/eu/', '/eu', '/eu/_.data', '/eu/_root.data'],
])('with the basename %s the data of the first page are at %s, %s and, before 8, at %s', (basename, ...paths) => {
  const routes = below(createTestRoute('index', '', {}, 'root'), page('shop/_root'))
  const { patternOf } = routeTable({ ...createTestServerBuild(routes), basename })

  expect(paths.map(patternOf)).toEqual(['/', '/', '/'])
  expect(patternOf(`${basename}shop/_root.data`)).toBe('shop/_root')
})

test('what was rendered at build is known by its paths', () => {
  const build = {
    ...createTestServerBuild(below(page('about'), createTestRoute('index', '', {}, 'root'))),
    prerender: ['/', '/about'],
  }
  expect(Object.fromEntries(routeTable(build).prerendered())).toEqual({
    '': '/',
    '/': '/',
    '/_.data': '/',
    '/_root.data': '/',
    '/about': 'about',
    '/about/': 'about',
    '/about.data': 'about',
  })
})

test.each([
  ['loader', '/shop/bread', '/shop/:category'],
  ['action', '/shop/bread.data', '/shop/:category'],
] as const)(
  'a router that runs no middleware of the root, as before 8, leaves the route to the %s',
  async (kind, path, pattern) => {
    const module = { loader: () => 'tea', action: () => 'paid' }
    const build = instrumentBuild(createTestServerBuild(below(page('shop/:category', module))))
    const request = new Request(`http://shop.test${path}`)
    await build.routes['shop/:category']?.module[kind]?.({ request, params: {}, context: {} } as never)

    expect([transaction.pattern, transaction.showsPage, transaction.isHandled]).toEqual([pattern, true, true])
  },
)

/** As the router before version 8 calls what an app has, where it tells no pattern. */
const argsOf = (path: string) => ({ request: new Request(`http://shop.test${path}`), params: {}, context: new Map() })

test.each(['/shop/bread', '/shop/bread.data', '/shop/bread.data?_routes=root'])(
  'a router whose middleware is told no pattern, as before 8, has %s named by its path',
  async path => {
    const build = instrumentBuild(createTestServerBuild(shop))
    const args = { ...argsOf(path), context: { get: () => null } }
    await build.routes['root']?.module.middleware?.[0]?.(args as never, (async () => new Response()) as never)

    expect([transaction.pattern, transaction.showsPage]).toEqual(['/shop/:category', true])
  },
)

test.each([
  ['an app without', undefined, 'data'],
  ['an app with', async () => new Response('own'), 'own'],
] as const)(
  'a data request that runs nothing of a route is named as well, in %s a handleDataRequest',
  async (_, own, text) => {
    const build = instrumentBuild(createTestServerBuild(shop, { ...(own && { handleDataRequest: own }) }))
    const handled = await build.entry.module.handleDataRequest?.(
      new Response('data'),
      argsOf('/shop/bread.data?_routes=root') as never,
    )

    expect([await handled?.text(), transaction.pattern]).toEqual([text, '/shop/:category'])
  },
)
