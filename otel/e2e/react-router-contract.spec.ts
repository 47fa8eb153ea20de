import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { redirectStatus, routeModuleFailure } from '../lib/react-router/contract.ts'
import { dataSuffix, manifestSuffix } from '../lib/router-paths.ts'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'

startFixtureAndBrowser()

// Canaries: each message says what to change in contract.ts, or to delete, when React Router has changed.

async function openPage(path: string) {
  const context = await browser.newContext({ baseURL: fixture.url })
  const page = await context.newPage()
  return { page, path, [Symbol.asyncDispose]: () => context.close() }
}

test('the data router is on the window, with the members that are read', async () => {
  await using visit = await openPage('/browser')
  await visit.page.goto(visit.path)
  await visit.page.waitForFunction(() => window.__reactRouterDataRouter?.state.initialized)
  const read = await visit.page.evaluate(async () => {
    const router = window.__reactRouterDataRouter
    const seen: string[] = []
    const unsubscribe = router?.subscribe(({ navigation, historyAction, revalidation, errors, matches }) => {
      const to = typeof navigation.location === 'object' ? 'on the way' : 'there'
      seen.push(
        [to, historyAction, revalidation, String(errors), matches.map(({ route }) => route.path).join('/')].join(),
      )
    })
    document.querySelector<HTMLAnchorElement>('a[href="/shop/books/items/7"]')?.click()
    while (document.querySelector('h2')?.textContent !== 'Item 7') await new Promise(requestAnimationFrame)
    const pathsOf = (routes: readonly RouteObject[] = []): (string | undefined)[] =>
      routes.flatMap(({ path, children }) => [path, ...pathsOf(children)])
    return { seen, paths: pathsOf(router?.routes), fetch: router?.fetch.length, unsubscribe: typeof unsubscribe }
  })

  const advice = 'the data router has changed: change RouterState and Window.__reactRouterDataRouter in contract.ts'
  expect(
    read.seen.some(line => line.startsWith('on the way,POP,idle,null')),
    `${advice}\n${read.seen}`,
  ).toBe(true)
  expect(read.seen.at(-1), advice).toContain('there,PUSH,idle,null,')
  expect(read.seen.at(-1), advice).toMatch(/shop\/:category\/items\/:id$/)
  expect(read.paths, advice).toEqual(expect.arrayContaining(['shop/:category', 'items/:id']))
})

test('the manifest on the window lists what a route runs in the browser, even before the route is loaded', async () => {
  await using visit = await openPage('/browser')
  await visit.page.goto(visit.path)
  await visit.page.waitForFunction(() => window.__reactRouterManifest?.routes['routes/browser-own'])
  const known = await visit.page.evaluate(() => {
    const routes = window.__reactRouterManifest?.routes ?? {}
    const of = (id: string) => [
      routes[id]?.hasClientLoader,
      routes[id]?.hasClientAction,
      routes[id]?.hasClientMiddleware,
    ]
    return [of('routes/browser-own'), of('routes/browser')]
  })
  expect(known, 'the manifest has changed: change ManifestRoute in contract.ts').toEqual([
    [true, true, true],
    [false, false, false],
  ])
})

test('unstable_fetch gets each request of the router with its purpose', async () => {
  await using visit = await openPage('/browser')
  const parents: (string | undefined)[] = []
  visit.page.on('request', request => {
    if (new URL(request.url()).pathname.endsWith(manifestSuffix)) parents.push(request.headers()['traceparent'])
  })
  const ahead = visit.page.waitForResponse(response => new URL(response.url()).pathname.endsWith(manifestSuffix))
  await visit.page.goto(visit.path)
  await ahead
  await visit.page.getByRole('link', { name: 'undiscovered' }).click()
  await visit.page.getByRole('heading', { name: 'Undiscovered' }).waitFor()

  // What the router looks up ahead belongs to nothing; what a navigation waits for belongs to it.
  expect(
    [parents[0], typeof parents.at(-1)],
    'requests of the router have no context: unstable_fetch was renamed or dropped, or its context says something else; change hook-fetch.ts',
  ).toEqual([undefined, 'string'])
})

test('a redirect is answered to a request for data with its own status', async () => {
  await using visit = await openPage('/browser')
  await visit.page.goto(visit.path)
  await visit.page.waitForFunction(() => window.__reactRouterDataRouter?.state.initialized)
  const answered = visit.page.waitForResponse(response => new URL(response.url()).pathname === `/moved${dataSuffix}`)
  await visit.page.getByRole('link', { name: 'redirect' }).click()
  expect((await answered).status(), 'change redirectStatus in contract.ts').toBe(redirectStatus)
})

test('a route module that cannot be loaded is logged to the console with the known message', async () => {
  await using visit = await openPage('/browser')
  const errors: string[] = []
  visit.page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  await visit.page.route('**/assets/browser-chunk-*.js', asked => asked.abort())
  await visit.page.goto(visit.path)
  await visit.page.waitForFunction(() => window.__reactRouterDataRouter?.state.initialized)
  const reloaded = visit.page.waitForEvent('framenavigated')
  await visit.page.getByRole('link', { name: 'chunk' }).click()
  await reloaded
  expect(
    errors.some(text => text.startsWith(routeModuleFailure)),
    `the router says it otherwise, or offers a hook: change routeModuleFailure in contract.ts, or delete it\n${errors}`,
  ).toBe(true)
})
