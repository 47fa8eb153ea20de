import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waysOf } from '../../test/is-nightly.ts'
import { exceptionRow, type InsertedRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { mainOf, type OpenDesk, openDesk, rowsOf } from './open-desk.ts'

/** The records around one of four hundred, of which there are ten a second: a page has a hundred. */

let desk: OpenDesk

const LINES = 400
const startNs = BigInt(Date.now() - 300_000) * 1_000_000n
const atNs = (line: number) => startNs + BigInt(line) * 100_000_000n
const lineName = (line: number) => `line-${String(line).padStart(3, '0')}`
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => lineName(to - n))
const traceId = randomHexId(16)

function rows(): InsertedRow[] {
  return [
    ...Array.from({ length: LINES }, (_, line) => logRow({ at: atNs(line), traceId, body: lineName(line) })),
    exceptionRow({ at: atNs(200) + 1n, service: 'pay', type: 'BusyError', message: 'busy failure' }),
    logRow({ at: atNs(200) + 2n, service: 'errata-desk', body: 'own failure' }),
    logRow({
      at: atNs(200) + 3n,
      service: 'shop-browser',
      eventName: 'browser.web_vital',
      attributes: { 'browser.web_vital.name': 'lcp', 'browser.web_vital.value': '2500' },
    }),
    spanRow({ at: atNs(201), service: 'silent', name: 'GET /silent' }),
  ]
}

beforeAll(async () => {
  desk = await openDesk(rows())
})
afterAll(() => desk?.[Symbol.asyncDispose]())

const lineRows = async (page: Page) =>
  (await rowsOf(page)).map(text => /line-\d+/.exec(text)?.[0]).filter(text => text !== undefined)

async function follow(page: Page, name: string | RegExp): Promise<void> {
  const { href } = new URL(page.url())
  await mainOf(page).getByRole('link', { name }).click()
  await page.waitForURL(url => url.href !== href)
}

/** The open record is in view with what came right before and after it. */
async function expectInMiddle(page: Page, text: string): Promise<void> {
  const open = mainOf(page).locator('tr[aria-current]')
  await open.getByText(text).waitFor()
  expect(await open.evaluate(row => row.getBoundingClientRect().top)).toBeGreaterThan(50)
  expect(await open.evaluate(row => row.getBoundingClientRect().bottom < window.innerHeight)).toBe(true)
}

describe.each(waysOf(true, false))('with scripts: %s', scripts => {
  test.each([
    ['Context: ±30 s of shop', ''],
    ['±30 s of all services', ''],
    ['Logs of this trace', ''],
    ['±30 s of all services', '&sort=time'],
  ])('%s%s begins at the record, from where one can page on in both directions', async (link, more) => {
    const page = await desk.visit(`/logs?q=${lineName(200)}`, { javaScriptEnabled: scripts })
    await follow(page, /line-200/)
    await follow(page, link)
    await expectInMiddle(page, lineName(200))
    const context = new URL(page.url())
    if (more !== '') await page.goto(`${context.origin}${context.pathname}${context.search}${more}#log`)
    const inOrder = (names: readonly string[]) => (more === '' ? names : names.toReversed())
    // The record is open on the page before, too, which has it alone.
    await expect.poll(async () => (await lineRows(page)).length).toBeGreaterThan(90)
    const shown = await lineRows(page)
    const [newest = '', oldest = ''] = [inOrder(shown)[0], inOrder(shown).at(-1)].map(name => name?.slice(-3))
    expect(shown).toEqual(inOrder(lines(Number(oldest), Number(newest))))
    expect(Number(newest) - 200).toBeGreaterThan(40)
    expect(200 - Number(oldest)).toBeGreaterThan(40)

    await follow(page, 'Newer logs')
    await mainOf(page)
      .getByText(lineName(Number(newest) + 1))
      .waitFor()
    expect(await lineRows(page)).toEqual(inOrder(lines(Number(newest) + 1, Number(newest) + 100)))
    await follow(page, 'Older logs')
    await mainOf(page)
      .getByText(lineName(Number(newest)))
      .waitFor()
    expect(inOrder(await lineRows(page))[0]).toBe(lineName(Number(newest)))
    await desk.leave(page)
  })

  test.each([
    ['one of Errata’s own', '?own=1&q=own', 'own failure'],
    ['a web vital', '?q=event:browser.web_vital', 'LCP'],
  ])('%s is in its context too', async (_, search, text) => {
    const page = await desk.visit(`/logs${search}`, { javaScriptEnabled: scripts })
    await follow(page, new RegExp(text))
    await follow(page, '±30 s of all services')
    await expectInMiddle(page, text)
    await desk.leave(page)
  })

  test('an exception is open among the records around it', async () => {
    const page = await desk.visit('/exceptions?q=type:BusyError', { javaScriptEnabled: scripts })
    await follow(page, /busy failure/)
    await follow(page, 'Logs ±30 s')
    await expectInMiddle(page, 'BusyError')
    expect(await lineRows(page)).toEqual(expect.arrayContaining([lineName(199), lineName(201)]))
    await desk.leave(page)
  })

  test('the start of a trace without logs is in the middle of the records around it', async () => {
    const page = await desk.visit('/traces?service=silent', { javaScriptEnabled: scripts })
    await mainOf(page).getByRole('table').getByRole('link', { name: 'GET /silent' }).first().click()
    await follow(page, 'Logs ±30 s of the start')
    expect(await mainOf(page).locator('#log').textContent()).toContain(lineName(201))
    await desk.leave(page)
  })
})
