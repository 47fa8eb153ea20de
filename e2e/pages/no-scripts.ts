import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { isNightly, testOnce } from '../../test/is-nightly.ts'
import { waitUntilComplete } from './counting-reader.ts'
import { browser, desk } from './seeded-desk.ts'

/** A browser without scripts: what comes after the page itself is never shown, so its pages wait for their numbers. */

let page: Page

beforeAll(async () => {
  page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  // The first page tells the server that there are no scripts.
  const told = page.waitForResponse('**/no-scripts')
  await page.goto(desk.url)
  await told
})

/** A page's main numbers, as it shows them. */
const pages: readonly (readonly [name: string, path: string, row: string | undefined, numbers: RegExp])[] = [
  ['overview', '/', undefined, /Affected sessions\s*\d/],
  ['issues', '/issues?tab=all', undefined, /Side.*browser\s*\d/s],
  ['issue', '/issues?tab=all', '.row-link', /Trace.*Breadcrumbs.*Tags.*(\d+ %|Same in all)/s],
  ['traces', '/traces?last=7d', undefined, /\d[\d,]* traces/],
  ['release', '/releases', '.row-link', /Crash-free sessions by browser.*\d/s],
]

/** Others read until it is disposed of. */
function startOthers(): AsyncDisposable {
  const leaving = new AbortController()
  const reader = async (path: string) => {
    while (!leaving.signal.aborted) await (await fetch(desk.url + path)).text()
  }
  const reading = Promise.all(['/?last=7d', '/traces?show=spans'].map(reader))
  return {
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await reading
    },
  }
}

testOnce('the very first page of a visit comes with its numbers, by itself', async () => {
  await using _ = startOthers()
  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await visitor.goto(`${desk.url}/?last=6h`)
  // The server did not wait for all of it, so the page goes on to an address of which it does.
  await visitor.waitForURL('**/?last=6h&whole=1')
  await visitor.getByText(/Affected sessions\s*\d/).waitFor()
  expect(await visitor.locator('main [aria-busy]').allTextContents()).toEqual([])
  await visitor.context().close()
})

testOnce.each([
  '/',
  '/issues?tab=all',
  '/exceptions',
  '/sessions',
  '/traces',
  '/traces?show=groups',
  '/traces?show=compare',
  '/logs',
  '/services',
])('links and forms of %s do not keep that the page waited for all of its parts', async path => {
  await page.goto(`${desk.url}${path}${path.includes('?') ? '&' : '?'}whole=1`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const addresses = page.locator('[href*="whole="], input[name="whole"]')
  expect(await addresses.evaluateAll(found => found.map(one => one.outerHTML))).toEqual([])
})

const everyPage = isNightly
  ? 'while others read, every page that is to wait for all of its parts comes with its numbers'
  : 'every page comes with its numbers'

test(everyPage, async () => {
  await using _ = isNightly ? startOthers() : undefined
  for (const [name, path, row, numbers] of pages) {
    await page.goto(desk.url + path)
    const link = row && (await page.getByRole('main').locator(row).first().getAttribute('href'))
    const address = new URL(link ?? path, page.url())
    if (isNightly) address.searchParams.set('whole', '1')
    await page.goto(address.href)
    if (!isNightly) await waitUntilComplete(page)
    expect(await page.locator('main [aria-busy]').allTextContents(), name).toEqual([])
    expect(await page.getByRole('main').textContent(), name).toMatch(numbers)
  }
})
