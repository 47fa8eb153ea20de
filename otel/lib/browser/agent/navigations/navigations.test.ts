import fc from 'fast-check'
import { createMemoryRouter, data, type RouteObject, redirect } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scrubUrl } from '../../../scrub-url.ts'
import { hookRouter } from '../../entry/hook-router.ts'
import { beginSpan, createRecorder, type OpenSpan, type PageEvent, type RequestEvent } from '../../entry/recorder.ts'
import type { Signals, SpanDetails } from '../../send/signals.ts'
import { recordNavigations } from './navigations.ts'

beforeEach(() => {
  slow = Promise.withResolvers()
  // Hidden: nothing waits for a paint, which there is none of.
  vi.stubGlobal('document', { querySelector: () => null, visibilityState: 'hidden' })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('location', { href: 'http://localhost/before', origin: 'http://localhost' })
})

afterEach(() => {
  Reflect.deleteProperty(globalThis, '__reactRouterDataRouter')
  vi.unstubAllGlobals()
})

let slow = Promise.withResolvers<string>()
const routes: RouteObject[] = [
  { path: '/', loader: () => 'home' },
  { path: '/shop/:category', loader: () => 'shop', action: () => 'bought' },
  { path: '/moved', loader: () => redirect('/shop/bread') },
  { path: '/slow/:n', loader: () => slow.promise },
  { path: '/missing', loader: () => Promise.reject(data(null, { status: 404 })) },
  { path: '/failing', loader: () => Promise.reject(new RangeError('in vain')) },
]

interface EndedSpan extends SpanDetails {
  readonly span: OpenSpan
}

/** The real router, hooked, and what becomes of it. */
async function openPage(start = '/', basename = '/') {
  const recorder = createRecorder({})
  const pageLoad = recorder.page
  const ended: EndedSpan[] = []
  const signals: Signals = {
    guard: recorder.guard,
    scrub: url => scrubUrl(url),
    onHide: [],
    end: (span, details) => void ended.push({ ...details, span }),
    log() {},
    decide: (transaction, route, status) => void Object.assign(transaction, { route, status, decided: true }),
  }
  const navigations = recordNavigations(recorder, signals)
  recorder.emit = (event: PageEvent) => {
    if (event.type === 'navigation') navigations.navigation(event)
    if (event.type === 'state') navigations.state(event)
    if (event.type === 'fetcher') navigations.fetcher(event)
  }
  const { instrumentation } = hookRouter(recorder)
  const router = createMemoryRouter(routes, { instrumentations: [instrumentation], initialEntries: [start], basename })
  Reflect.set(globalThis, '__reactRouterDataRouter', router)
  await vi.waitFor(() => expect(pageLoad.transaction.decided).toBe(true))
  /** A request of the router's that has been answered. */
  const answer = (parent: OpenSpan, status: number, type: 'navigation' | 'fetcher' = 'navigation') => {
    const failure = status >= 400 ? String(status) : undefined
    const details: SpanDetails = {
      name: 'GET',
      attributes: { 'error.type': failure },
      failed: failure !== undefined,
      endMs: 0,
    }
    const event: RequestEvent = {
      type: 'request',
      span: beginSpan(parent),
      url: new URL('http://localhost/shop/bread.data'),
      context: { type, fetcherKey: null, navigationType: null } as RequestEvent['context'],
      status,
      atMs: 0,
    }
    navigations.request(event, details)
    return details
  }
  const hide = () => {
    for (const end of signals.onHide) end()
  }
  const named = (prefix: string) => ended.filter(({ name }) => name.startsWith(prefix))
  return { recorder, pageLoad, router, navigations, ended, named, answer, hide }
}

test.each([
  ['/shop/bread', '/shop/:category', undefined],
  ['/missing', '/404', 404],
])('the page load at %s gets the route that is shown, %s', async (path, route, status) => {
  const { pageLoad, navigations, ended } = await openPage(path)
  expect(pageLoad.transaction).toMatchObject({ route, decided: true, ...(status && { status }) })
  expect(navigations.shown.errorType).toBeUndefined()
  expect(ended).toEqual([])
})

test('a navigation is named by what is shown in the end, and so is its transaction', async () => {
  const { recorder, router, ended } = await openPage()
  await router.navigate('/shop/bread')
  expect(recorder.page.transaction).toMatchObject({ route: '/shop/:category', decided: true })
  const [navigation, ...others] = ended
  expect(others).toEqual([])
  expect(navigation).toMatchObject({
    name: 'navigation /shop/:category',
    span: { id: recorder.page.id },
    failed: false,
    attributes: { 'url.template': '/shop/:category', 'browser.navigation.type': 'push' },
  })
  expect(navigation?.attributes['errata.incomplete']).toBeUndefined()
})

test('before 8, whose fetchers do not tell their target, they are named by the path that was asked for', async () => {
  const { navigations, ended } = await openPage('/de', '/de')
  navigations.fetcher({ type: 'fetcher', span: beginSpan(), path: '/de/shop/bread', atMs: 0 })
  navigations.fetcher({ type: 'fetcher', span: beginSpan(), path: '/de/', atMs: 0 })
  expect(ended.map(({ name, attributes }) => [name, attributes['url.template']])).toEqual([
    ['fetcher /shop/:category', '/de/shop/:category'],
    ['fetcher /', '/de'],
  ])
})

test('below a basename the template has it, as on the server, and the route has not', async () => {
  const { recorder, router, navigations, ended, answer } = await openPage('/de', '/de')
  const span = beginSpan()
  navigations.fetcher({ type: 'fetcher', span, meta: { url: new URL('http://localhost/de/shop/bread') }, atMs: 0 })
  const navigated = router.navigate('/slow/1')
  const request = answer(recorder.page, 200)
  slow.resolve('late')
  await navigated
  await router.navigate('/')

  expect(request).toMatchObject({ name: 'GET /de/slow/:n', attributes: { 'url.template': '/de/slow/:n' } })
  expect(ended.map(({ name, attributes }) => [name, attributes['url.template']])).toEqual([
    ['fetcher /shop/:category', '/de/shop/:category'],
    ['navigation /slow/:n', '/de/slow/:n'],
    ['navigation /', '/de'],
  ])
})

test('redirects on the way are counted', async () => {
  const { router, ended } = await openPage()
  await router.navigate('/moved')
  expect(ended).toMatchObject([
    { name: 'navigation /shop/:category', attributes: { 'errata.navigation.redirects': 1 } },
  ])
})

test('one that ends in an error has failed, one that ends in the 404 page has not', async () => {
  const { router, ended } = await openPage()
  await router.navigate('/failing')
  await router.navigate('/missing')
  expect(ended.map(({ name, failed, attributes }) => [name, failed, attributes['error.type']])).toEqual([
    ['navigation /failing', true, 'RangeError'],
    ['navigation /404', false, undefined],
  ])
})

test('one that another takes the place of is cut short, with the address that it was for', async () => {
  const { router, named } = await openPage()
  const first = router.navigate('/slow/1?token=s3cr3t')
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('loading'))
  await router.navigate('/shop/bread')
  await first
  expect(named('navigation /slow')).toMatchObject([
    {
      name: 'navigation /slow/:n',
      failed: false,
      attributes: { 'url.full': 'http://localhost/slow/1?token=REDACTED', 'errata.incomplete': true },
    },
  ])
})

test('one under way when the page goes is cut short, and what comes later changes nothing', async () => {
  const { router, ended, hide } = await openPage()
  const going = router.navigate('/slow/1')
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('loading'))
  hide()
  slow.resolve('late')
  await going
  expect(ended).toMatchObject([{ name: 'navigation /slow/:n', attributes: { 'errata.incomplete': true } }])
})

test('its data requests are named by the final route, and the last one has the status', async () => {
  const { recorder, router, answer } = await openPage()
  const going = router.navigate('/slow/1')
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('loading'))
  const [redirected, shown] = [answer(recorder.page, 202), answer(recorder.page, 203)]
  slow.resolve('now')
  await going
  expect([redirected.name, shown.name]).toEqual(['GET', 'GET /slow/:n'])
  expect(shown.attributes['url.template']).toBe('/slow/:n')
  expect(recorder.page.transaction.status).toBe(203)
})

test('a fetcher is named by its route, and has failed where its request has', async () => {
  const { recorder, router, named, answer } = await openPage()
  await router.fetch('well', '0', '/shop/bread')
  const going = router.fetch('ill', '0', '/slow/1')
  const running = [...recorder.running].find(({ type }) => type === 'fetcher')
  if (running) answer(running.span, 503, 'fetcher')
  slow.resolve('an error page is an answer')
  await going
  expect(named('fetcher').map(({ name, failed, attributes }) => [name, failed, attributes['error.type']])).toEqual([
    ['fetcher /shop/:category', false, undefined],
    ['fetcher /slow/:n', true, '503'],
  ])
})

test('whatever a visitor does, each navigation ends once', async () => {
  const step = fc.constantFrom('/', '/shop/bread', '/moved', '/slow/1', '/missing', '/failing', 'back', 'hide', 'again')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async steps => {
      slow = Promise.withResolvers()
      const { recorder, pageLoad, router, ended, hide } = await openPage()
      const begun = new Set<string>()
      const going: unknown[] = []
      for (const one of steps) {
        if (one === 'hide') hide()
        else if (one === 'back') going.push(router.navigate(-1))
        else if (one === 'again') going.push(router.revalidate())
        else going.push(router.navigate(one))
        await new Promise(setImmediate)
        if (recorder.page !== pageLoad) begun.add(recorder.page.id)
      }
      slow.resolve('at last')
      await Promise.race([Promise.all(going), new Promise(resolve => setTimeout(resolve, 50))])
      hide()
      const ids = ended.map(({ span }) => span.id)
      expect(new Set(ids).size).toBe(ids.length)
      expect([...begun].filter(id => !ids.includes(id))).toEqual([])
      expect(ended.every(({ name }) => /^(navigation|revalidation)( \/\S*)?$/.test(name))).toBe(true)
    }),
    { numRuns: 25 },
  )
})
