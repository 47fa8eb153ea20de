import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openContext } from '../../test/browser/open-browser.ts'
import { testOnce, waysOf } from '../../test/is-nightly.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow, logRow } from '../../test/store/open-test-store.ts'

/** The layout on a telephone: with scripts in `npm test`, without them at night. */

let desk: RunningDesk
let browser: Browser

beforeAll(async () => {
  ;[desk, browser] = await Promise.all([startDesk(), openBrowser()])
  await desk.insert([
    exceptionRow({ at: 60_000, type: 'CartError', message: 'no price' }),
    exceptionRow({
      at: 60_000,
      type: 'CartError',
      message: 'no list',
      service: 'recommendations',
      resource: { 'service.version': '2.4.2' },
      attributes: { 'user.id': 'ada' },
    }),
    logRow({ at: 50_000, body: 'ready' }),
  ])
})
afterAll(async () => {
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
})

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`${selector} is not in sight`)
  return box
}

/** With scripts a choice applies at once, and is lost before they run. */
const untilHydrated = (page: Page) =>
  page.locator('.scope-filters button.visually-hidden').waitFor({ state: 'attached' })

const FILTERS = '.scope-filters > [popovertarget]'

testOnce('the navigation marks the section of the page that is shown', async () => {
  const page = await (await openContext(browser, desk.url, { javaScriptEnabled: false })).newPage()
  const marked = async (path: string) => {
    await page.goto(desk.url + path)
    return await page.locator('.site-row [aria-current]').allTextContents()
  }
  expect(await marked('/')).toEqual(['Overview'])
  expect(await marked('/services')).toEqual(['Services'])
  expect(await marked('/issues/0000000000000000')).toEqual(['Issues'])
  expect(await marked('/nowhere')).toEqual([])
  await page.context().close()
})

testOnce('a menu that was opened before scripts ran stays open', async () => {
  const page = await (await openContext(browser, desk.url, {})).newPage()
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await opened
    await route.continue()
  })
  await page.goto(`${desk.url}/traces`, { waitUntil: 'commit' })
  const menu = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Exceptions' })
  await page.getByRole('button', { name: 'More ▾' }).click()
  await menu.waitFor()
  resolve()
  await untilHydrated(page)
  expect(await menu.isVisible()).toBe(true)
  await page.context().close()
})

describe.each(waysOf(true, false))('with scripts: %s', javaScriptEnabled => {
  const visit = async (path: string, width = 390) => {
    const viewport = { width, height: 844 }
    const page = await (await openContext(browser, desk.url, { javaScriptEnabled, viewport })).newPage()
    await page.goto(desk.url + path)
    return page
  }

  test('the header is two lines: pages and look-up, time and filters, and nothing scrolls sideways', async () => {
    const page = await visit('/issues')
    const header = await boxOf(page, '.site-header')
    expect(header.height).toBeLessThanOrEqual(98)
    const inSight = ['.name', 'nav[aria-label="Pages"] > button', '#look-up', '.scope-filters .field > button', FILTERS]
    for (const selector of inSight) {
      const { x, y, width, height } = await boxOf(page, selector)
      expect([selector, x >= 0 && x + width <= 390, y + height <= header.height]).toEqual([selector, true, true])
    }
    const isScrolled = (root: Element) => root.scrollWidth > root.clientWidth
    expect(await page.locator('.site-header').evaluate(isScrolled)).toBe(false)
    expect((await boxOf(page, '#look-up')).width).toBeGreaterThanOrEqual(240)
    await page.context().close()
  })

  test('beside a long time the button of the other filters has its name', async () => {
    const page = await visit('/issues?from=2026-11-27T10:00&to=2026-11-28T20:30')
    const { x, width } = await boxOf(page, FILTERS)
    expect(x + width).toBeLessThanOrEqual(390)
    expect(await page.locator(FILTERS).evaluate(button => button.scrollWidth - button.clientWidth)).toBe(0)
    await page.context().close()
  })

  test('the other filters and the theme are in a menu, whose button says what is set', async () => {
    const page = await visit('/traces?env=production&service=shop')
    const button = page.locator(FILTERS)
    expect(await button.textContent()).toBe('Filters (2): production, shop ▾')
    expect(await page.getByRole('banner').getByLabel('Release').isVisible()).toBe(false)
    if (javaScriptEnabled) await untilHydrated(page)
    await button.click()
    await page.getByRole('button', { name: 'dark theme' }).waitFor()
    await page.getByRole('banner').getByLabel('Service').selectOption('')
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Update', exact: true }).click()
    await page.waitForURL('**/traces?env=production')
    await page.getByRole('button', { name: 'Filters (1): production ▾' }).waitFor()
    await page.context().close()
  })

  test('the menu of pages leads to each of them, and closes', async () => {
    const page = await visit('/issues')
    const pages = page.getByRole('banner').getByRole('navigation')
    expect(await pages.getByRole('link').count()).toBe(0)
    await pages.getByRole('button', { name: 'Pages' }).click()
    expect(await pages.getByRole('link').count()).toBeGreaterThanOrEqual(12)
    await pages.getByRole('link', { name: 'Noise' }).click()
    await page.getByRole('heading', { level: 1, name: 'Noise' }).waitFor()
    expect(await pages.getByRole('link').count()).toBe(0)
    await page.context().close()
  })

  test('an issue says all of when, whom, where and in which release', async () => {
    const page = await visit('/issues?service=recommendations&whole=1')
    const facts = page.locator('.issues .under > *')
    const shown = await facts.evaluateAll(all => all.map(one => [one.textContent, one.scrollWidth > one.clientWidth]))
    expect(shown).toEqual([
      ['recommendations', false],
      ['2.4.2', false],
      [expect.stringMatching(/ago$/), false],
      ['1 user', false],
    ])
    const line = await boxOf(page, '.issues tbody .under')
    for (const fact of await facts.all()) {
      const { x, width } = (await fact.boundingBox()) ?? { x: 0, width: 0 }
      expect(x + width).toBeLessThanOrEqual(line.x + line.width)
    }
    expect(await page.getByText('Ongoing first, by users × increase').isVisible()).toBe(true)
    await page.context().close()
  })

  test('the head of the logs is its title and buttons, then tabs, then the search; a record has two lines', async () => {
    const page = await visit('/logs?whole=1')
    await page.locator('.logs tbody tr').first().waitFor()
    const title = await boxOf(page, 'h1')
    const [patterns, tail, tabs, search] = await Promise.all(
      ['a:text-is("Patterns")', 'a:text-is("Live tail")', '.tabs', '.search'].map(one => boxOf(page, `main ${one}`)),
    )
    expect(tail?.y).toBe(patterns?.y)
    expect(patterns?.y).toBeLessThan(title.y + title.height)
    expect([tabs?.x, (tabs?.y ?? 0) > (tail?.y ?? 0), (search?.y ?? 0) > (tabs?.y ?? 0)]).toEqual([title.x, true, true])
    expect((await boxOf(page, '.logs tbody tr:not(.day)')).height).toBeLessThanOrEqual(52)
    expect(await page.getByRole('list', { name: 'Legend' }).isVisible()).toBe(true)
    await page.context().close()
  })

  test('a pattern of logs has its facts above it, and at its end what excludes it', async () => {
    const page = await visit('/logs?patterns=1&whole=1')
    await page.locator('.log-patterns tbody tr').first().waitFor()
    const row = await boxOf(page, '.log-patterns tbody tr')
    const [severity, pattern, exclude] = await Promise.all(
      ['.mark', '.lead', 'td:last-child a'].map(one => boxOf(page, `.log-patterns tbody tr ${one}`)),
    )
    expect(severity?.y).toBeLessThan(pattern?.y ?? 0)
    expect(exclude?.y).toBeGreaterThan(pattern?.y ?? 0)
    expect(row.height).toBeLessThanOrEqual(72)
    await page.context().close()
  })

  test('buttons are at least 44 pixels high, rows at least 36; beside a mouse they are not', async () => {
    const heights = async (width: number) => {
      const page = await visit('/issues?service=shop&whole=1', width)
      const of = ['.search > button', '.list tbody tr', '.scope-filters button']
      const found = await Promise.all(of.map(async selector => Math.round((await boxOf(page, selector)).height)))
      await page.context().close()
      return found
    }
    const [saved = 0, row = 0, time = 0] = await heights(390)
    expect([saved >= 44, row >= 36, time >= 44]).toEqual([true, true, true])
    // The function, and below it the service.
    expect(await heights(1440)).toEqual([28, 44, 28])
  })
})
