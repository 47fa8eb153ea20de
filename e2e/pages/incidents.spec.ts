import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { type CountingReader, loadUntilThere, openCountingReader } from './counting-reader.ts'
import { incidentRows } from './incident-rows.ts'
import { seed } from './seeded-desk.ts'

/** Five incidents within the seeded shop, each led to from the overview by three clicks or fewer, without scripts. */

const MAX_CLICKS = 3

let desk: RunningDesk
let browser: Browser
let reader: CountingReader

beforeAll(async () => {
  ;[desk, browser] = await Promise.all([startDesk(), openBrowser()])
  await seed(desk)
  await desk.insert(incidentRows())
  reader = await openCountingReader(browser, desk.url, false)
})
afterAll(async () => {
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
})

const main = (page: Page) => page.getByRole('main')
const lineOf = (page: Page, text: string | RegExp) => main(page).getByRole('listitem').filter({ hasText: text }).first()
const linkIn = (place: Locator, name: string) => place.getByRole('link', { name, exact: true }).first()

type Way = (reader: CountingReader) => Promise<Locator>

const incidents: Readonly<Record<string, Way>> = {
  async 'a canary fails on one shard'({ page, click }) {
    await click(linkIn(lineOf(page, /^Failing: payments/), 'payments'))
    await click(page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name: 'Compare' }))
    return main(page).getByRole('row', { name: /^pay-7/ })
  },

  async 'a service retries, and another gets the load'({ page, click }) {
    await click(linkIn(main(page).getByRole('region', { name: 'Services', exact: true }), 'prices'))
    return main(page).getByText('Calls per trace of basket → prices 4× (1 → 4).')
  },

  async 'a job no longer runs'({ page, click }) {
    const line = lineOf(page, /^ledger: close-day last ran 3 h ago, usually every 1 h/)
    await click(linkIn(line, 'close-day'))
    return main(page)
      .getByRole('row', { name: /close-day/ })
      .first()
  },

  async 'a route gets slower by the hour'({ page, click }) {
    const line = lineOf(page, /^Slower: \/resize in thumbs, .* in the last hour/)
    await click(linkIn(line, '/resize'))
    return main(page)
      .getByRole('row', { name: /\/resize/ })
      .first()
  },

  async 'one version of a browser fails'({ page, click }) {
    await click(
      linkIn(lineOf(page, /^Still seen: list.at is not a function in kiosk-browser/), 'list.at is not a function'),
    )
    return page.locator('.tags b', { hasText: 'Firefox 88' })
  },
}

test.each(Object.entries(incidents))('%s', async (_, findIt) => {
  await reader.start()
  const answer = await findIt(reader)
  await loadUntilThere(answer)
  expect(reader.spent.clicks).toBeLessThanOrEqual(MAX_CLICKS)
  expect(reader.spent.keys).toBe(0)
})
