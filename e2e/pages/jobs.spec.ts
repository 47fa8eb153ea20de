import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow, type InsertedRow, noiseRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { type CountingReader, type CountingReaders, openCountingReaders } from './counting-reader.ts'
import { exceptionOfIssueRow } from './issue-rows.ts'
import { seed } from './seeded-desk.ts'

/**
 * Twelve jobs of somebody on call, each from the overview until the answer is in sight: how many clicks and how many keys it takes. A mouse
 * takes the same way with scripts and without: `npm test` goes it without.
 */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const DIGEST = 'k7m2x9qd4r'

let desk: RunningDesk
let browser: Browser
let readers: CountingReaders
const measured: string[] = []

beforeAll(async () => {
  ;[desk, browser] = await Promise.all([startDesk(), openBrowser()])
  await seed(desk)
  await desk.insert(rows())
  readers = await openCountingReaders(browser, desk.url)
})
afterAll(async () => {
  process.stdout.write(`${measured.join('\n')}\n`)
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
})

/** Besides the seeded shop: issues to change, a service that went silent, an error with a digest, and noise. */
function rows(): InsertedRow[] {
  const hour = (day: number) => Array.from({ length: 120 }, (_, i) => day * DAY_MS + i * (MINUTE_MS / 2))
  const names = ['price', 'stock', 'total', 'tax', 'coupon', 'address', 'gift', 'parcel', 'stamp']
  return [
    ...names.map((issue, i) => exceptionOfIssueRow({ minutesAgo: 10 + i, issue })),
    // One of them affects so many that it comes first.
    ...Array.from({ length: 60 }, (_, i) =>
      exceptionOfIssueRow({ minutesAgo: 11 + i / 10, issue: 'price', session: `s${2 + i}` }),
    ),
    ...[1, 2, 3, 4, 5, 6, 7].flatMap(hour).map(at => spanRow({ at, traceId: randomHexId(16), service: 'warehouse' })),
    exceptionRow({
      at: 5 * MINUTE_MS,
      type: 'Declined',
      message: 'the card was declined',
      attributes: { 'errata.error.digest': DIGEST },
    }),
    noiseRow('health-check/1', spanRow({ at: 5 * MINUTE_MS, attributes: { 'errata.transaction.route': '/healthz' } })),
  ]
}

type Way = (reader: CountingReader) => Promise<void>

interface Job {
  readonly name: string
  /** With scripts and without; at most so many clicks and keys. */
  readonly mouse: Way
  readonly clicks: number
  readonly keysByMouse?: number
  readonly keyboard: Way
  readonly keys: number
  readonly answer: (page: Page) => Locator
}

const main = (page: Page) => page.getByRole('main')
const facts = (page: Page) => page.getByRole('complementary', { name: 'Facts' })
const rowLink = (page: Page, text: string | RegExp) => main(page).locator('[data-row]', { hasText: text }).first()
const nothing: Way = async () => {}
const inTurn =
  (...ways: readonly Way[]): Way =>
  async reader => {
    for (const way of ways) await way(reader)
  }

/** Opens a page by the navigation, of which a part is in a menu. */
const openPage =
  (name: string, isInMenu = false): Way =>
  async ({ page, click }) => {
    const pages = page.getByRole('navigation', { name: 'Pages' })
    if (isInMenu) await click(pages.getByRole('button', { name: /^More/ }))
    await click(pages.getByRole('link', { name, exact: true }))
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
/** Opens a page by the command palette. */
const goTo =
  (name: string, heading: string | RegExp = name): Way =>
  async ({ page, press, paste }) => {
    await press('/')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await paste(name)
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
const clickRow =
  (text: string | RegExp): Way =>
  async ({ page, click }) =>
    await click(rowLink(page, text))
const moveToRow =
  (text: string | RegExp): Way =>
  async ({ page, moveTo }) =>
    await moveTo(rowLink(page, text), 'j')
const openRow = (text: string | RegExp): Way => inTurn(moveToRow(text), async ({ press }) => await press('Enter'))
const selectNextIssue: Way = async ({ page, click }) =>
  await click(
    main(page)
      .getByRole('checkbox', { name: /^Select \w+Error: /, checked: false })
      .first(),
  )
const clickButton =
  (name: string): Way =>
  async ({ page, click }) =>
    await click(page.getByRole('button', { name, exact: true }))
const clickLink =
  (find: (page: Page) => Locator): Way =>
  async ({ page, click }) =>
    await click(find(page))
const press =
  (...keys: readonly string[]): Way =>
  async reader =>
    await reader.press(...keys)

const jobs: readonly Job[] = [
  {
    name: 'what broke now?',
    mouse: nothing,
    clicks: 0,
    keysByMouse: 1,
    keyboard: nothing,
    keys: 1,
    answer: page => page.getByRole('region', { name: 'New', exact: true }).locator('[data-row]').first(),
  },
  {
    name: 'which traffic went silent?',
    mouse: nothing,
    clicks: 0,
    keyboard: nothing,
    keys: 0,
    // The first red thing of the page.
    answer: page =>
      main(page)
        .locator('.bad-notice, .bad, .worse')
        .first()
        .filter({ hasText: /No transactions of.*warehouse.*usually/ }),
  },
  {
    name: 'is ingest healthy?',
    mouse: inTurn(
      clickLink(page => main(page).getByText(/^1 pipeline alert/)),
      clickLink(page => main(page).getByRole('link', { name: 'View pipeline' })),
    ),
    clicks: 2,
    keyboard: goTo('Pipeline'),
    keys: 3,
    answer: page => page.getByRole('heading', { name: /^No Collector has reported/ }),
  },
  {
    name: 'is the new release worse?',
    mouse: inTurn(openPage('Releases'), clickRow('2.4.2')),
    clicks: 2,
    keyboard: goTo('2.4.2', /2\.4\.2/),
    keys: 3,
    // One for each release that it is compared with.
    answer: page =>
      main(page)
        .locator('.notice strong', { hasText: /(better|worse|slower) than|no clear change/i })
        .first(),
  },
  {
    name: 'how does it compare with the previous release?',
    mouse: openPage('Releases'),
    clicks: 1,
    keyboard: goTo('Releases'),
    keys: 3,
    answer: page =>
      main(page)
        .getByRole('cell', { name: /% of .*, was .* %/ })
        .first(),
  },
  {
    name: 'which operation is slow?',
    mouse: inTurn(openPage('Services'), clickRow(/^shop$/)),
    clicks: 2,
    keysByMouse: 2,
    keyboard: goTo('shop'),
    keys: 5,
    answer: page => page.getByRole('region', { name: 'Operations' }).getByRole('rowheader').first(),
  },
  {
    name: 'who is affected?',
    mouse: inTurn(openPage('Issues'), clickRow('no price')),
    clicks: 2,
    keyboard: inTurn(goTo('Issues'), openRow('no price')),
    keys: 12,
    answer: page => facts(page).getByText(/^\d+ users?, \d+ sessions?$/),
  },
  {
    name: 'what did this user do?',
    mouse: inTurn(
      openPage('Issues'),
      clickRow('no price'),
      clickLink(page => facts(page).getByRole('link', { name: 'user of s1' }).first()),
    ),
    clicks: 3,
    keyboard: inTurn(goTo('Issues'), openRow('no price'), async ({ page, press }) => {
      await facts(page).getByRole('link', { name: 'user of s1' }).waitFor()
      await press('w')
    }),
    keys: 8,
    answer: page => page.getByRole('heading', { name: 'Sessions', exact: true }),
  },
  {
    name: 'which event has the digest that a user read out?',
    mouse: async ({ page, click, paste, press }) => {
      await click(page.getByRole('searchbox', { name: 'Search by digest' }))
      await paste(DIGEST)
      await press('Enter')
    },
    clicks: 1,
    keysByMouse: 2,
    keyboard: goTo(DIGEST, /the card was declined/),
    keys: 3,
    answer: page => page.getByRole('heading', { name: 'Event 1 of 1' }),
  },
  {
    name: 'why was a record dropped?',
    mouse: inTurn(openPage('Noise', true), clickRow('Health checks')),
    clicks: 3,
    keyboard: inTurn(goTo('Noise'), openRow('Health checks')),
    keys: 8,
    answer: page => page.getByRole('region', { name: 'Conditions' }).locator('pre').first(),
  },
  {
    name: 'mute a noisy issue for a day',
    mouse: inTurn(openPage('Issues'), selectNextIssue, clickButton('Mute ▾'), clickButton('For a day')),
    clicks: 4,
    keyboard: inTurn(goTo('Issues'), moveToRow(''), press('m', 'Tab', 'Enter')),
    keys: 7,
    answer: page => page.getByRole('status').getByText('1 issue muted'),
  },
  {
    name: 'merge two issues',
    mouse: inTurn(
      openPage('Issues'),
      selectNextIssue,
      selectNextIssue,
      clickButton('More actions'),
      clickButton('Merge selected'),
    ),
    clicks: 5,
    keyboard: inTurn(
      goTo('Issues'),
      moveToRow(''),
      press('x', 'j', 'x', '.'),
      async ({ page, moveTo }) => await moveTo(page.getByRole('button', { name: 'Merge selected' }), 'Tab'),
      press('Enter'),
    ),
    keys: 11,
    answer: page => page.getByRole('status').getByText(/issues? merged/),
  },
]

test.each(jobs)('$name', async ({ name, mouse, clicks, keysByMouse = 0, keyboard, keys, answer }) => {
  const ways = [
    { how: 'mouse', reader: readers.scripts, way: mouse, limits: { clicks, keys: keysByMouse } },
    { how: 'keyboard', reader: readers.scripts, way: keyboard, limits: { clicks: 0, keys } },
    { how: 'without scripts', reader: readers.plain, way: mouse, limits: { clicks, keys: keysByMouse } },
  ]
  for (const { how, reader, way, limits } of ways) {
    await reader.start()
    const startedMs = performance.now()
    await way(reader)
    await reader.scrollTo(answer(reader.page))
    const { spent } = reader
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
    measured.push(`${name} | ${how} | ${spent.clicks} clicks, ${spent.keys} keys | ${seconds} s`)
    expect.soft(spent.clicks, how).toBeLessThanOrEqual(limits.clicks)
    expect.soft(spent.keys, how).toBeLessThanOrEqual(limits.keys)
  }
})
