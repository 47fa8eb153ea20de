import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { type CountingReader, openCountingReader, waitUntilComplete } from './counting-reader.ts'
import { mainOf, rowsOf } from './open-desk.ts'
import { searchJobRows } from './search-job-rows.ts'

/**
 * Twelve questions of somebody on call that traces and logs answer, each from the overview to the answer by keyboard alone, and without
 * scripts by addresses, links and forms.
 */

const MAX_KEYS = 40

let desk: RunningDesk
let browser: Browser

beforeAll(async () => {
  ;[desk, browser] = await Promise.all([startDesk(), openBrowser()])
  await desk.insert(searchJobRows())
})
afterAll(async () => {
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
})

/** What a reader does to find an answer. */
interface Reader {
  readonly page: Page
  /** Goes to a page, or changes what this one shows. */
  goTo(name: string, heading?: string | RegExp): Promise<void>
  /** Fills a field of a form and sends it. */
  type(field: Locator, text: string): Promise<void>
  moveTo(target: Locator, key: string): Promise<void>
  /** Follows a link. */
  follow(target: Locator, key?: string): Promise<void>
}

/** What a reader does with keys alone. */
function readerByKeyboard({ page, press, paste, moveTo }: CountingReader): Reader {
  return {
    page,
    moveTo,
    /** Chooses something in the command palette. */
    async goTo(name, heading = name) {
      await press('Control+k')
      const palette = page.getByRole('dialog')
      await palette.getByRole('combobox').waitFor()
      await paste(name)
      await palette.getByRole('option').first().filter({ hasText: name }).waitFor()
      await press('Enter')
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    },
    async type(field, text) {
      await moveTo(field, 'Tab')
      await paste(text)
      await press('Enter')
      // The results take the focus: keys that are pressed before them belong to the page before.
      await page.locator('h1:focus').waitFor()
    },
    async follow(target, key = 'Tab') {
      await moveTo(target, key)
      await press('Enter')
    },
  }
}

/** Addresses of what the command palette names. */
const ADDRESSES: Readonly<Record<string, string>> = {
  shop: '/services/shop',
  inventory: '/services/inventory',
  Issues: '/issues',
  Traces: '/traces',
  Logs: '/logs',
  Services: '/services',
}

/** What a reader without scripts does. Each page comes whole, or is loaded again. */
function readerByForms({ page }: CountingReader): Reader {
  const open = async (url: string | URL) => {
    await page.goto(`${url}`)
    await waitUntilComplete(page)
  }
  /** Waits for the page that a link or form leads to. */
  const leave = async (go: () => Promise<void>) => {
    const left = page.waitForEvent('framenavigated')
    await go()
    await left
    await page.waitForLoadState()
    await waitUntilComplete(page)
  }
  return {
    page,
    moveTo: target => target.waitFor(),
    async goTo(name, heading = name) {
      const address = ADDRESSES[name]
      const lastHour = new URL(page.url())
      lastHour.searchParams.set('last', '1h')
      await open(address === undefined ? lastHour : desk.url + address)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    },
    async type(field, text) {
      await field.fill(text)
      await leave(() => field.press('Enter'))
    },
    follow: target => leave(() => target.click()),
  }
}

/** What several questions need. */
function seekerOf(reader: Reader) {
  const { page, goTo, type, follow } = reader
  return {
    ...reader,
    async search(list: string, text: string) {
      await goTo(list)
      await type(page.getByRole('combobox', { name: `Search ${list.toLowerCase()}` }), text)
      await page.waitForURL(url => url.searchParams.get('q') === text)
    },
    openRow: (text: string) => follow(mainOf(page).locator('[data-row]', { hasText: text }).first(), 'j'),
    tab: (name: string) => page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name, exact: true }),
    /** A table of the comparison. */
    attribute: (name: string) => mainOf(page).getByRole('region', { name, exact: true }).getByRole('table'),
  }
}

type Seeker = ReturnType<typeof seekerOf>

const questions: Readonly<Record<string, (at: Seeker) => Promise<void>>> = {
  async 'why was /checkout slow this morning?'(at) {
    await at.goTo('shop')
    const checkout = at.page.getByRole('table', { name: 'Operations' }).getByRole('row', { name: '/checkout' })
    await at.moveTo(checkout.getByRole('link').first(), 'j')
    await at.follow(checkout.getByRole('link', { name: '1.96 s' }))
    const acme = at.attribute('tenant').getByRole('row', { name: 'acme' })
    expect(await acme.textContent()).toMatch(/^acmeonly here100 %0 %/)
    await at.moveTo(acme.getByRole('link'), 'j')
    await at.follow(at.page.getByRole('link', { name: '10 spans' }), 'Shift+Tab')
    await at.page.waitForURL(
      url => url.searchParams.get('q') === 'service:shop operation:/checkout is:entry duration:>=1.96s',
    )
    await at.openRow('POST /checkout')
    await at.page.getByRole('heading', { level: 1, name: 'POST /checkout' }).waitFor()
    await at.page.getByRole('row', { name: /SELECT stock.*1\.90 s/ }).waitFor()
  },

  async 'what do the failed ones share?'(at) {
    await at.search('Traces', 'service:payments name:"POST /pay"')
    await at.follow(at.tab('Compare'))
    const visa = at.attribute('card.network').getByRole('row', { name: 'visa' })
    expect(await visa.textContent()).toMatch(/^visaonly here100 %0 %/)
  },

  async 'who calls inventory, and is it slow?'(at) {
    await at.goTo('inventory')
    const shop = at.page.getByRole('table', { name: 'Callers' }).getByRole('row', { name: 'shop' })
    expect(await shop.textContent()).toMatch(/^shop400 %.*1\.92 s$/)
  },

  async 'on which statement does inventory spend its time?'(at) {
    await at.goTo('inventory')
    await at.page
      .getByRole('row', { name: /SELECT price FROM stock WHERE sku = \? FOR UPDATE.*9\d %.*1\.90 s$/ })
      .waitFor()
  },

  async 'which logs have "timeout" in the last hour, and what are their traces?'(at) {
    await at.search('Logs', 'timeout')
    await at.goTo('Show last hour', 'Logs')
    await at.page.getByRole('link', { name: 'old timeout' }).waitFor({ state: 'detached' })
    await at.openRow('card timeout')
    await at.follow(at.page.getByRole('link', { name: 'View trace' }))
    await at.page.getByRole('heading', { level: 1, name: 'POST /pay' }).waitFor()
  },

  async 'what happened around an error, in other services too?'(at) {
    await at.goTo('Issues')
    await at.openRow('no money')
    await at.follow(at.page.getByRole('link', { name: 'Logs ±30 s' }))
    await mainOf(at.page).getByRole('rowheader', { name: 'score 0.93' }).waitFor()
    expect(await mainOf(at.page).locator('a[data-row]').allTextContents()).toEqual([
      expect.stringContaining('card timeout'),
      expect.stringContaining('no money'),
      'score 0.93',
    ])
  },

  async 'which traces have a cache miss and no database call?'(at) {
    await at.search('Traces', '[@cache.hit:false] -[db:postgresql]')
    await expect.poll(() => rowsOf(at.page)).toEqual([expect.stringContaining('GET /cart/miss')])
  },

  async 'which POST with a Postgres call over 300 ms failed in payments?'(at) {
    await at.search('Traces', '[service:payments method:POST is:error] > [db:postgresql duration:>300ms]')
    await expect.poll(() => rowsOf(at.page)).toEqual([expect.stringContaining('POST /pay')])
    await at.openRow('POST /pay')
    await at.page.getByText('2 matching').waitFor()
  },

  async 'which spans run a statement?'(at) {
    await at.search('Traces', '"SELECT price"')
    await at.follow(at.tab('Spans'))
    await at.page.getByText(': 40 spans').waitFor()
    await expect
      .poll(async () => new Set(await rowsOf(at.page)))
      .toEqual(new Set([expect.stringContaining('SELECT stock')]))
  },

  async 'which tenant is slow?'(at) {
    await at.search('Traces', 'route:/checkout')
    await at.follow(at.tab('Groups'))
    await at.type(at.page.getByRole('combobox', { name: 'Group by' }), '@tenant')
    const table = at.page.getByRole('table', { name: 'Spans by @tenant' })
    const groups = table.locator('tbody .row-link')
    await at.moveTo(groups.first(), 'j')
    await at.follow(table.getByRole('link', { name: 'p95' }), 'Shift+Tab')
    await at.page.waitForURL(url => url.searchParams.get('order') === 'p95')
    await expect.poll(() => groups.allTextContents()).toEqual(['acme', 'other'])
  },

  async 'which logs are there without the health checks?'(at) {
    await at.goTo('Logs')
    await at.follow(at.page.getByRole('link', { name: 'Exclude Service health' }))
    await at.page.waitForURL(url => url.searchParams.get('q') === '-service:health')
    await at.page.getByRole('link', { name: 'health check passed' }).first().waitFor({ state: 'detached' })
    expect((await rowsOf(at.page)).length).toBe(4)
  },

  async 'on what does the shop depend?'(at) {
    await at.goTo('Services')
    await at.follow(at.page.getByRole('link', { name: 'Map', exact: true }))
    const calls = at.page.getByRole('table', { name: 'Calls, the highest share of errors first' }).getByRole('row')
    await calls.filter({ hasText: /^shopinventory400 %/ }).waitFor()
    await calls.filter({ hasText: /^inventorypostgresql stock.*400 %/ }).waitFor()
  },
}

describe.each([true, false])('with scripts: %s', hasScripts => {
  let reader: CountingReader
  beforeAll(async () => {
    reader = await openCountingReader(browser, desk.url, hasScripts)
  })

  test.each(Object.entries(questions))('%s', async (_, answer) => {
    await reader.start()
    await answer(seekerOf(hasScripts ? readerByKeyboard(reader) : readerByForms(reader)))
    expect(reader.spent.clicks).toBe(0)
    expect(reader.spent.keys).toBeLessThanOrEqual(MAX_KEYS)
  })
})
