import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exceptionRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { type OpenDesk, openDesk } from './open-desk.ts'

/** The layout of all pages: the header and its scope, the theme, rows, keys. */

let desk: OpenDesk

const release = (version: string) => ({
  resource: { 'service.version': version, 'deployment.environment.name': 'production' },
})

beforeAll(async () => {
  desk = await openDesk([
    spanRow({ at: 9_000, traceId: randomHexId(16), name: 'GET /old', ...release('2.4.0') }),
    spanRow({ at: 8_000, traceId: randomHexId(16), name: 'GET /new', ...release('2.4.1') }),
    spanRow({ at: 7_000, traceId: randomHexId(16), name: 'GET /own', service: 'errata-desk' }),
    exceptionRow({ at: 6_000, message: 'of the shop', ...release('2.4.1') }),
    exceptionRow({ at: 5_000, message: 'of the desk itself', service: 'errata-desk-browser' }),
  ])
})
afterAll(() => desk?.[Symbol.asyncDispose]())

/** With scripts a choice applies at once, and is lost before they run. */
const untilHydrated = (page: Page) =>
  page.locator('.scope-filters button.visually-hidden').waitFor({ state: 'attached' })
const rowsOf = (page: Page) => page.getByRole('main').getByRole('rowheader').allTextContents()
async function openFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More ▾' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
}

describe('what the bar says', () => {
  test.each([true, false])('narrows the list and stays while one moves between pages (scripts: %s)', async scripts => {
    const page = await desk.visit('/traces', { javaScriptEnabled: scripts })
    if (scripts) await untilHydrated(page)
    await page.getByRole('banner').getByLabel('Release').selectOption('2.4.1')
    if (!scripts) await page.getByRole('button', { name: 'Update', exact: true }).click()
    await page.waitForURL('**/traces?**release=2.4.1*')
    await page.getByText('1 trace on this page').waitFor()
    expect(await rowsOf(page)).toEqual([expect.stringContaining('GET /new')])

    await openFromMenu(page, 'Exceptions')
    await page.waitForURL('**/exceptions?**release=2.4.1*')
    await page.getByText('1 exception on this page').waitFor()
    expect(await page.getByRole('banner').getByLabel('Release').inputValue()).toBe('2.4.1')
    await page.goBack()
    await page.getByText('1 trace on this page').waitFor()
    await desk.leave(page)
  })

  test('leaves the filters of the page as they are, and they leave it', async () => {
    const page = await desk.visit('/traces?operation=%2Fcart&release=2.4.1', { javaScriptEnabled: false })
    await page.getByRole('banner').getByLabel('Environment').selectOption('production')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await page.getByLabel('At least').fill('1ms')
    await page.getByRole('button', { name: 'Apply' }).click()
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      operation: '/cart',
      release: '2.4.1',
      env: 'production',
      min: '1ms',
    })
    await desk.leave(page)
  })

  test('keeps the focus where one chose', async () => {
    const page = await desk.visit('/traces')
    await untilHydrated(page)
    const service = page.getByRole('banner').getByLabel('Service')
    await service.focus()
    await service.selectOption('shop')
    await page.waitForURL('**/traces?service=shop')
    await page.getByText('2 traces on this page').waitFor()
    expect(await service.evaluate(select => select === document.activeElement)).toBe(true)
    await desk.leave(page)
  })
})

describe("the desk's own traffic", () => {
  test.each([
    ['/traces', 'GET /own'],
    ['/exceptions', 'of the desk itself'],
  ])('is left out of %s until it is asked for', async (path, own) => {
    const page = await desk.visit(path, { javaScriptEnabled: false })
    expect((await rowsOf(page)).filter(row => row.includes(own))).toEqual([])
    await page.getByRole('link', { name: 'show it' }).click()
    expect((await rowsOf(page)).filter(row => row.includes(own))).toHaveLength(1)
    await desk.leave(page)
  })

  test('is there when one chooses its service', async () => {
    const page = await desk.visit('/traces?service=errata-desk', { javaScriptEnabled: false })
    expect(await rowsOf(page)).toEqual([expect.stringContaining('GET /own')])
    await desk.leave(page)
  })
})

describe('the theme', () => {
  const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

  test.each([true, false])('is chosen by a form, and comes with the page from then on (scripts: %s)', async scripts => {
    const page = await desk.visit('/traces?last=7d', { javaScriptEnabled: scripts, colorScheme: 'light' })
    const light = await ground(page)
    await page.getByRole('button', { name: 'dark theme' }).click()
    await page.locator('html[data-theme=dark]').waitFor()
    expect(await ground(page)).not.toBe(light)
    expect(new URL(page.url()).search).toBe('?last=7d')

    await page.goto(`${desk.url}/exceptions`)
    expect(await (await page.request.get(`${desk.url}/exceptions`)).text()).toContain('data-theme="dark"')
    await page.getByRole('button', { name: 'system theme' }).click()
    await page.locator('html:not([data-theme])').waitFor()
    expect(await ground(page)).toBe(light)
    await desk.leave(page)
  })

  test('is the one of the system where nobody chose', async () => {
    const [light, dark] = [
      await desk.visit('/', { colorScheme: 'light' }),
      await desk.visit('/', { colorScheme: 'dark' }),
    ]
    expect(await ground(light)).not.toBe(await ground(dark))
    await Promise.all([light, dark].map(desk.leave))
  })

  test.each([
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/traces?last=7d', '/traces?last=7d'],
  ])('leads back to this site alone: %s', async (back, location) => {
    const body = new URLSearchParams({ theme: 'dark', back })
    const answer = await fetch(`${desk.url}/theme`, { method: 'POST', body, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location])
  })

  test.each([new URLSearchParams({ theme: 'pink' }), 'theme=dark'])('is refused with another name: %s', async body => {
    expect((await fetch(`${desk.url}/theme`, { method: 'POST', body })).status).toBe(400)
  })
})

describe('rows', () => {
  test('are one line of 28 pixels, and lead on wherever they are pressed', async () => {
    const page = await desk.visit('/traces', { javaScriptEnabled: false })
    const row = page.getByRole('row', { name: /GET \/new/ })
    const box = await row.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(29)
    // An empty place between the name and the services.
    await page.mouse.click((box?.x ?? 0) + 400, (box?.y ?? 0) + 4)
    await page.getByRole('heading', { level: 1, name: 'GET /new' }).waitFor()
    await desk.leave(page)
  })

  test('say their age and the exact time, and in the browser the local one too', async () => {
    const page = await desk.visit('/traces')
    const time = page.getByRole('main').locator('time').first()
    await page.waitForFunction(() => document.querySelector('main time')?.getAttribute('title')?.includes('GMT'))
    expect(await time.getAttribute('title')).toMatch(/^\d+ \w+ ago\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9} UTC\n/)
    await desk.leave(page)
  })
})

describe('keys', () => {
  /** With scripts running: only then have times their full titles. */
  async function openList(path: string): Promise<Page> {
    const page = await desk.visit(path)
    await page.waitForFunction(() => document.querySelector('main time')?.getAttribute('title')?.includes('GMT'))
    return page
  }
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

  test('j and k move in a list, Enter opens, and the focus lands on the heading', async () => {
    const page = await openList('/traces')
    await page.keyboard.press('j')
    expect(await focused(page)).toBe('GET /new')
    await page.keyboard.press('j')
    expect(await focused(page)).toBe('GET /old')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'GET /new' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await desk.leave(page)
  })

  test.each(['/', 'Control+k'])('%s opens one box that leads to pages and finds what is typed', async key => {
    const page = await openList('/traces?release=2.4.1')
    await page.keyboard.press(key)
    const box = page.getByRole('dialog', { name: 'Search' })
    await box.getByRole('combobox').fill('exc')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/exceptions?release=2.4.1')
    await page.getByRole('heading', { level: 1, name: 'Exceptions' }).waitFor()
    expect(await box.count()).toBe(0)

    await page.keyboard.press(key)
    await box.getByRole('combobox').fill('of the shop')
    await box.getByRole('option', { name: /^Exceptions with of the shop/ }).click()
    await page.waitForURL('**/exceptions?release=2.4.1&q=%22of+the+shop%22')
    await desk.leave(page)
  })

  test('issues that cannot be loaded leave the box and its page, and are loaded again', async () => {
    const page = await desk.visit('/status')
    await untilHydrated(page)
    await page.route('**/found-issues?*', route => route.abort())
    await page.keyboard.press('/')
    const box = page.getByRole('dialog', { name: 'Search' })
    await box.getByRole('combobox').fill('of the shop')
    expect(await box.getByRole('alert').textContent()).toContain('Matching issues could not be loaded.')
    await box.getByRole('option', { name: 'Issues with of the shop' }).waitFor()
    await page.unroute('**/found-issues?*')
    await box.getByRole('button', { name: 'Try again' }).click()
    await box.getByRole('option', { name: 'of the shop issue' }).waitFor()
    expect(await box.getByRole('alert').count()).toBe(0)
    await desk.leave(page)
  })

  test('what is typed into a field is no key', async () => {
    const page = await openList('/traces')
    await page.getByRole('searchbox', { name: 'Search by digest' }).pressSequentially('j/?')
    expect(await page.getByRole('searchbox', { name: 'Search by digest' }).inputValue()).toBe('j/?')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await desk.leave(page)
  })

  test('what a key opens goes by Escape, which gives the focus back, by a press beside it and as the focus moves on', async () => {
    const page = await openList('/traces')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const gone = () => page.locator('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await page.keyboard.press('?')
    await keys.waitFor()
    // A modal dialog would restyle every element of the page when it opens and closes.
    expect(await page.locator('dialog:modal').count()).toBe(0)
    await page.keyboard.press('Escape')
    await gone()
    expect(await focused(page)).toBe('GET /new')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Search issues/ }).waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await gone()

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Search issues/ }).evaluate(pressAsItCloses, '?')
    await keys.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Tab')
    await gone()
    await desk.leave(page)
  })

  test('of one character can be switched off, for later pages too, and Control+k still works', async () => {
    const page = await openList('/traces')
    await page.keyboard.press('?')
    await page.getByLabel('Single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.reload()
    await page.waitForFunction(() => document.querySelector('main time')?.getAttribute('title')?.includes('GMT'))
    await page.keyboard.press('j')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Search issues/ }).fill('keys')
    await page.keyboard.press('Enter')
    await page.getByLabel('Single-key shortcuts').check()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    expect(await focused(page)).toBe('GET /new')
    await desk.leave(page)
  })
})

test('a page that is on its way is announced', async () => {
  const page = await desk.visit('/traces')
  await page.waitForFunction(() => document.querySelector('main time')?.getAttribute('title')?.includes('GMT'))
  let answer = () => {}
  const asked = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/exceptions.data*', async route => {
    await asked
    await route.continue()
  })
  await openFromMenu(page, 'Exceptions')
  await page.getByRole('banner').getByRole('status').getByText('Loading').waitFor()
  expect(await page.getByRole('banner').getAttribute('data-pending')).toBe('true')
  answer()
  await page.getByRole('heading', { level: 1, name: 'Exceptions' }).waitFor()
  await page.waitForFunction(() => document.querySelector('header')?.dataset['pending'] === 'false')
  await desk.leave(page)
})

/** Faster than by hand: while the focus is still in the field of the closing dialog. */
function pressAsItCloses(field: HTMLElement, key: string): void {
  field.closest('dialog')?.hidePopover()
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
}
