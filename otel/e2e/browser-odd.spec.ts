import { expect, test } from 'vitest'
import { named, starting } from './find-spans.ts'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit } from './open-visit.ts'

startFixtureAndBrowser()

/** Presses a button of the page of odd scenarios, and leaves once an exception of it is stored. */
async function exceptionsOf(name: string) {
  await using visit = await openVisit(browser, fixture)
  await visit.page.route('**/assets/browser-lazy-*.js', route => route.abort())
  await visit.open('/browser/odd')
  await visit.press(name)
  await visit.exceptions()
  await visit.finish()
  return await visit.exceptions()
}

/** Presses a button there, and leaves once as many spans of each name are stored. */
async function spansOf(name: string, awaited: readonly string[]) {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser/odd')
  await visit.press(name)
  return await visit.spans(found =>
    awaited.every(
      (span, nth) => named(found, span).length >= awaited.slice(0, nth + 1).filter(other => other === span).length,
    ),
  )
}

test.concurrent('a lazy component whose file cannot be loaded is one exception', async () => {
  const exceptions = await exceptionsOf('load lazily')
  expect(
    exceptions.map(({ attributes }) => [attributes['exception.type'], attributes['errata.exception.source']]),
  ).toEqual([['TypeError', 'react.caught']])
})

test.concurrent('an error that the app reports itself is a warning, unlike an uncaught one', async () => {
  const exceptions = await exceptionsOf('report an error')
  expect(exceptions).toMatchObject([
    {
      severity: 'WARN',
      attributes: { 'errata.exception.source': 'reportError', 'exception.message': 'handled by the app' },
    },
  ])
})

test.concurrent('an error in a worker has its type, and the place where it was thrown', async () => {
  const exceptions = await exceptionsOf('fail in a worker')
  expect(exceptions).toHaveLength(1)
  expect(exceptions[0]?.attributes).toMatchObject({
    'exception.type': 'RangeError',
    'exception.message': 'worker broke',
  })
  expect(exceptions[0]?.attributes['exception.stacktrace']).toMatch(/^ {4}at blob:.*:1:\d+$/)
})

test.concurrent('a message of a million characters leaves the stack its frames', async () => {
  const exceptions = await exceptionsOf('say very much')
  expect(exceptions).toHaveLength(1)
  expect(exceptions[0]?.attributes['exception.stacktrace']).toMatch(/\n {4}at .*:\d+:\d+/)
})

test.concurrent('one XMLHttpRequest that is sent twice is two requests', async () => {
  const spans = await spansOf('send one xhr twice', ['GET', 'GET'])
  const requests = named(spans, 'GET').filter(({ kind }) => kind === 'Client')
  expect(requests.map(({ attributes }) => attributes['http.response.status_code'])).toEqual(['200', '200'])
})

test.concurrent('a Request of a frame keeps its headers and joins the trace', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser/odd')
  const asked = visit.page.waitForRequest('**/api/ok')
  await visit.press('fetch from a frame')
  const headers = await (await asked).allHeaders()
  expect(headers).toMatchObject({ 'x-asked': 'yes', traceparent: expect.stringMatching(/^00-/) })
})

test.concurrent('a fetcher whose loader fails has failed, and its request is named by its route', async () => {
  const spans = await spansOf('load what fails', ['GET /fail/loader', 'GET /fail/loader', 'fetcher /fail/loader'])
  expect(starting(spans, 'fetcher ')).toMatchObject([
    { name: 'fetcher /fail/loader', status: 'Error', attributes: { 'error.type': '500' } },
  ])
  expect(
    named(spans, 'GET /fail/loader')
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['Client', 'Server'])
})

test.concurrent('a page that a client loader keeps back is named by its route', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser/hydrating/7')
  await visit.page.getByRole('heading', { name: 'Hydrated' }).waitFor()
  await visit.finish()
  const [pageLoad] = starting(await visit.spans(found => starting(found, 'pageload').length > 0), 'pageload')
  expect(pageLoad).toMatchObject({
    name: 'pageload /browser/hydrating/:id',
    attributes: { 'http.response.status_code': '200', 'url.template': '/browser/hydrating/:id' },
  })
})

test.concurrent('a document from the cache begins a trace of its own', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser/odd')
  const first = await visit.page.evaluate(() => window.__errataPage?.())
  await visit.page.goto('/shop/books/items/7')
  await visit.page.goBack({ waitUntil: 'networkidle' })
  const [fromCache, second] = await visit.page.evaluate(() => [
    (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.transferSize === 0,
    window.__errataPage?.(),
  ])
  expect(fromCache).toBe(true)
  expect(second).not.toBe(first)
})

test.concurrent('an image that the content security policy blocks is one exception', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser/policy')
  await visit.press('add an image')
  await visit.finish()
  const exceptions = await visit.exceptions()
  expect(exceptions.map(({ attributes }) => attributes['errata.exception.source'])).toEqual(['csp'])
})

test.concurrent('a navigation that is cut short carries the address that it was for', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  const begun = visit.page.waitForRequest('**/slow.data*')
  await visit.press('slow')
  await begun
  await visit.finish()
  const [navigation] = starting(await visit.spans(found => starting(found, 'navigation').length > 0), 'navigation')
  expect(navigation).toMatchObject({
    name: 'navigation /slow',
    status: 'Unset',
    attributes: { 'url.full': `${fixture.url}/slow`, 'url.template': '/slow', 'errata.incomplete': 'true' },
  })
})

test.concurrent('a navigation cut short before its route is discovered is named by none', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.page.route('**/__manifest*', () => {})
  await visit.open('/browser')
  await visit.press('undiscovered')
  await visit.finish()
  const [navigation] = starting(await visit.spans(found => starting(found, 'navigation').length > 0), 'navigation')
  expect(navigation).toMatchObject({
    name: 'navigation',
    attributes: { 'url.full': `${fixture.url}/browser/undiscovered/1` },
  })
})
