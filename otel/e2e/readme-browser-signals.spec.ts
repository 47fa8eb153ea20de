import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { poll } from '../../test/poll.ts'
import { openVisit } from './open-visit.ts'
import { listed, tabled } from './read-readme.ts'
import { type Fixture, startFixture } from './start-fixture.ts'

let fixture: Fixture
let browser: Browser

/** Everything that makes an attribute of its own. */
beforeAll(async () => {
  fixture = await startFixture({ alone: true })
  browser = await openBrowser()
  await using visit = await openVisit(browser, fixture)
  await visit.page.route('**/otlp/v1/traces', route => route.fulfill({ status: 400, body: '' }), { times: 1 })
  await visit.open('/browser')
  await visit.press('keep the page busy')
  const answered = visit.page.waitForResponse('**/no-image.png*')
  await visit.press('add an image that is missing')
  await (await answered).finished()
  await visit.page.evaluate(() => {
    for (let i = 0; i < 9; i++) window.reportError(new Error('the same'))
  })
  await visit.page.locator('#dead').click({ clickCount: 3 })
  await visit.press('redirect')
  await visit.page.getByRole('heading', { name: 'Fixture' }).waitFor()
  await visit.open('/browser/policy')
  // A violation is told in a task of its own, after the browser's report on the console.
  const told = visit.page.evaluate(async () => {
    await new Promise(resolve => document.addEventListener('securitypolicyviolation', resolve, { once: true }))
  })
  await visit.press('add an image')
  await told
  await visit.open('/browser/picture?user=ada')
  await visit.page.evaluate(() => {
    const pushed = document.createElement('div')
    pushed.style.height = '200px'
    document.body.prepend(pushed)
  })
  await visit.page.getByRole('img').click()
  await visit.open('/browser')
  await visit.press('failing loader')
  await visit.page.getByRole('heading', { name: 'A server-side exception' }).waitFor()
  await visit.open('/browser')
  await visit.press('fail to render')
  await visit.page.getByRole('heading', { name: 'A client-side exception' }).waitFor()
  await visit.page.evaluate(() => {
    const [id = ''] = (sessionStorage.getItem('errata.session') ?? '').split(' ')
    const longAgoMs = Date.now() - 31 * 60_000
    window.addEventListener('pagehide', () => sessionStorage.setItem('errata.session', `${id} ${longAgoMs}`))
  })
  await visit.open('/browser/own')
  // An inline script is in no map.
  await visit.open('/browser/head')
  await visit.open('/browser')
  // As by an extension.
  const failed = visit.page.waitForEvent('pageerror')
  await visit.page.evaluate(() => {
    const error = new Error('Extension context invalidated.')
    error.stack = String(error)
    setTimeout(() => {
      throw error
    })
  })
  await failed
  // From here its clock is an hour ahead.
  await visit.page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 3_600_000
  })
  await visit.press('never answered')
  await visit.finish()
})

afterAll(async () => {
  await browser?.close()
  await fixture?.[Symbol.asyncDispose]()
})

/** Waits until what is stored is what is listed; a difference that stays is shown. */
async function expectListed(heading: string, sql: string): Promise<void> {
  const names = listed(heading)
  const stored = async () => (await fixture.ask<{ name: string }>(sql)).map(({ name }) => name).sort()
  const found = await poll(stored, found => found.join() === names.join(), 15_000).catch(stored)
  expect(found).toEqual(names)
}

const own = "ServiceName = 'fixture-browser' AND ScopeName = '@errata/otel/browser'"

test("every span of a browser's is listed with its kind, and so is every event", async () => {
  const spans = await fixture.ask<{ name: string }>(
    `SELECT DISTINCT concat(multiIf(
       match(SpanName, '^(pageload|navigation|revalidation|fetcher) '), concat(splitByChar(' ', SpanName)[1], ' ROUTE'),
       match(SpanName, '^client[A-Za-z]+ '), concat(splitByChar(' ', SpanName)[1], ' ROUTE-ID'),
       match(SpanName, '^[A-Z]+ /'), 'GET ROUTE',
       SpanName), ' ', upper(SpanKind)) AS name FROM otel_traces WHERE ${own}`,
  )
  const events = await fixture.ask<{ name: string }>(`SELECT DISTINCT EventName AS name FROM otel_logs WHERE ${own}`)

  expect(spans.length).toBeGreaterThan(8)
  expect(events.length).toBeGreaterThan(5)
  expect(tabled('span', 'Browser spans', true)).toEqual(expect.arrayContaining(spans.map(({ name }) => name)))
  expect(tabled('event name', 'Browser spans')).toEqual(expect.arrayContaining(events.map(({ name }) => name)))
})

test("every attribute of a browser's span is listed, and every listed one is sent", () =>
  expectListed(
    'Browser spans',
    `SELECT DISTINCT arrayJoin(mapKeys(SpanAttributes)) AS name FROM otel_traces WHERE ${own}`,
  ))

test("every attribute of a browser's log is listed, and every listed one is sent", () =>
  expectListed('Browser logs', `SELECT DISTINCT arrayJoin(mapKeys(LogAttributes)) AS name FROM otel_logs WHERE ${own}`))

test("every attribute of a browser's resource is listed, and every listed one is sent", () =>
  expectListed(
    'Browser resource',
    `SELECT DISTINCT arrayJoin(mapKeys(ResourceAttributes)) AS name FROM otel_traces WHERE ${own}`,
  ))
