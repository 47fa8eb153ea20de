import { type Browser, errors, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitUntilScriptsRun } from '../../test/browser/desk-pages.ts'
import { encodeCookie } from '../../test/browser/encode-cookie.ts'
import { openContext } from '../../test/browser/open-browser.ts'

/** A reader whose clicks and keys are counted. A text that is pasted counts as one key, and so does a screen that is scrolled. */
export interface CountingReader {
  readonly page: Page
  /** Since the page was opened at which the reader starts. */
  readonly spent: { clicks: number; keys: number }
  /** Starts anew at a page, in the same profile: a new one takes a third of the processor time of a page. @param path @default the overview */
  start(path?: string): Promise<void>
  click(target: Locator): Promise<void>
  press(...keys: readonly string[]): Promise<void>
  paste(text: string): Promise<void>
  /** Presses a key until the target has the focus. */
  moveTo(target: Locator, key: string): Promise<void>
  /** Scrolls by screens until the target is in sight. */
  scrollTo(target: Locator): Promise<void>
}

const MAX_KEYS = 120

/** Without scripts a page waits a second at most. Where that was too little, this opens the same page once more and lets it wait for all of its parts. */
export async function waitUntilComplete(page: Page): Promise<void> {
  if ((await page.locator('[aria-busy]').count()) > 0) await loadWhole(page)
}

/** Likewise, where it is not known when the page that a click leads to is there. */
export async function loadUntilThere(target: Locator): Promise<void> {
  const isThere = () =>
    target.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    )
  while (!(await isThere())) await loadWhole(target.page())
}

async function loadWhole(page: Page): Promise<void> {
  const address = new URL(page.url())
  address.searchParams.set('whole', '1')
  await page.goto(address.href)
}

/** A reader with scripts, and one without. */
export type CountingReaders = Readonly<Record<'scripts' | 'plain', CountingReader>>

export const openCountingReaders = async (browser: Browser, url: string): Promise<CountingReaders> => ({
  scripts: await openCountingReader(browser, url, true),
  plain: await openCountingReader(browser, url, false),
})

/** A reader with a name, who has not opened any page yet. */
export async function openCountingReader(
  browser: Browser,
  url: string,
  javaScriptEnabled: boolean,
): Promise<CountingReader> {
  const context = await openContext(browser, url, { javaScriptEnabled, viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'errata_who', value: encodeCookie('Ann'), url }])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const find = (target: Locator) => (javaScriptEnabled ? target.waitFor() : loadUntilThere(target))
  const spent = { clicks: 0, keys: 0 }
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      spent.keys += 1
      if (spent.keys > MAX_KEYS) throw new errors.TimeoutError(`more than ${MAX_KEYS} keys on ${page.url()}`)
      await page.keyboard.press(key)
    }
  }
  return {
    page,
    spent,
    async start(path = '/') {
      await page.goto(url + path)
      if (javaScriptEnabled) await waitUntilScriptsRun(page)
      else await waitUntilComplete(page)
      Object.assign(spent, { clicks: 0, keys: 0 })
    },
    press,
    async click(target) {
      spent.clicks += 1
      await find(target)
      await target.click()
    },
    async paste(text) {
      spent.keys += 1
      await page.keyboard.insertText(text)
    },
    async moveTo(target, key) {
      await target.waitFor()
      while (!(await target.evaluate(element => element === document.activeElement))) await press(key)
    },
    async scrollTo(target) {
      await find(target)
      while (await target.evaluate(element => element.getBoundingClientRect().bottom > innerHeight)) {
        const before = await page.evaluate(() => scrollY)
        await press('PageDown')
        // A screen is scrolled over several frames.
        let last = before
        const hasScrolled = async () => {
          const [previous, now] = [last, await page.evaluate(() => scrollY)]
          last = now
          return now !== before && now === previous
        }
        await expect.poll(hasScrolled, { timeout: 10_000, interval: 100 }).toBe(true)
      }
    },
  }
}
