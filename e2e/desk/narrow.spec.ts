import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openContext } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow } from '../../test/store/open-test-store.ts'

/** The layout on a telephone. */

let desk: RunningDesk
let browser: Browser

beforeAll(async () => {
  ;[desk, browser] = await Promise.all([startDesk(), openBrowser()])
  await desk.insert([exceptionRow({ at: 60_000, type: 'CartError', message: 'no price' })])
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

describe.each([true, false])('with scripts: %s', javaScriptEnabled => {
  const visit = async (path: string, width = 390) => {
    const viewport = { width, height: 844 }
    const page = await (await openContext(browser, desk.url, { javaScriptEnabled, viewport })).newPage()
    await page.goto(desk.url + path)
    return page
  }

  test('the header is one line with the pages, the look-up and the time in sight', async () => {
    const page = await visit('/issues')
    const header = await boxOf(page, '.site-header')
    expect(header.height).toBeLessThanOrEqual(52)
    for (const selector of ['.name', 'nav[aria-label="Pages"] > button', '#look-up', '.scope-filters button']) {
      const { x, y, width, height } = await boxOf(page, selector)
      expect([selector, x >= 0 && x + width <= 390, y + height <= header.height]).toEqual([selector, true, true])
    }
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

  test('buttons are at least 44 pixels high, rows at least 36; beside a mouse they are not', async () => {
    const heights = async (width: number) => {
      const page = await visit('/issues?whole=1', width)
      const of = ['.search button', '.list tbody tr', '.scope-filters button']
      const found = await Promise.all(of.map(async selector => Math.round((await boxOf(page, selector)).height)))
      await page.context().close()
      return found
    }
    const [search = 0, row = 0, time = 0] = await heights(390)
    expect([search >= 44, row >= 36, time >= 44]).toEqual([true, true, true])
    expect(await heights(1440)).toEqual([28, 28, 28])
  })
})
