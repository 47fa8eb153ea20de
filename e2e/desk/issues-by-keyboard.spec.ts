import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilScriptsRun } from '../../test/browser/desk-pages.ts'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { issueRows } from './issue-rows.ts'

/** Issues by keyboard alone: chosen, said of, opened, and where the focus is after that. */

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

/** With its scripts running. */
async function visit(path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(desk.url + path)
  await untilScriptsRun(page)
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
      .getByRole('checkbox', { name: /^Choose no/, checked: true })
      .evaluateAll(boxes => boxes.map(box => box.ariaLabel))
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('1 issue chosen').waitFor()
  expect(await chosen()).toEqual(['Choose no stock'])
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await page.getByText('3 issues chosen').waitFor()
  expect(await chosen()).toEqual(['Choose no stock', 'Choose no price', 'Choose no fresh'])
  await page.keyboard.press('x')
  await page.getByText('2 issues chosen').waitFor()
  expect(await chosen()).toEqual(['Choose no stock', 'Choose no price'])
})

test('who has no name yet is led to the field for it, which does what was asked for, and back to the row', async () => {
  const page = await visit('/issues?sort=first')
  for (const key of ['j', 'j', 'i']) await page.keyboard.press(key)
  await page.getByRole('alert').getByText('Say who you are').waitFor()
  await expect.poll(() => focused(page)).toBe('who')
  await page.keyboard.type('Cleo')
  await page.keyboard.press('Enter')
  await page.getByText('1 issue assigned.').waitFor()
  await expect.poll(() => focused(page)).toBe('no price')
  await page.keyboard.press('u')
  await page.getByText('1 issue as before: it was undone.').waitFor()

  await page.getByRole('link', { name: 'no price' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'no price', level: 1 }).waitFor()
  for (const key of ['Shift+E', 'End', 'Escape', 'e']) await page.keyboard.press(key)
  await page.getByRole('alert').getByText('Say which release has the fix.').waitFor()
  await expect.poll(() => focused(page)).toBe('release')
  await page.context().close()
})

test('by keyboard alone: several are assigned and it is undone, one is opened, resolved, muted, and read from end to end', async () => {
  const page = await visit('/issues?sort=first')
  // With its scripts running: the titles of times are whole only then.
  await page.waitForFunction(() => document.querySelector('main time')?.getAttribute('title')?.includes('GMT'))
  for (const key of ['j', 'x', 'j', 'x', 'a']) await page.keyboard.press(key)
  await page.keyboard.type('Ben')
  await page.keyboard.press('Enter')
  await page.getByText('2 issues assigned.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('u')
  await page.getByText('2 issues as before: it was undone.').waitFor()

  await page.getByRole('link', { name: 'no known' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'no known', level: 1 }).waitFor()
  await page.keyboard.press('e')
  await page.getByText('Resolved as of now', { exact: false }).waitFor()
  await page.keyboard.press('u')
  await page.getByText('1 issue as before: it was undone.').waitFor()
  await page.keyboard.press('m')
  await page.getByText('Muted until 100 more', { exact: false }).first().waitFor()
  await page.keyboard.press('u')
  await page.getByText('1 issue as before: it was undone.').waitFor()

  await page.goto(`${desk.url}${new URL(page.url()).pathname}?last=7d`)
  await page.waitForFunction(() => document.querySelector('main time')?.getAttribute('title')?.includes('GMT'))
  await page.keyboard.press(']')
  await page.getByRole('heading', { name: 'One of its exceptions' }).waitFor()
  // Before its scripts were there the link led on by itself, to a new page.
  await page.waitForFunction(() => document.querySelector('main time')?.getAttribute('title')?.includes('GMT'))
  await page.keyboard.press('[')
  await page.getByRole('link', { name: 'Older' }).waitFor()
})

test('a key is heard in a part of the page whose code is still on its way', async () => {
  const page = await visit('/issues?sort=first')
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/issue-body-*.js', async route => {
    await code.promise
    await route.continue()
  })
  await page.goto(`${desk.url}${await page.getByRole('link', { name: 'no known' }).getAttribute('href')}`)
  await untilScriptsRun(page)
  await page.locator('main [data-row]').first().waitFor()
  await page.keyboard.press('j')
  await page.locator('main :is([data-row], [data-span]):focus').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).waitFor()
  code.resolve()
  await page.context().close()
})
