import { createMemoryRouter, type RouteObject, redirect } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hookRouter } from './hook-router.ts'
import { createRecorder, type PageEvent } from './recorder.ts'

beforeEach(() => {
  slow = Promise.withResolvers()
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('location', { href: 'http://localhost/', origin: 'http://localhost' })
})

afterEach(() => {
  Reflect.deleteProperty(globalThis, '__reactRouterDataRouter')
  Reflect.deleteProperty(globalThis, '__reactRouterManifest')
  vi.unstubAllGlobals()
})

let slow = Promise.withResolvers<string>()
const routes: RouteObject[] = [
  { path: '/', loader: () => 'home' },
  { path: '/shop/:category', loader: () => 'shop', action: () => 'bought' },
  { path: '/moved', loader: () => redirect('/shop/bread') },
  { path: '/slow', loader: () => slow.promise },
  { path: '/paying', action: () => slow.promise },
  { path: '/failing', loader: () => Promise.reject(new Error('in vain')) },
  {
    id: 'own',
    path: '/own',
    middleware: [(_, next) => next()],
    loader: () => 'own',
    action: () => Promise.reject(new RangeError('in vain')),
    errorElement: null,
  },
]

/** As the server has it in the document; the router has a loader round each route, whether it has one of its own or not. */
const manifest = {
  routes: { own: { hasClientLoader: true, hasClientAction: true, hasClientMiddleware: true } },
}

/** The real router, started and hooked, with what was noticed of it. */
async function openRouter({ isOld = false, basename = '/' } = {}) {
  const recorder = createRecorder({})
  const pageLoad = recorder.page
  const events: PageEvent[] = []
  recorder.emit = event => void events.push(event)
  const { instrumentation, parentOf, contextOf, watch } = hookRouter(recorder)
  const instrumentations = isOld ? [] : [instrumentation]
  const router = createMemoryRouter(routes, { instrumentations, basename, initialEntries: [basename] })
  Reflect.set(globalThis, '__reactRouterDataRouter', router)
  Reflect.set(globalThis, '__reactRouterManifest', manifest)
  if (isOld) watch()
  await vi.waitFor(() => expect(router.state.initialized).toBe(true))
  const named = () => events.flatMap(event => (event.type === 'navigation' ? [event.name] : []))
  const fetchers = () => events.flatMap(event => (event.type === 'fetcher' ? [event] : []))
  const handlers = () => events.flatMap(event => (event.type === 'handler' ? [event] : []))
  const isIdle = () => expect(router.state.navigation.state).toBe('idle')
  return { recorder, pageLoad, router, parentOf, contextOf, events, named, fetchers, handlers, isIdle }
}

test('the first page is no navigation', async () => {
  const { recorder, pageLoad, named } = await openRouter()
  expect([named(), recorder.page]).toEqual([[], pageLoad])
})

test('a navigation is a transaction of its own, from its start until the router is idle', async () => {
  const { recorder, pageLoad, router, events, named } = await openRouter()
  await router.navigate('/shop/bread')

  expect(named()).toEqual(['navigation'])
  expect(recorder.page).not.toBe(pageLoad)
  expect(recorder.page.transaction.id).toBe(recorder.page.id)
  expect(events.at(-1)).toMatchObject({ type: 'state', done: true })
})

test('a router that knows no instrumentation, as before 7.15, is watched once it is there: redirects are of one navigation as well', async () => {
  const { recorder, pageLoad, router, named } = await openRouter({ isOld: true })
  await router.navigate('/moved')
  await router.navigate('/')

  expect(named()).toEqual(['navigation', 'navigation'])
  expect(recorder.page).not.toBe(pageLoad)
})

test('a redirect is part of the navigation that met it', async () => {
  const { router, named } = await openRouter()
  await router.navigate('/moved')
  expect([router.state.location.pathname, named()]).toEqual(['/shop/bread', ['navigation']])
})

test('steps in the history are navigations', async () => {
  const { router, named, isIdle } = await openRouter()
  await router.navigate('/shop/bread')
  for (const step of [-1, 1]) {
    const { pathname } = router.state.location
    await router.navigate(step)
    await vi.waitFor(() => expect(router.state.location.pathname).not.toBe(pathname))
    await vi.waitFor(isIdle)
  }
  expect(named()).toEqual(['navigation', 'navigation', 'navigation'])
})

test('a navigation in the place of another is one of its own', async () => {
  const { recorder, router, named } = await openRouter()
  const first = router.navigate('/slow')
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('loading'))
  const opened = recorder.page
  await router.navigate('/shop/bread')
  slow.resolve('late')
  await first
  expect(named()).toEqual(['navigation', 'navigation'])
  expect(recorder.page).not.toBe(opened)
})

test('loading again what is shown is a revalidation', async () => {
  const { router, named } = await openRouter()
  await router.revalidate()
  expect(named()).toEqual(['revalidation'])
})

test('a fetcher that loads belongs to the page, one that submits is a transaction of its own', async () => {
  const { pageLoad, router, fetchers } = await openRouter()
  await router.fetch('loads', '0', '/shop/bread')
  const formData = new FormData()
  await router.fetch('submits', '0', '/shop/bread', { formMethod: 'post', formData })
  const [loads, submits] = fetchers()

  expect(loads).toMatchObject({ status: 'success', span: { parentId: pageLoad.id } })
  expect(loads?.meta?.url.pathname).toBe('/shop/bread')
  expect(submits?.span.transaction.id).toBe(submits?.span.id)
})

test("the router's own requests belong to what they are for", async () => {
  const { recorder, router, parentOf, isIdle } = await openRouter()
  const before = parentOf({ type: 'manifest' })
  const going = router.navigate('/slow')
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('loading'))
  const during = parentOf({ type: 'manifest' })
  slow.resolve('now')
  await going
  await vi.waitFor(isIdle)

  expect(before).toBeUndefined()
  expect(during).toBe(recorder.page)
})

test('what a route runs in the browser belongs to the navigation that it runs for', async () => {
  const { recorder, router, handlers } = await openRouter()
  await router.navigate('/own')
  expect(handlers().map(({ kind, routeId, span, error }) => [kind, routeId, span.parentId, error])).toEqual([
    ['clientLoader', 'own', recorder.page.id, undefined],
    ['clientMiddleware', 'own', recorder.page.id, undefined],
  ])
  expect(recorder.running.size).toBe(0)
})

test('what it runs for a fetcher belongs to that, with the error that it ends in', async () => {
  const { router, fetchers, handlers } = await openRouter()
  await router.fetch('loads', '0', '/own')
  await router.fetch('submits', '0', '/own', { formMethod: 'post', formData: new FormData() })
  const [loads, submits] = fetchers().map(({ span }) => span.id)
  const kinds = handlers().map(({ kind, span: { parentId }, error }) => [kind, parentId, error])
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['clientLoader', loads, undefined],
      ['clientAction', submits, new RangeError('in vain')],
    ]),
  )
})

test('a route without a loader of its own in the browser has no span for it', async () => {
  const { router, handlers } = await openRouter()
  await router.navigate('/shop/bread')
  expect(handlers()).toEqual([])
})

const at = (path: string) => new URL(path, 'http://localhost')
const post = { method: 'POST' }

/** What the router's own request to a path is taken for, and whether it belongs to the given fetcher. */
async function inFetcher(hasBasename: boolean, isOld: boolean, formMethod: 'get' | 'post') {
  const basename = hasBasename ? '/eu' : '/'
  const { recorder, router, parentOf, contextOf, isIdle } = await openRouter({ isOld, basename })
  const formData = new FormData()
  const fetching = router.fetch('a', '0', '/slow', formMethod === 'get' ? {} : { formMethod, formData })
  await vi.waitFor(() => expect([...recorder.running]).toHaveLength(1))
  const [fetcher] = recorder.running
  const base = hasBasename ? basename : ''
  const belongs = (path: string, init?: RequestInit) => {
    const context = contextOf(at(`${base}${path}`), init)
    return context !== undefined && parentOf(context) === fetcher?.span
  }
  const path = fetcher?.type === 'fetcher' && fetcher.path
  const found = { path, belongs, contextOf, pageLoad: recorder.pageLoad, parentOf }
  const end = async () => {
    slow.resolve('late')
    await fetching
    isIdle()
  }
  return { ...found, end }
}

test.each([
  [false, false],
  [false, true],
  [true, false],
  [true, true],
])(
  'before 8.5 a request for data belongs to the fetcher with its path and method (basename: %s, before 7.9.5: %s)',
  async (hasBasename, isOld) => {
    const loads = await inFetcher(hasBasename, isOld, 'get')
    expect(loads.belongs('/slow.data?_routes=3')).toBe(true)
    expect(loads.belongs('/slow/_.data?_routes=3')).toBe(true)
    expect(loads.belongs('/moved.data?_routes=2')).toBe(false)
    expect(loads.belongs('/slow.data', post)).toBe(false)
    await loads.end()
    expect(loads.belongs('/slow.data?_routes=3')).toBe(false)
  },
)

test('before 8.5 what is loaded anew after a fetcher’s action belongs to the fetcher, wherever it is loaded', async () => {
  const submits = await inFetcher(false, false, 'post')
  expect(submits.path).toBe('/slow')
  expect(submits.belongs('/slow.data?index', post)).toBe(true)
  expect(submits.belongs('/_root.data')).toBe(true)
  expect(submits.belongs('/_.data?_routes=0')).toBe(true)
  await submits.end()
})

test('before 8.5 a request for data belongs to the navigation to its page, what else is loaded meanwhile is named by its own', async () => {
  const { recorder, router, contextOf, parentOf } = await openRouter()
  const going = router.navigate('/slow')
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('loading'))
  const contexts = ['/slow.data', '/slow/_.data?_routes=3', '/shop/bread.data?_routes=1'].map(path =>
    contextOf(at(path)),
  )
  const parents = contexts.map(context => context && parentOf(context))
  slow.resolve('now')
  await going

  expect(contexts.map(context => context?.type)).toEqual(['navigation', 'navigation', 'fetcher'])
  expect(parents).toEqual([recorder.page, recorder.page, recorder.page])
})

test('before 8.5 a form’s request belongs to the navigation that sends it', async () => {
  const { recorder, router, contextOf, parentOf } = await openRouter()
  const going = router.navigate('/paying?index', { formMethod: 'post', formData: new FormData() })
  await vi.waitFor(() => expect(router.state.navigation.state).not.toBe('idle'))
  const context = contextOf(at('/paying.data?index'), post)

  expect(context && [context.type, parentOf(context)]).toEqual(['navigation', recorder.page])
  slow.resolve('now')
  await going
})

test('before 8.5 the discovery of routes is recognised by its path, and the app’s own requests are no router’s', async () => {
  const { contextOf } = await openRouter()
  expect(contextOf(at('/__manifest?paths=%2Fa'))).toEqual({ type: 'manifest' })
  expect(['/api/cart', '/slow', 'http://other.test/slow.data'].map(path => contextOf(at(path)))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
