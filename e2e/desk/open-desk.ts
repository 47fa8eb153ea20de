import type { Page } from 'playwright-core'
import { openBrowser, openContext } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import type { InsertedRow } from '../../test/store/open-test-store.ts'

/** The built app with a browser. */
export interface OpenDesk extends RunningDesk {
  /** Opens a page in a profile of its own, with scripts by default. Close its context. */
  visit(path: string, javaScriptEnabled?: boolean): Promise<Page>
}

/** Starts the app with some rows, and a browser. */
export async function openDesk(rows: readonly InsertedRow[] = []): Promise<OpenDesk> {
  const [desk, browser] = await Promise.all([startDesk(), openBrowser()])
  await desk.insert(rows)
  return {
    ...desk,
    async visit(path, javaScriptEnabled = true) {
      const page = await (await openContext(browser, desk.url, { javaScriptEnabled })).newPage()
      await page.goto(desk.url + path)
      return page
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await desk[Symbol.asyncDispose]()
    },
  }
}

export const mainOf = (page: Page) => page.getByRole('main')

/** The first cell of each row of the lists of a page. */
export const rowsOf = (page: Page) => mainOf(page).getByRole('rowheader').allTextContents()
