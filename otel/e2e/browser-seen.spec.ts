import { expect, test } from 'vitest'
import { starting } from './find-spans.ts'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit, type VisitedLog } from './open-visit.ts'

startFixtureAndBrowser()

const vitalsOf = (logs: readonly VisitedLog[], navigationType: string) =>
  logs.filter(({ attributes }) => attributes['browser.web_vital.navigation_type'] === navigationType)

test.concurrent('a prerendered page is a visit once it is shown, and none before', async () => {
  await using visit = await openVisit(browser, fixture)
  let posts = 0
  visit.page.on('request', request => request.url().includes('/otlp/') && posts++)
  // The browser's own state is faked: Playwright cannot see a page that is not shown.
  await visit.page.addInitScript(() => {
    let prerendering = true
    Object.defineProperty(document, 'prerendering', { get: () => prerendering })
    window.addEventListener('fixture-shown', () => {
      prerendering = false
      document.dispatchEvent(new Event('prerenderingchange'))
    })
  })
  await visit.page.goto('/browser')
  await visit.page.evaluate(() => new Promise(resolve => setTimeout(resolve, 3_000)))
  await visit.page.goto('/shop/books/items/7')
  await visit.page.evaluate(() => new Promise(resolve => setTimeout(resolve, 3_000)))
  expect(posts).toBe(0)

  const sent = visit.page.waitForRequest('**/otlp/v1/traces')
  await visit.page.evaluate(() => window.dispatchEvent(new Event('fixture-shown')))
  expect((await sent).method()).toBe('POST')
})

test.concurrent('a page that the back/forward cache restores is a page load, with a trace and vitals of its own', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  // Playwright loses a page that the cache really restores: the page gets the events of it.
  await visit.page.evaluate(() => {
    for (const type of ['pagehide', 'pageshow']) {
      window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
    }
  })
  await visit.press('xhr')
  await visit.finish()
  const spans = await visit.spans(found => starting(found, 'pageload ').length > 1)
  const [first, restored] = starting(spans, 'pageload ')
  const request = spans.find(({ name, kind }) => name === 'GET' && kind === 'Client')
  const logs = await visit.logs(found => vitalsOf(found, 'back-forward-cache').length >= 3)
  const vitals = vitalsOf(logs, 'back-forward-cache')
  const vital = (name: string) =>
    vitals.find(({ attributes }) => attributes['browser.web_vital.name'] === name)?.attributes ?? {}

  expect(restored).toMatchObject({
    name: 'pageload /browser',
    attributes: { 'browser.navigation.type': 'back_forward_cache', 'http.response.status_code': '200' },
  })
  expect(restored?.traceId).not.toBe(first?.traceId)
  expect(request?.traceId).toBe(restored?.traceId)
  expect(new Set(vitals.map(({ traceId }) => traceId))).toEqual(new Set([restored?.traceId]))
  expect(vital('fcp')).toMatchObject({
    'errata.web_vital.time_to_first_byte': '0',
    'errata.web_vital.first_byte_to_fcp': vital('fcp')['browser.web_vital.value'],
  })
  expect(vital('lcp')).toMatchObject({
    'errata.web_vital.time_to_first_byte': '0',
    'errata.web_vital.element_render_delay': vital('lcp')['browser.web_vital.value'],
  })
})

test.concurrent('after the machine has slept, a long frame has the time of the wall clock', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.page.evaluate(() => {
    // The clock of `performance` stands still while a machine sleeps, so that its origin is too early by then.
    const { timeOrigin } = performance
    Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin - 3_600_000 })
  })
  await visit.press('keep the page busy')
  await visit.finish()
  await visit.logs(found => found.some(({ eventName }) => eventName === 'errata.long_animation_frame'))
  const [row] = await fixture.ask<{ isNow: number }>(`SELECT min(Timestamp) > now() - 1800 AS isNow FROM otel_logs
    WHERE EventName = 'errata.long_animation_frame' AND LogAttributes['session.id'] = '${visit.sessionId()}'`)

  expect(Number(row?.isNow)).toBe(1)
})

test.concurrent('a navigation whose hydrating client loader fails has the status of the failure', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser/odd')
  await visit.press('hydrate what fails')
  await visit.page.getByRole('heading', { name: 'A server-side exception' }).waitFor()
  await visit.finish()
  const spans = await visit.spans(found => starting(found, 'navigation ').length > 0)

  expect(starting(spans, 'navigation ')).toMatchObject([
    {
      name: 'navigation /browser/hydrating-failure',
      status: 'Error',
      attributes: { 'errata.transaction.status_code': '500', 'error.type': '500' },
    },
  ])
})

test.concurrent.for([
  ['ahead', 3],
  ['behind', -50],
] as const)(
  "a visitor's clock that is hours %s: what it sends has the time of the server, and its release",
  async ([, hours]) => {
    await using visit = await openVisit(browser, fixture)
    await visit.page.addInitScript(byMs => {
      const { now } = Date
      const { timeOrigin } = performance
      Date.now = () => now() + byMs
      Object.defineProperty(Performance.prototype, 'timeOrigin', { get: () => timeOrigin + byMs })
    }, hours * 3_600_000)
    await visit.open('/browser')
    await visit.press('fail in a handler')
    await visit.finish()
    const [exception] = await visit.exceptions()
    const [pageLoad] = starting(await visit.spans(found => starting(found, 'pageload ').length > 0), 'pageload ')
    const timesOf = (table: string, id: string | undefined) =>
      fixture.ask<{ offSeconds: string; byHours: string }>(`SELECT
        toString(abs(dateDiff('second', Timestamp, now()))) AS offSeconds,
        toString(round((toInt64OrZero(Attributes['errata.clock.browser']) - toUnixTimestamp64Nano(Timestamp)) / 3.6e12, 2)) AS byHours
        FROM (SELECT Timestamp, ${table === 'otel_logs' ? 'LogAttributes' : 'SpanAttributes'} AS Attributes FROM ${table} FINAL
          WHERE SpanId = '${id}' AND ServiceName = 'fixture-browser') LIMIT 1`)

    for (const [row] of [
      await timesOf('otel_traces', pageLoad?.spanId),
      await timesOf('otel_logs', pageLoad?.spanId),
    ]) {
      expect(Number(row?.offSeconds)).toBeLessThan(100)
      expect(Number(row?.byHours)).toBeCloseTo(hours, 1)
    }
    expect(exception?.resource['service.version']).toBe('3.2.1')
    expect(pageLoad?.resource['service.version']).toBe('3.2.1')
  },
)
