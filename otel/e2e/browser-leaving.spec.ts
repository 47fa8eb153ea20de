import { expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit, type VisitedSpan } from './open-visit.ts'

startFixtureAndBrowser()

// Chromium fails what is under way shortly before it tells the page that it goes away.
const underWay = ['slow page', 'deferred', 'slow fetcher', 'slow request']
const ways = ['by a link', 'by a reload'] as const

test.concurrent.for(underWay.flatMap(what => ways.map(way => [what, way] as const)))(
  '%s under way, left %s: nothing has failed',
  async ([what, way]) => {
    await using visit = await openVisit(browser, fixture)
    await visit.open('/browser/leaving')
    const begun = visit.page.waitForRequest(/\.data|\/slow/)
    await visit.press(what)
    await begun
    if (what === 'deferred') await visit.page.getByText('waiting').waitFor()
    const left = visit.page.waitForEvent('framenavigated')
    if (way === 'by a link') await visit.press('elsewhere')
    else await visit.page.reload()
    await left
    await visit.finish()

    const isOfWhat = ({ name, attributes }: VisitedSpan) =>
      attributes['errata.incomplete'] === 'true' || /^navigation/.test(name)
    const spans = await visit.spans(found => found.some(isOfWhat))
    const failed = spans.filter(({ service, status }) => service.endsWith('-browser') && status === 'Error')
    const logs = await visit.logs(() => true)
    expect(failed.map(({ name }) => name)).toEqual([])
    expect(
      logs
        .filter(log => log.eventName === 'exception' || log.attributes['errata.click.kind'] === 'error')
        .map(({ attributes }) => [
          attributes['exception.source'],
          attributes['exception.message'],
          attributes['exception.stacktrace'],
        ]),
    ).toEqual([])
  },
)

test.concurrent('an interaction right before the page is left is measured', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser/leaving')
  await visit.press('slow request')
  await visit.press('elsewhere')
  await visit.finish()

  const vitals = await visit.logs(found =>
    found.some(({ attributes }) => attributes['browser.web_vital.name'] === 'inp'),
  )
  const inp = vitals.filter(({ attributes }) => attributes['browser.web_vital.name'] === 'inp')
  expect(inp).toHaveLength(1)
  expect(inp[0]?.attributes['browser.web_vital.delta']).toBe(inp[0]?.attributes['browser.web_vital.value'])
})

test.concurrent('a page that is left before the browser was ever idle sends its page load and its error', async () => {
  const context = await browser.newContext({ baseURL: fixture.url })
  await context.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const page = await context.newPage()
  const response = await page.goto('/browser/leaving')
  const [, traceId] = /desc="00-(\w{32})-/.exec(response?.headers()['server-timing'] ?? '') ?? []
  await page.waitForFunction(() => window.__errataHooks !== undefined)
  await page.evaluate(() => window.__errataHooks?.onError(new RangeError('at once')))
  await page.goto('about:blank')

  const ask = (sql: string) => fixture.ask<{ name: string }>(sql)
  const stored = () =>
    ask(`SELECT SpanName AS name FROM otel_traces FINAL WHERE TraceId = '${traceId}' AND ServiceName = 'fixture-browser'
      UNION ALL SELECT LogAttributes['exception.message'] AS name FROM otel_logs FINAL WHERE TraceId = '${traceId}'`)
  const rows = await poll(stored, found => found.length >= 2, 60_000)
  expect(rows.map(({ name }) => name).sort()).toEqual(['at once', 'pageload'])
  await context.close()
})
