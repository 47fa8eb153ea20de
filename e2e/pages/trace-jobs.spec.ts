import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { type CountingReader, type CountingReaders, openCountingReaders } from './counting-reader.ts'
import { traceId, traceRows } from './trace-rows.ts'

/** Ten things that one asks of a trace, each from its page until the answer is in sight: how many clicks or keys it takes. */

let desk: RunningDesk
let browser: Browser
let readers: CountingReaders
const measured: string[] = []

beforeAll(async () => {
  ;[desk, browser] = await Promise.all([startDesk(), openBrowser()])
  await desk.insert(traceRows())
  readers = await openCountingReaders(browser, desk.url)
})
afterAll(async () => {
  process.stdout.write(`${measured.join('\n')}\n`)
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
})

type Target = (page: Page) => Locator

interface Job {
  readonly name: string
  /** The targets that are clicked in turn. */
  readonly way: readonly Target[]
  /** Keys, and what is moved to by Tab. @default Moves to each of the way, and presses Enter. */
  readonly keyboard?: readonly (Target | string)[]
  /** At most so many by keyboard. */
  readonly keys: number
  readonly answer: Target
}

const main = (page: Page) => page.getByRole('main')
const panel = (page: Page) => page.getByRole('complementary', { name: 'Span' })
const link =
  (name: string | RegExp): Target =>
  page =>
    main(page)
      .getByRole('link', { name, exact: typeof name === 'string' })
      .first()
const row =
  (name: string): Target =>
  page =>
    main(page).locator('.waterfall tr', { hasText: name }).locator('[data-span]').first()
const tab =
  (name: string): Target =>
  page =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })

const jobs: readonly Job[] = [
  {
    name: 'what waited for what?',
    way: [],
    keys: 0,
    answer: page => main(page).locator('.where-time-went', { hasText: '700 ms in acquire connection of web' }),
  },
  {
    name: 'which query ran?',
    way: [row('SELECT cart')],
    keyboard: ['j', 'j', 'j', 'j', 'Enter'],
    keys: 5,
    answer: page => panel(page).locator('.statement', { hasText: 'WHERE id = 17' }),
  },
  {
    name: 'where is the error, and its log?',
    way: [link('First failed span')],
    keyboard: ['f'],
    keys: 1,
    answer: page => panel(page).getByText('card declined by the bank'),
  },
  {
    name: 'what is slower than in the good trace?',
    way: [link('Compare'), link(/^Compare with/)],
    keys: 30,
    answer: page =>
      page
        .getByRole('table', { name: 'Operations that differ' })
        .getByRole('row', { name: /^acquire connection.*faster/ }),
  },
  {
    name: 'which operation took most time itself?',
    way: [tab('Table')],
    keyboard: ['2'],
    keys: 2,
    answer: page =>
      main(page)
        .locator('tbody tr')
        .first()
        .filter({ hasText: /^acquire connection/ }),
  },
  {
    name: 'which services are part of it, and which call failed?',
    way: [tab('Services')],
    keyboard: ['4'],
    keys: 2,
    answer: link(/^web → pay: 1 call, 1 failed/),
  },
  {
    name: 'what was logged?',
    way: [tab('Logs')],
    keyboard: ['5'],
    keys: 2,
    answer: page =>
      page.getByRole('table', { name: /^Log records of the trace/ }).getByText('card declined by the bank'),
  },
  {
    name: 'whose clock is wrong?',
    way: [],
    keys: 1,
    answer: page => main(page).getByText(/^Clocks differ: pay moved −1/),
  },
  {
    name: 'which other spans ask the same database?',
    way: [row('SELECT cart'), link('Find db.system.name')],
    keyboard: ['j', 'j', 'j', 'j', 'Enter', link('Find db.system.name'), 'Enter'],
    keys: 60,
    answer: page => main(page).getByRole('link', { name: 'SELECT cart' }).first(),
  },
  {
    name: 'is it always so?',
    way: [link('Find similar')],
    keys: 30,
    answer: page => page.getByRole('heading', { level: 1, name: 'Traces' }),
  },
]

const byMouse = (way: readonly Target[]) => async (reader: CountingReader) => {
  for (const target of way) await reader.click(target(reader.page))
}
const byKeyboard = (way: readonly (Target | string)[]) => async (reader: CountingReader) => {
  for (const step of way)
    await (typeof step === 'string' ? reader.press(step) : reader.moveTo(step(reader.page), 'Tab'))
}

test.each(jobs)('$name', async ({ name, way, keyboard = way.flatMap(of => [of, 'Enter']), keys, answer }) => {
  const clicks = way.length
  const ways = [
    { how: 'mouse', reader: readers.scripts, take: byMouse(way), limits: { clicks, keys: 1 } },
    { how: 'keyboard', reader: readers.scripts, take: byKeyboard(keyboard), limits: { clicks: 0, keys } },
    { how: 'without scripts', reader: readers.plain, take: byMouse(way), limits: { clicks, keys: 2 } },
  ]
  for (const { how, reader, take, limits } of ways) {
    await reader.start(`/traces/${traceId}`)
    await take(reader)
    await reader.scrollTo(answer(reader.page))
    const { spent } = reader
    measured.push(`${name} | ${how} | ${spent.clicks} clicks, ${spent.keys} keys`)
    expect.soft(spent.clicks, how).toBeLessThanOrEqual(limits.clicks)
    expect.soft(spent.keys, how).toBeLessThanOrEqual(limits.keys)
  }
})
