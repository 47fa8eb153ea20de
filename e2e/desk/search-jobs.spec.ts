import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow, type InsertedRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { type CountingReader, openCountingReader } from './counting-reader.ts'
import { mainOf, rowsOf } from './open-desk.ts'

/** Twelve questions of somebody on call that traces and logs answer, each from the overview to the answer by keyboard alone. */

const MINUTE_MS = 60_000
const MAX_KEYS = 40
const ms = (count: number) => BigInt(count) * 1_000_000n

let desk: RunningDesk
let browser: Browser

beforeAll(async () => {
  ;[desk, browser] = await Promise.all([startDesk(), openBrowser()])
  await desk.insert(rows())
})
afterAll(async () => {
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
})

/** A shop whose checkouts of one tenant wait for a lock in the database of `inventory`; a failed payment; a cache miss. */
function rows(): InsertedRow[] {
  const payment = { traceId: randomHexId(16), service: 'payments', status: 'Error' } as const
  const post = randomHexId(8)
  const pay = { 'http.request.method': 'POST', 'card.network': 'visa' }
  const query = { kind: 'Client', attributes: { 'db.system.name': 'postgresql', 'card.network': 'visa' } }
  return [
    ...Array.from({ length: 40 }, (_, n) => checkout(150 * MINUTE_MS + n * 1_000, n % 4 === 0)).flat(),
    spanRow({ ...payment, at: 61_000, spanId: post, name: 'POST /pay', attributes: pay }),
    spanRow({ ...payment, ...query, at: 60_900, parentSpanId: post, name: 'SELECT card', durationNs: ms(400) }),
    exceptionRow({ ...payment, at: 60_800, spanId: post, type: 'Declined', message: 'no money' }),
    logRow({ ...payment, at: 60_700, spanId: post, severityNumber: 17, body: 'card timeout after 400 ms' }),
    logRow({ at: 62_000, service: 'fraud', body: 'score 0.93' }),
    logRow({ at: 90 * MINUTE_MS, service: 'payments', body: 'old timeout' }),
    ...['free', 'gold', 'free', 'gold', 'free', 'gold'].map(tier =>
      spanRow({ at: 50_000, service: 'payments', name: 'POST /pay', attributes: { 'card.network': 'amex', tier } }),
    ),
    ...['free', 'gold', 'free', 'gold', 'free', 'gold'].map(tier =>
      spanRow({ ...payment, traceId: randomHexId(16), at: 50_000, name: 'POST /pay', attributes: { ...pay, tier } }),
    ),
    spanRow({ at: 40_000, service: 'cart', name: 'GET /cart/miss', attributes: { 'cache.hit': 'false' } }),
    ...Array.from({ length: 5 }, () => logRow({ at: 30_000, service: 'health', body: 'health check passed' })),
  ]
}

function checkout(atMs: number, isSlow: boolean): InsertedRow[] {
  const [traceId, shop, call, reserve] = [randomHexId(16), randomHexId(8), randomHexId(8), randomHexId(8)]
  const waitMs = isSlow ? 1_900 : 40
  const tenant = isSlow ? 'acme' : 'other'
  const attributes = { 'http.route': '/checkout', tenant }
  const select = {
    'db.system.name': 'postgresql',
    'db.namespace': 'stock',
    'db.query.text': 'SELECT price FROM stock WHERE sku = 7 FOR UPDATE',
  }
  return [
    spanRow({ at: atMs, traceId, spanId: shop, name: 'POST /checkout', durationNs: ms(waitMs + 60), attributes }),
    spanRow({
      at: atMs - 5,
      traceId,
      spanId: call,
      parentSpanId: shop,
      kind: 'Client',
      name: 'POST',
      durationNs: ms(waitMs + 20),
    }),
    spanRow({
      at: atMs - 10,
      traceId,
      spanId: reserve,
      parentSpanId: call,
      service: 'inventory',
      name: 'POST /reserve',
      durationNs: ms(waitMs + 10),
    }),
    spanRow({
      at: atMs - 12,
      traceId,
      parentSpanId: reserve,
      service: 'inventory',
      kind: 'Client',
      name: 'SELECT stock',
      durationNs: ms(waitMs),
      attributes: select,
    }),
  ]
}

/** What a reader does with keys alone. */
function readerByKeyboard({ page, press, paste, moveTo }: CountingReader) {
  /** Chooses something in the command palette. */
  const goTo = async (name: string, heading: string | RegExp = name) => {
    await press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.getByRole('combobox').waitFor()
    await paste(name)
    await palette.getByRole('option').first().filter({ hasText: name }).waitFor()
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  const type = async (field: Locator, text: string) => {
    await moveTo(field, 'Tab')
    await paste(text)
    await press('Enter')
  }
  /** Moves to a link or button, and presses it. */
  const follow = async (target: Locator, key = 'Tab') => {
    await moveTo(target, key)
    await press('Enter')
  }
  return {
    page,
    moveTo,
    goTo,
    type,
    follow,
    async search(list: string, text: string) {
      await goTo(list)
      await type(page.getByRole('combobox', { name: `Search ${list.toLowerCase()}` }), text)
      await page.waitForURL(url => url.searchParams.get('q') === text)
    },
    openRow: (text: string) => follow(mainOf(page).locator('[data-row]', { hasText: text }).first(), 'j'),
    tab: (name: string) => page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name, exact: true }),
    /** A table of the comparison. */
    attribute(name: string) {
      const header = page.getByRole('columnheader', { name, exact: true })
      return mainOf(page).getByRole('table').filter({ has: header })
    },
  }
}

type Keyboard = ReturnType<typeof readerByKeyboard>

const questions: Readonly<Record<string, (at: Keyboard) => Promise<void>>> = {
  async 'why was /checkout slow this morning?'(at) {
    await at.goTo('shop')
    const checkout = at.page.getByRole('table', { name: 'Routes' }).getByRole('row', { name: '/checkout' })
    await at.moveTo(checkout.getByRole('link').first(), 'j')
    await at.follow(checkout.getByRole('link', { name: '1.96 s' }))
    const acme = at.attribute('tenant').getByRole('row', { name: 'acme' })
    expect(await acme.textContent()).toMatch(/^acme100 %0 %/)
    await at.moveTo(acme.getByRole('link'), 'j')
    await at.follow(at.page.getByRole('link', { name: '10 spans' }), 'Shift+Tab')
    await at.page.waitForURL(
      url => url.searchParams.get('q') === 'service:shop route:/checkout is:entry duration:>=1.96s',
    )
    await at.openRow('POST /checkout')
    await at.page.getByRole('heading', { level: 1, name: 'POST /checkout' }).waitFor()
    await at.page.getByRole('row', { name: /SELECT stock.*1\.90 s/ }).waitFor()
  },

  async 'what do the failed ones share?'(at) {
    await at.search('Traces', 'service:payments name:"POST /pay"')
    await at.follow(at.tab('Compare'))
    const visa = at.attribute('card.network').getByRole('row', { name: 'visa' })
    expect(await visa.textContent()).toMatch(/^visa100 %0 %/)
  },

  async 'who calls inventory, and is it slow?'(at) {
    await at.goTo('inventory')
    const shop = at.page.getByRole('table', { name: 'Callers' }).getByRole('row', { name: 'shop' })
    expect(await shop.textContent()).toMatch(/^shop400 %.*1\.92 s$/)
  },

  async 'on which statement does inventory spend its time?'(at) {
    await at.goTo('inventory')
    const table = at.page.getByRole('table', { name: 'Database statement, by self time' })
    await table
      .getByRole('row', { name: /^SELECT price FROM stock WHERE sku = \? FOR UPDATE.*9\d %.*1\.90 s$/ })
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
    expect((await rowsOf(at.page)).map(row => row.replace(/^exception /, ''))).toEqual([
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
    expect(new Set(await rowsOf(at.page))).toEqual(new Set([expect.stringContaining('SELECT stock')]))
  },

  async 'which tenant is slow?'(at) {
    await at.search('Traces', 'route:/checkout')
    await at.follow(at.tab('Groups'))
    await at.type(at.page.getByRole('combobox', { name: 'Group by' }), '@tenant')
    await at.follow(at.page.getByRole('table', { name: 'Spans by @tenant' }).getByRole('link', { name: 'p95' }))
    await at.page.waitForURL(url => url.searchParams.get('order') === 'p95')
    await expect.poll(() => rowsOf(at.page)).toEqual(['acme', 'other'])
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
    const calls = at.page.getByRole('table', { name: 'Calls, the most frequent first' }).getByRole('row')
    await calls.filter({ hasText: /^shopinventory400 %/ }).waitFor()
    await calls.filter({ hasText: /^inventorypostgresql stock.*400 %/ }).waitFor()
  },
}

test.each(Object.entries(questions))('%s', async (_, answer) => {
  const reader = await openCountingReader(browser, desk.url, true)
  await answer(readerByKeyboard(reader))
  expect(reader.spent.clicks).toBe(0)
  expect(reader.spent.keys).toBeLessThanOrEqual(MAX_KEYS)
  await reader.page.context().close()
})
