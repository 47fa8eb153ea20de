import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '../../test/browser/find-violations.ts'
import { type OpenDesk, openDesk } from './open-desk.ts'
import { serviceRows } from './service-rows.ts'

/** The list of services, one service, and their map: with and without scripts. */

let desk: OpenDesk

beforeAll(async () => {
  desk = await openDesk(serviceRows())
})
afterAll(() => desk?.[Symbol.asyncDispose]())

const visit = (path: string, javaScriptEnabled = false) => desk.visit(path, { javaScriptEnabled })

const rowsOf = async (page: Page, name: string) =>
  (await page.getByRole('table', { name }).getByRole('row').allTextContents()).slice(1)
/** The number of traces or spans that a search found. */
async function found(page: Page): Promise<number> {
  await page.locator('.row-link').first().waitFor()
  return await page.locator('.row-link').count()
}
const textOf = async (page: Page) => ((await page.getByRole('main').textContent()) ?? '').replaceAll(/\s+/g, ' ')

test('the list compares each service with the previous period, sorts by any column, and leads to the service', async () => {
  const page = await visit('/services?last=1h&whole=1')
  expect((await rowsOf(page, 'Services')).map(row => row.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(
      /^shop1\.1\.020 min ago1 issue0\.\d+.*10 %.*3 of 30.*900 ms9×9×too few0\.4\d11\.1\.020 min ago$/,
    ),
    expect.stringMatching(/^mail/),
    expect.stringMatching(/^shop-browseralso counted where they are answered/),
    expect.stringMatching(/^stock/),
  ])
  const sorted = page.getByRole('columnheader', { name: 'Error rate trend' })
  expect(await sorted.getAttribute('aria-sort')).toBe('descending')
  await page.getByRole('link', { name: 'p95' }).click()
  await page.waitForURL(/sort=-p95/)
  expect(await sorted.getAttribute('aria-sort')).toBe(null)
  expect((await rowsOf(page, 'Services')).map(row => /^(shop-browser|[a-z]+)/.exec(row)?.[0])).toEqual([
    'shop',
    'stock',
    'mail',
    'shop-browser',
  ])
  await page.getByRole('link', { name: 'shop', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/services/shop?last=1h')
  await desk.leave(page)
})

test('names keep their room beside the numbers on every screen', async () => {
  const page = await visit('/services?last=1h&whole=1')
  for (const path of ['/services', '/services/shop']) {
    await page.goto(`${desk.url}${path}?last=1h&whole=1`)
    for (const width of [1440, 1280, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const names = page.locator('table.fit tbody th')
      const narrowest = await names.evaluateAll(cells => Math.min(...cells.map(cell => cell.clientWidth)))
      expect([path, width, narrowest >= 90]).toEqual([path, width, true])
    }
  }
  await desk.leave(page)
})

test('a service page says how it does, on what it spends its time, who calls it and what it calls', async () => {
  const page = await visit('/services/shop?last=1h&whole=1')
  const text = await textOf(page)
  expect(text).toMatch(/Error rate10 % 3 of 30, too few to tell/)
  expect(text).toMatch(/p95900 ms 9×/)
  expect(await page.locator('.mark-key').allTextContents()).toEqual(['1.1.0'])
  expect(await rowsOf(page, 'Operations')).toEqual([expect.stringMatching(/^\/orders3010 %.*900 ms.*9×/)])
  expect(text).toContain('Based on all 30 traces.')
  const [longest] = await page
    .getByRole('region', { name: 'Where the time goes' })
    .locator('tbody tr')
    .allTextContents()
  expect(longest).toMatch(/^POST/)
  expect(await rowsOf(page, 'Callers')).toEqual([expect.stringMatching(/^shop-browser3010 %/)])
  expect(await rowsOf(page, 'Callees')).toEqual([
    expect.stringMatching(/^kafka orders queue300 %/),
    expect.stringMatching(/^pay\.example host300 %.*450 ms450 ms/),
    expect.stringMatching(/^stock300 %.*40\.0 ms40\.0 ms/),
  ])
  expect(await rowsOf(page, 'Unresolved issues, the most events first')).toEqual([
    expect.stringMatching(/^Declined: no money3/),
  ])
  expect(await rowsOf(page, 'Releases, newest first')).toEqual([
    expect.stringMatching(/^1\.1\.0/),
    expect.stringMatching(/^1\.0\.0/),
  ])
  await desk.leave(page)
})

test('database statements of a service stand without their literals, and lead to their spans', async () => {
  const page = await visit('/services/stock?last=1h&whole=1')
  const row = page.getByRole('row', { name: 'SELECT on_hand FROM stock WHERE sku = ?' })
  await row.getByRole('link').click()
  await page.waitForURL(/show=spans/)
  expect(await found(page)).toBe(30)
  await desk.leave(page)
})

test('calls lead to their traces, of services and of what sends no spans', async () => {
  for (const callee of ['stock', 'kafka orders', 'pay.example']) {
    const page = await visit('/services/shop?last=1h&whole=1')
    const row = page.getByRole('table', { name: 'Callees' }).getByRole('row', { name: callee })
    await row.getByRole('link', { name: '30', exact: true }).click()
    await page.waitForURL(/\/traces\?/)
    expect([callee, await found(page)]).toEqual([callee, 30])
    await desk.leave(page)
  }
})

test('web vitals of a browser service stand by route, with what caused them', async () => {
  const page = await visit('/services/shop-browser?last=1h&whole=1')
  expect(await rowsOf(page, '75th percentile by route')).toEqual([expect.stringMatching(/\/checkout.*2\.80 s/)])
  const causes = 'Causes of poor web vitals, most page views first'
  const row = /img\.hero \/hero\.avif.*LCP.*\/checkout.*100 %.*2\.80 s.*resource load delay/
  expect(await rowsOf(page, causes)).toEqual([expect.stringMatching(row)])
  await page.getByRole('link', { name: 'img.hero' }).click()
  await page.waitForURL('**/logs?*')
  expect(await page.getByRole('main').getByRole('rowheader').count()).toBeGreaterThan(0)
  await desk.leave(page)
})

test('the map has every service, database, queue and host, each arrow leads to its traces, and a table says the same', async () => {
  const page = await visit('/services?show=map&last=1h&whole=1')
  const picture = page.getByRole('group', { name: 'Calls between services' })
  const labels = await picture
    .getByRole('link')
    .evaluateAll(links =>
      links.map(link => link.getAttribute('aria-label') ?? link.querySelector('title')?.textContent),
    )
  expect(labels.filter(label => label?.includes('→')).map(label => label?.replace(/:.*/, ''))).toEqual([
    'kafka orders → mail',
    'shop → pay.example',
    'shop → kafka orders',
    'shop → stock',
    'shop-browser → shop',
    'stock → postgresql stock',
  ])
  expect(labels.filter(label => !label?.includes('→')).map(label => label?.replace(/ (\d|entry ).*/, ''))).toEqual([
    'shop-browser',
    'shop',
    expect.any(String),
    expect.any(String),
    expect.any(String),
    expect.any(String),
    expect.any(String),
  ])
  expect(await rowsOf(page, 'Calls, the highest share of errors first')).toHaveLength(6)
  const arrow = picture.getByRole('link', { name: 'shop → stock' })
  await page.goto(new URL((await arrow.getAttribute('href')) ?? '', page.url()).href)
  expect(await found(page)).toBe(30)
  await desk.leave(page)
})

test('with scripts an arrow of the map and a box are followed by keyboard', async () => {
  const page = await visit('/services?show=map&last=1h', true)
  const box = page.getByRole('link', { name: /^stock 30 calls/ })
  await box.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'stock' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'shop → pay.example' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/show=spans/)
  expect(await found(page)).toBe(30)
  await desk.leave(page)
})

test('a service that is chosen for all pages leads to its own page, and one without telemetry says so', async () => {
  const page = await visit('/services/shop?service=stock&last=1h&whole=1')
  expect(new URL(page.url()).pathname).toBe('/services/stock')
  await page.goto(`${desk.url}/services/nobody?whole=1`)
  expect(await page.getByRole('heading').allTextContents()).toContain('No requests')
  await page.goto(`${desk.url}/services?last=1h&service=nobody&whole=1`)
  await page.getByRole('heading', { name: 'No services' }).waitFor()
  const bad = await page.goto(`${desk.url}/services?sort=size`)
  expect(bad?.status()).toBe(400)
  await desk.leave(page)
})

test('nothing that axe finds on a page of few rows', async () => {
  const page = await visit('/services/nobody', true)
  expect(await findViolations(page)).toEqual([])
  await desk.leave(page)
})

test('other pages lead to services by their names', async () => {
  const page = await visit('/?last=1h&whole=1')
  const service = page
    .getByRole('region', { name: 'Services', exact: true })
    .getByRole('link', { name: 'shop', exact: true })
  expect(await service.getAttribute('href')).toBe('/services/shop?last=1h')
  await page.goto(`${desk.url}/traces?last=1h&service=shop&whole=1`)
  expect(await page.getByRole('link', { name: 'View service' }).getAttribute('href')).toBe('/services/shop?last=1h')
  await page.goto(new URL((await page.locator('.row-link').first().getAttribute('href')) ?? '', page.url()).href)
  const services = page.getByRole('list', { name: 'Services' }).getByRole('link')
  expect(await services.first().getAttribute('href')).toMatch(/^\/services\/[a-z-]+\?last=1h$/)
  await desk.leave(page)
})

test.each([false, true])(
  'the pipeline page counts what was stored of each service, with scripts: %s',
  async hasScripts => {
    const page = await visit('/status?last=24h&whole=1', hasScripts)
    const services = page.getByRole('table', { name: 'By service' })
    await services.waitFor()
    const shop = services.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'shop', exact: true }) })
    expect(await shop.textContent()).toMatch(/^shop\d.*\d %.*(now|ago)$/)
    expect(await textOf(page)).toMatch(
      /[\d.]+ .iB used and [\d.]+ .iB free on this ClickHouse node\. Days kept: spans \d+,/,
    )
    await desk.leave(page)
  },
)
