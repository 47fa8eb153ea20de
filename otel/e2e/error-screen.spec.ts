import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWholeResponse } from '../../test/browser/content-of.ts'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { type Fixture, startFixture } from './start-fixture.ts'

const secret = 'planted-in-the-url'
let fixture: Fixture
let browser: Browser

beforeAll(async () => {
  fixture = await startFixture()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
  await fixture[Symbol.asyncDispose]()
})

interface Visit {
  readonly page: Page
  /** Pages and data that the browser received so far, with their headers. */
  received(): Promise<string>
  /** What the page complained about in its console. */
  readonly complaints: readonly string[]
}

async function visit(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage()
  const bodies: Promise<string>[] = []
  const complaints: string[] = []
  page.on('response', response => {
    if (!/\/assets\/|\/otlp\/|__manifest/.test(response.url())) bodies.push(readWholeResponse(response))
  })
  page.on('pageerror', error => complaints.push(error.message))
  return { page, complaints, received: async () => (await Promise.all(bodies)).join('\n') }
}

const shownDigest = (page: Page) => page.getByTestId('digest').textContent()
const shownTrace = (page: Page) => page.getByTestId('trace').textContent()

test('a document that fails shows one digest before and after hydration', async () => {
  const plain = await visit(await browser.newContext({ javaScriptEnabled: false }))
  const lively = await visit(await browser.newContext())
  const response = await plain.page.goto(`${fixture.url}/fail/loader?say=${secret}`)
  await lively.page.goto(`${fixture.url}/fail/loader?say=${secret}`, { waitUntil: 'networkidle' })

  const digest = response?.headers()['x-errata-digest']
  expect(response?.status()).toBe(500)
  expect([await shownDigest(plain.page), await shownDigest(lively.page)]).toEqual([digest, digest])
  expect(lively.complaints).toEqual([])
  expect((await plain.received()).includes(secret)).toBe(false)
  expect((await lively.received()).includes(secret)).toBe(false)

  const [log] = await fixture.exceptionsOf((await shownTrace(plain.page)) ?? '')
  expect(log?.attributes['errata.error.digest']).toBe(digest)
})

test.each(['loader', 'thrown-data'])('a navigation to a failing %s shows the digest of its own request', async link => {
  const { page } = await visit(await browser.newContext())
  await page.goto(`${fixture.url}/?say=${secret}`, { waitUntil: 'networkidle' })
  const asked = page.waitForResponse(response => response.url().includes('.data'))
  await page.getByRole('link', { name: link }).click()
  const content = await readWholeResponse(await asked)
  const digest = (await asked).headers()['x-errata-digest']
  await page.getByRole('heading', { name: 'A server-side exception' }).waitFor()

  expect(await shownDigest(page)).toBe(digest)
  const exceptions = await fixture.exceptionsOf((await shownTrace(page)) ?? '')
  expect(exceptions.map(log => [log.service, log.attributes['errata.error.digest']])).toEqual([['fixture', digest]])
  expect(content.includes(secret)).toBe(false)
})

test('a deferred error renders the same text on both sides, without its message', async () => {
  const { page, received, complaints } = await visit(await browser.newContext())
  await page.goto(`${fixture.url}/fail/deferred-late?say=${secret}`, { waitUntil: 'networkidle' })

  expect(await page.getByText('no price').textContent()).toBe('no price: Error: Unexpected Server Error')
  expect(complaints).toEqual([])
  expect((await received()).includes(secret)).toBe(false)
})

test('an error after the shell is drawn again by the browser, with its digest for the console', async () => {
  const { page, received } = await visit(await browser.newContext())
  const response = await page.goto(`${fixture.url}/fail/after-shell`, { waitUntil: 'networkidle' })

  expect(response?.status()).toBe(200)
  await page.getByText('drawn by the browser').waitFor()
  const [, digest] = /data-dgst="(\w+)"/.exec(await received()) ?? /\\?"(\w{10})\\?"\)/.exec(await received()) ?? []
  const traceparent = await page.locator('meta[name=traceparent]').getAttribute('content')
  const exceptions = await fixture.exceptionsOf(traceparent?.split('-')[1] ?? '')
  const ofServer = exceptions.filter(log => log.service === 'fixture')
  expect(ofServer.map(log => log.attributes['errata.error.digest'])).toEqual([digest])
})
