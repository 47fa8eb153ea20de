import { expect, test } from 'vitest'
import { named, starting } from './find-spans.ts'
import { browser, fixture } from './fixture-and-browser.ts'
import { openVisit, type VisitedSpan } from './open-visit.ts'

test.for(['fetch twice', 'xhr'])(
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

test('a request that the visitor does not wait for is cut short, and has not failed', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('never answered')
  await visit.finish()
  const spans = await visit.spans(found => named(found, 'GET').length > 0)

  expect(named(spans, 'GET')).toMatchObject([{ status: 'Unset', attributes: { 'errata.incomplete': 'true' } }])
  expect(named(spans, 'GET')[0]?.attributes['error.type']).toBeUndefined()
})

test('a redirect that the app does not follow is no failure', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.page.evaluate(async () => void (await fetch('/moved', { redirect: 'manual' })))
  await visit.finish()
  const [request] = named(await visit.spans(found => named(found, 'GET').length > 0), 'GET')

  expect(request?.status).toBe('Unset')
  expect(request?.attributes['error.type']).toBeUndefined()
  expect(request?.attributes['errata.incomplete']).toBeUndefined()
})

test('an XMLHttpRequest from before the agent is a span of the page load, known by its timing alone', async () => {
  await using visit = await openVisit(browser, fixture)
  const loaded = Promise.withResolvers<void>()
  await visit.page.route('**/api/ok?held', async route => {
    await loaded.promise
    await route.continue()
  })
  await visit.page.route('**/api/ok?lost', route => route.abort())
  await visit.open('/browser/early')
  loaded.resolve()
  await visit.page.evaluate(() => {
    const request = new XMLHttpRequest()
    request.open('GET', '/api/ok?afterwards')
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
      attributes['url.full']?.split('?')[1],
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
