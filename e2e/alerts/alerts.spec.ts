import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReceivedRequest, type Receiver, startReceiver } from '../../test/alerts/start-receiver.ts'
import { waitUntilScriptsRun } from '../../test/browser/desk-pages.ts'
import { findViolations } from '../../test/browser/find-violations.ts'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { poll } from '../../test/poll.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow } from '../../test/store/open-test-store.ts'

/** From a desk without a channel to a message at one's own receiver, and what its pages say of an alert that fires. */

let receiver: Receiver
let desk: RunningDesk
let browser: Browser

beforeAll(async () => {
  receiver = await startReceiver()
  const settings = {
    ERRATA_ALERTS: '1',
    ERRATA_ALERT_ALLOW: '127.0.0.1',
    ERRATA_SECRET_KEY: 'a secret that is long enough for this',
  }
  ;[desk, browser] = await Promise.all([startDesk({ settings }), openBrowser()])
  // The desk stores the rules of the first start once it runs.
  await poll(
    async () => (await fetch(`${desk.url}/alerts`)).text(),
    html => html.includes('New or regressed issue in production'),
  )
  await desk.insert([exceptionRow({ at: 60_000, service: 'cellar', type: 'BottleError', message: 'no bottle' })])
})
afterAll(async () => {
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})
async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  await page.goto(desk.url + path)
  if (options.javaScriptEnabled !== false) await waitUntilScriptsRun(page)
  return page
}

const textOf = (message: ReceivedRequest | undefined): string => {
  const body: unknown = JSON.parse(message?.body ?? '{}')
  return typeof body === 'object' && body !== null && 'text' in body ? String(body.text) : ''
}

test('by mouse a message arrives after four clicks, and the rules of the first start have the channel', async () => {
  const begunMs = Date.now()
  const page = await visit('/')
  let clicks = 0
  const click = async (role: 'link' | 'button', name: string | RegExp) => {
    clicks += 1
    await page.getByRole(role, { name }).first().click()
  }
  await click('link', /^Alerts/)
  await click('link', 'Add a channel')
  await page.getByLabel('Webhook URL').fill(`${receiver.url}/mouse`)
  await click('button', 'Add channel')
  await click('button', 'Send a test message to Slack')
  await page.getByText('“Slack” took the test message in').waitFor()
  expect(clicks).toBeLessThanOrEqual(5)
  expect(Date.now() - begunMs).toBeLessThan(60_000)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/mouse'])
  expect(textOf(receiver.received[0])).toMatch(/^Test of the channel Slack/)
  await page.goto(`${desk.url}/alerts`)
  expect(await page.getByRole('table', { name: 'Rules' }).getByRole('cell', { name: 'Slack' }).count()).toBe(5)
  await page.context().close()
})

test('an alert on a search is one link away from the search, and previewed before it is made', async () => {
  const page = await visit('/exceptions?q=BottleError')
  await page.getByRole('link', { name: 'Alert on this' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Bottles')
  await page.getByLabel('Count').fill('none')
  await page.getByRole('button', { name: 'Preview the last 7 days' }).click()
  await page.getByText('A whole number from 1 to 1,000,000,000 is needed.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel('Count').fill('1')
  await page.getByLabel('Window, in minutes').fill('60')
  await page.getByRole('button', { name: 'Preview the last 7 days' }).click()
  await page.getByText('It would have fired once in the last 7 days.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Create rule' }).click()
  await page.getByText('The rule was created.').waitFor()
  expect(await page.getByRole('heading', { name: 'Bottles', level: 1 }).count()).toBe(1)
  await page.context().close()
})

/** Presses Tab until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? ''
    })
    if (name.test(focused.trim())) return
  }
  throw new Error(`Nothing that is called ${name} has the focus after 80 presses of Tab`)
}

test('by keyboard a channel is added and tested', async () => {
  const page = await visit('/alerts/channels?kind=slack')
  await tabTo(page, /^Webhook URL$/)
  await page.keyboard.type(`${receiver.url}/keyboard`)
  await tabTo(page, /^Name$/)
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await page.getByText('The channel was added.').waitFor()
  await tabTo(page, /^Send a test message to By keyboard$/)
  await page.keyboard.press('Enter')
  await page.getByText('“By keyboard” took the test message in').waitFor()
  expect(receiver.received.filter(({ path }) => path === '/keyboard').length).toBe(1)
  await page.context().close()
})

test('without scripts a channel is added and tested, a rule made and deleted, and something silenced', async () => {
  const page = await visit('/alerts/channels?kind=alertmanager', { javaScriptEnabled: false })
  await page.getByLabel('URL').fill(`${receiver.url}/plain`)
  await page.getByLabel('Name', { exact: true }).fill('Plain')
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByRole('button', { name: 'Send a test message to Plain' }).click()
  expect(await page.getByText('“Plain” took the test message in').count()).toBe(1)
  expect(receiver.received.filter(({ path }) => path === '/plain').length).toBe(1)

  await page.goto(`${desk.url}/alerts`)
  await page.getByRole('link', { name: 'New rule' }).click()
  await page.getByRole('link', { name: /^Disk/ }).click()
  await page.getByRole('button', { name: 'Create rule' }).click()
  expect(await page.getByText('The rule was created.').count()).toBe(1)
  await page.getByRole('button', { name: 'Delete rule' }).click()
  expect(await page.getByText('This rule was deleted').count()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await page.getByText('The rule is as it was').count()).toBe(1)

  await page.goto(`${desk.url}/alerts`)
  await page.getByText('New silence').click()
  await page.getByLabel('Service').last().fill('mail')
  await page.getByRole('button', { name: 'Silence', exact: true }).click()
  await page.getByRole('button', { name: 'End the silence of service mail' }).click()
  expect(await page.getByText('The silence has ended.').count()).toBe(1)
  await page.context().close()
})

test('an alert that fires is in the header, on the overview and its service, and was told with what it found', async () => {
  const page = await visit('/alerts')
  const fires = async () => {
    await page.reload()
    return page.getByRole('heading', { name: 'Firing now: 1' }).count()
  }
  await expect.poll(fires, { timeout: 180_000, interval: 3_000 }).toBe(1)
  await expect.poll(() => receiver.received.map(textOf).join('\n'), { timeout: 60_000 }).toContain('Bottles')
  await page.reload()
  const row = page.getByRole('table', { name: 'Firing now' }).getByRole('row').last()
  expect(await row.textContent()).toMatch(/1 exception, 1 needed.*Slack in \d+ s|Slack in 1 min/)
  expect(await page.getByRole('link', { name: 'Alerts 1 firing' }).count()).toBe(1)
  expect(await findViolations(page)).toEqual([])
  await page.goto(`${desk.url}/?whole=1`)
  expect(await page.getByRole('region', { name: 'Firing alerts' }).getByRole('link', { name: 'Bottles' }).count()).toBe(
    1,
  )
  await page.goto(`${desk.url}/alerts/why?service=cellar`)
  expect(
    await page
      .getByRole('table')
      .getByRole('row', { name: /^Bottles/ })
      .textContent(),
  ).toContain('fired')
  await page.context().close()
})
