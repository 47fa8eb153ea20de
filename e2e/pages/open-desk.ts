import type { BrowserContextOptions, Page } from 'playwright-core'
import { greetAgain, openBrowser } from '../../test/browser/open-browser.ts'
import { watchPolicy } from '../../test/browser/watch-policy.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import type { InsertedRow } from '../../test/store/open-test-store.ts'

/** The built app with a browser. Its disposal throws if any page violated its content security policy. */
export interface OpenDesk extends RunningDesk {
  /** Opens a page in a profile that no other open page has, with scripts by default. Leave it at the end. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>
  /** Leaves a page as if nobody had been there, for a later visit: a new profile is a third of the processor time of a page. */
  leave(page: Page): Promise<void>
}

/** Starts the app with some rows, and a browser. */
export async function openDesk(rows: readonly InsertedRow[] = []): Promise<OpenDesk> {
  const [desk, browser] = await Promise.all([startDesk(), openBrowser()])
  await desk.insert(rows)
  /** Pages that were left, by the options of their profiles. */
  const free = new Map<string, Page[]>()
  const optionsOf = new Map<Page, BrowserContextOptions>()
  const pagesLike = (options: BrowserContextOptions) => {
    const pages = free.get(JSON.stringify(options)) ?? []
    free.set(JSON.stringify(options), pages)
    return pages
  }
  const violations: string[] = []
  const openPage = async (options: BrowserContextOptions) => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await watchPolicy(context, violation => violations.push(`${page.url()}: ${violation}`))
    optionsOf.set(page, options)
    return page
  }
  return {
    ...desk,
    async visit(path, options = {}) {
      const page = pagesLike(options).pop() ?? (await openPage(options))
      await greetAgain(page.context(), desk.url, options)
      await page.goto(desk.url + path)
      return page
    },
    async leave(page) {
      const options = optionsOf.get(page) ?? {}
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      // A page without scripts: one with scripts may store something while it is left.
      await page.goto(`${desk.url}/livez`)
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await page.context().clearCookies()
      await page.setViewportSize(options.viewport ?? { width: 1280, height: 720 })
      pagesLike(options).push(page)
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await desk[Symbol.asyncDispose]()
      if (violations.length > 0) throw new Error(`Pages did what their policy forbids:\n${violations.join('\n')}`)
    },
  }
}

export const mainOf = (page: Page) => page.getByRole('main')

/** The first cell of each row of the lists of a page. */
export const rowsOf = (page: Page) => mainOf(page).getByRole('rowheader').allTextContents()
