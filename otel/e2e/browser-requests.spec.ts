import { expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { childrenOf, named, starting } from './find-spans.ts'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit, type Visit, type VisitedSpan } from './open-visit.ts'

startFixtureAndBrowser()

test.concurrent.for(['fetch twice', 'xhr'])(
  '%s: one span a request, on the trace of the page, without query values',
  async press => {
    await using visit = await openVisit(browser, fixture)
    await visit.open('/browser')
    const answered = visit.page.waitForResponse('**/api/ok')
    await visit.press(press)
    await answered
    await visit.finish()
    const spans = await visit.spans(found => starting(found, 'pageload ').length > 0 && named(found, 'GET').length > 0)
    const [pageLoad] = starting(spans, 'pageload ')

    expect(named(spans, 'GET').map(span => [span.parentSpanId, span.attributes['url.full']])).toEqual(
      (press === 'xhr' ? ['/api/ok'] : ['/api/ok?token=REDACTED', '/api/ok']).map(path => [
        pageLoad?.spanId,
        `${fixture.url}${path}`,
      ]),
    )
    expect(JSON.stringify(spans)).not.toContain('s3cr3t-text')
  },
)

test.concurrent('a request that the visitor does not wait for is cut short, and has not failed', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('never answered')
  await visit.finish()
  const spans = await visit.spans(found => named(found, 'GET').length > 0)

  expect(named(spans, 'GET')).toMatchObject([{ status: 'Unset', attributes: { 'errata.incomplete': 'true' } }])
  expect(named(spans, 'GET')[0]?.attributes['error.type']).toBeUndefined()
})

test.concurrent('a redirect that the app does not follow is no failure', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.page.evaluate(async () => void (await fetch('/moved', { redirect: 'manual' })))
  await visit.finish()
  const [request] = named(await visit.spans(found => named(found, 'GET').length > 0), 'GET')

  expect(request?.status).toBe('Unset')
  expect(request?.attributes['error.type']).toBeUndefined()
  expect(request?.attributes['errata.incomplete']).toBeUndefined()
})

test.concurrent('an XMLHttpRequest from before the agent is a span of the page load, known by its timing alone', async () => {
  await using visit = await openVisit(browser, fixture)
  const loaded = Promise.withResolvers<void>()
  await visit.page.route('**/api/ok?held=1', async route => {
    await loaded.promise
    await route.continue()
  })
  await visit.page.route('**/api/ok?lost=1', route => route.abort())
  await visit.open('/browser/early')
  loaded.resolve()
  await visit.page.evaluate(() => {
    const request = new XMLHttpRequest()
    request.open('GET', '/api/ok?afterwards=1')
    request.send()
  })
  const isComplete = (found: readonly VisitedSpan[]) =>
    starting(found, 'pageload ').length > 0 && named(found, 'GET').length > 0 && named(found, 'HTTP').length > 3
  await visit.spans(isComplete)
  await visit.finish()
  const spans = await visit.spans(isComplete)
  const [pageLoad] = starting(spans, 'pageload ')
  const requests = spans
    .filter(span => span.kind === 'Client')
    .map(({ name, status, parentSpanId, attributes }) => [
      attributes['url.full']?.split(/[?=]/)[1],
      name,
      attributes['http.request.method'],
      attributes['http.response.status_code'],
      status,
      parentSpanId === pageLoad?.spanId,
    ])

  expect(requests.sort()).toEqual([
    ['afterwards', 'GET', 'GET', '200', 'Unset', true],
    ['answered', 'HTTP', '_OTHER', '200', 'Unset', true],
    ['held', 'HTTP', '_OTHER', '200', 'Unset', true],
    ['lost', 'HTTP', '_OTHER', undefined, 'Unset', true],
    ['missing', 'HTTP', '_OTHER', '404', 'Error', true],
  ])
})

test.concurrent('what a link of the page fetches ahead is marked on the server, in a trace of its own', async () => {
  await using visit = await openVisit(browser, fixture)
  const ahead = visit.page.waitForResponse('**/shop/books/items/7.data*')
  await visit.open('/browser/own')
  await ahead
  const marked = await poll(
    () =>
      fixture.ask<{ name: string; parentSpanId: string }>(
        `SELECT SpanName AS name, ParentSpanId AS parentSpanId FROM otel_traces FINAL
         WHERE SpanAttributes['http.request.header.sec-purpose'] = '["prefetch"]'`,
      ),
    found => found.length > 0,
    60_000,
  )
  const names = marked.map(({ name, parentSpanId }) => `${name}${parentSpanId}`)
  expect(new Set(names)).toEqual(new Set(['GET /shop/:category/items/:id']))
})

const shown = (visit: Visit, name: string) => visit.page.getByRole('heading', { name }).waitFor()

const handlersBelow = (spans: readonly VisitedSpan[], parent: VisitedSpan | undefined) =>
  childrenOf(spans, parent).filter(span => span.attributes['errata.route.id'] !== undefined)

test.concurrent('what a route runs in the browser is below the navigation or page load that it runs for', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('own')
  await shown(visit, 'Own')
  await visit.press('act in the browser')
  await shown(visit, 'Own acted')
  await visit.press('fail in the browser')
  await shown(visit, 'A client-side exception')
  await visit.open('/browser/own')
  // What the page before has sent at its end is not of this one, which sends once its agent is there.
  await visit.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/otlp/v1/traces')),
  )
  await visit.finish()
  const spans = await visit.spans(
    found => starting(found, 'navigation ').length > 2 && named(found, 'pageload /browser/own').length > 0,
  )
  const below = starting(spans, 'navigation /browser/own').map(navigation => handlersBelow(spans, navigation))
  const [pageLoad] = named(spans, 'pageload /browser/own')
  const [middleware, loader, action] = ['clientMiddleware', 'clientLoader', 'clientAction'].map(
    kind => `${kind} routes/browser-own`,
  )
  const sorted = (list: readonly VisitedSpan[] = []) => [...new Set(list.map(({ name }) => name))].sort()

  expect(below.map(sorted)).toEqual([
    [loader, middleware],
    [action, loader, middleware],
    expect.arrayContaining([action]),
  ])
  expect(sorted(handlersBelow(spans, pageLoad))).toEqual([loader, middleware])
  // Of the routes above, which have no loader of their own in the browser, there is nothing.
  expect(starting(spans, 'clientLoader ').every(({ name }) => name === loader)).toBe(true)
  const failed = below[2]?.filter(({ status }) => status === 'Error')
  expect(failed?.map(({ name, attributes }) => [name, attributes['error.type']])).toContainEqual([action, 'RangeError'])
})
