import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntilScriptsRun } from '../../test/browser/desk-pages.ts'
import { encodeCookie } from '../../test/browser/encode-cookie.ts'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { issueRows } from './issue-rows.ts'

/** Keyboard operation of issues: selecting, changing, opening, and the focus afterwards. */

let desk: RunningDesk
let browser: Browser

beforeAll(async () => {
  ;[desk, browser] = await Promise.all([startDesk(), openBrowser()])
  await desk.insert(issueRows())
})
afterAll(async () => {
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
})

/** With scripts, as a reader with a name. */
async function visit(path: string, name = 'Ann'): Promise<Page> {
  const context = await browser.newContext()
  if (name !== '') await context.addCookies([{ name: 'errata_who', value: encodeCookie(name), url: desk.url }])
  const page = await context.newPage()
  await page.goto(desk.url + path)
  await waitUntilScriptsRun(page)
  return page
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('name') ?? element?.textContent
  })

test('x selects the row that j led to, and Shift X all from the last one to there', async () => {
  const page = await visit('/issues?sort=first')
  const chosen = () =>
    page
      .getByRole('checkbox', { name: /^Select CartError: no/, checked: true })
      .evaluateAll(boxes => boxes.map(box => box.ariaLabel))
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('1 issue selected').waitFor()
  expect(await chosen()).toEqual(['Select CartError: no stock'])
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await page.getByText('3 issues selected').waitFor()
  expect(await chosen()).toEqual([
    'Select CartError: no stock',
    'Select CartError: no price',
    'Select CartError: no fresh',
  ])
  await page.keyboard.press('x')
  await page.getByText('2 issues selected').waitFor()
  expect(await chosen()).toEqual(['Select CartError: no stock', 'Select CartError: no price'])
})

test('Back leads to the row that was opened, with the rows that were selected', async () => {
  const page = await visit('/issues?sort=first')
  for (const key of ['j', 'x', 'j', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('heading', { name: 'CartError no price', level: 1 }).waitFor()
  await page.goBack()
  await page.getByText('1 issue selected').waitFor()
  await expect.poll(() => focused(page)).toBe('CartError no price')
  expect(await page.getByRole('checkbox', { name: 'Select CartError: no stock' }).isChecked()).toBe(true)
  await page.context().close()
})

test('a reader without a name is asked for it once, the action goes on, and the focus is back on the row', async () => {
  const page = await visit('/issues?sort=first', '')
  for (const key of ['j', 'j', 'i']) await page.keyboard.press(key)
  await page.getByRole('alert').getByText('Enter your name').waitFor()
  await expect.poll(() => focused(page)).toBe('who')
  await page.keyboard.type('Cleo')
  await page.keyboard.press('Enter')
  await page.getByText('1 issue assigned.').waitFor()
  await expect.poll(() => focused(page)).toBe('CartError no price')
  await page.keyboard.press('u')
  await page.getByText('Undone.').waitFor()

  await page.getByRole('link', { name: 'no price' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'CartError no price', level: 1 }).waitFor()
  await page.keyboard.press('Shift+E')
  await expect.poll(() => focused(page)).toBe('release')
  await page.keyboard.type('2.6.0')
  await page.keyboard.press('Enter')
  await page.getByText('Resolved in 2.6.0 by Cleo.').waitFor()
  await page.keyboard.press('u')
  await page.getByText('Undone.').waitFor()
  await page.context().close()
})

test('by keyboard alone: several are assigned and it is undone, one is opened, resolved, muted, and read from end to end', async () => {
  const page = await visit('/issues?sort=first')
  // With scripts running: only then have times their full titles.
  await page.waitForFunction(() => document.querySelector('main time')?.getAttribute('title')?.includes('GMT'))
  for (const key of ['j', 'x', 'j', 'x', 'a']) await page.keyboard.press(key)
  await page.keyboard.type('Ben')
  await page.keyboard.press('Enter')
  await page.getByText('2 issues assigned.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('u')
  await page.getByText('Undone.').waitFor()

  await page.getByRole('link', { name: 'no known' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'CartError no known', level: 1 }).waitFor()
  await page.keyboard.press('e')
  await page.getByText('1 issue resolved.').waitFor()
  await page.keyboard.press('u')
  await page.getByText('Undone.').waitFor()
  await page.keyboard.press('m')
  await expect.poll(() => focused(page)).toBe('do')
  await page.keyboard.press('Enter')
  await page.getByText('1 issue muted.').waitFor()
  await page.keyboard.press('u')
  await page.getByText('Undone.').waitFor()

  await page.goto(`${desk.url}${new URL(page.url()).pathname}?last=7d`)
  await page.waitForFunction(() => document.querySelector('main time')?.getAttribute('title')?.includes('GMT'))
  await page.keyboard.press('[')
  await page.getByRole('link', { name: 'Recommended' }).waitFor()
  // Without its scripts the link would load a new page.
  await page.waitForFunction(() => document.querySelector('main time')?.getAttribute('title')?.includes('GMT'))
  await page.keyboard.press(']')
  await page.getByRole('link', { name: 'Previous', exact: true }).waitFor()
})

test('m has opened its menu and focused the first choice before the next key is read', async () => {
  const page = await visit('/issues?sort=first')
  await page.keyboard.press('j')
  const pressM = () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true }))
    return document.activeElement?.textContent
  }
  expect(await page.evaluate(pressM)).toBe('For an hour')
  await page.context().close()
})

test('a key works in a part of the page whose code is still on its way', async () => {
  const page = await visit('/issues?sort=first')
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/issue-body-*.js', async route => {
    await code.promise
    await route.continue()
  })
  await page.goto(`${desk.url}${await page.getByRole('link', { name: 'no known' }).getAttribute('href')}`)
  await waitUntilScriptsRun(page)
  await page.locator('main [data-row]').first().waitFor()
  await page.keyboard.press('j')
  await page.locator('main :is([data-row], [data-span]):focus').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).waitFor()
  code.resolve()
  await page.context().close()
})
