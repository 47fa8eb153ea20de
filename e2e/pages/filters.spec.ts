import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exceptionRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { type OpenDesk, openDesk } from './open-desk.ts'

/** Filters in the URL and on the page, with and without scripts. */

type Role = Parameters<Page['getByRole']>[0]

let desk: OpenDesk

beforeAll(async () => {
  desk = await openDesk([
    spanRow({ at: 5_000, traceId: randomHexId(16), name: 'GET /cart', attributes: { 'http.route': '/cart' } }),
    spanRow({ at: 7_200_000, traceId: randomHexId(16), name: 'GET /two-hours-ago', durationNs: 95_000_000_000n }),
    exceptionRow({ at: 4_000, message: 'of just now' }),
    exceptionRow({ at: 7_200_000, message: 'of two hours ago' }),
  ])
})
afterAll(() => desk?.[Symbol.asyncDispose]())

const visit = (path: string, javaScriptEnabled = true) => desk.visit(path, { javaScriptEnabled })

const rowsOf = (page: Page) => page.getByRole('main').getByRole('rowheader').allTextContents()

describe('a filter that cannot be read', () => {
  test.each<[string, Role, string, string, string]>([
    [
      '/traces?min=fast&service=shop&operation=%2Fcart',
      'textbox',
      'At least',
      'fast',
      'min=fast is not a duration such as 250ms',
    ],
    ['/traces?last=1y&operation=%2Fcart', 'textbox', 'Custom range', '1y', 'last=1y is not a time range'],
    [
      '/exceptions?from=yesterday&route=%2Fcart',
      'textbox',
      'Custom range',
      'yesterday',
      'from=yesterday is not a time such as',
    ],
    [
      '/exceptions?to=2263-01-01&route=%2Fcart',
      'textbox',
      'Custom range',
      '2263-01-01',
      'between the years 1970 and 2261',
    ],
    [
      '/exceptions?from=2026-02-01&to=2026-01-01&route=%2Fcart',
      'textbox',
      'Custom range',
      '2026-01-01T00:00',
      'before the start of the range',
    ],
    ['/?last=1y', 'textbox', 'Custom range', '1y', 'last=1y is not a time range'],
    ['/?range=soon', 'textbox', 'Custom range', 'soon', '“soon” is not a time range. Examples: 14:03'],
    ['/status?to=soon', 'textbox', 'Custom range', 'soon', 'to=soon is not a time such as'],
  ])('%s marks its field, keeps the others and asks for nothing', async (path, role, label, value, message) => {
    const page = await visit(path, false)
    if (label === 'Custom range') await page.getByRole('button', { name: 'Time: invalid' }).click()
    const field = page.getByRole(role, { name: label, exact: true })
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.inputValue()).toBe(value)
    const reason = page.locator(`id=${await field.getAttribute('aria-describedby')}`)
    expect(await reason.textContent()).toContain(message)
    expect(await page.locator('[aria-invalid]').count()).toBe(1)
    expect(await page.getByText(message).count()).toBe(1)
    if (path.startsWith('/traces'))
      expect(await page.getByLabel('Operation', { exact: true }).inputValue()).toBe('/cart')
    expect(await page.getByRole('alert').textContent()).toContain(message)
    expect(await rowsOf(page)).toEqual([])
    expect((await fetch(desk.url + path)).status).toBe(400)
    await desk.leave(page)
  })

  test.each([
    ['/traces?before=yesterday', 'before=yesterday is not a valid cursor'],
    ['/traces?failed=maybe', 'failed=maybe must be 1 or 0.'],
    [`/exceptions?q=${'x'.repeat(2001)}`, 'not 2001'],
  ])('is told where it has no field', async (path, message) => {
    const page = await visit(path, false)
    expect(await page.getByRole('alert').textContent()).toContain(message)
    await desk.leave(page)
  })

  test.each([true, false])('is corrected in its field (scripts: %s)', async javaScriptEnabled => {
    const page = await visit('/traces?min=fast&operation=%2Fcart', javaScriptEnabled)
    await page.getByLabel('At least').fill('0.5 ms')
    await page.getByRole('main').getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL('**/traces?operation=%2Fcart&min=0.5+ms')
    await page.getByRole('link', { name: 'GET /cart' }).waitFor()
    expect(await page.getByLabel('At least').inputValue()).toBe('500us')
    await desk.leave(page)
  })
})

describe('a form that is sent', () => {
  test.each([true, false])('leaves nothing empty in the address (scripts: %s)', async javaScriptEnabled => {
    const page = await visit('/traces?min=1s', javaScriptEnabled)
    await page.getByLabel('At least').fill('90s')
    await page.getByRole('main').getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL('**/traces?min=90s')
    await page.getByText('1 trace on this page').waitFor()
    // The value that the field shows can be submitted again.
    expect(await page.getByLabel('At least').inputValue()).toBe('90s')
    await page.getByRole('main').getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL('**/traces?min=90s')
    expect(await rowsOf(page)).toEqual([expect.stringContaining('GET /two-hours-ago')])
    await desk.leave(page)
  })
})

describe('the time', () => {
  test('of the overview is the one that the address says, and leads on to the lists', async () => {
    const page = await visit('/?last=1h', false)
    await page.getByRole('button', { name: 'Time: last hour' }).waitFor()
    const text = (await page.getByRole('main').textContent()) ?? ''
    expect(text).toContain('of just now')
    expect(text).not.toContain('of two hours ago')
    expect(text).not.toContain('Last 24 hours')
    expect(await page.getByRole('link', { name: 'All exceptions' }).getAttribute('href')).toBe('/exceptions?last=1h')
    await desk.leave(page)
  })

  test('without its beginning goes back to the first row', async () => {
    const to = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19)
    for (const [path, row] of [
      [`/traces?to=${to}`, 'GET /two-hours-ago'],
      [`/exceptions?to=${to}`, 'of two hours ago'],
    ] as const) {
      const page = await visit(path, false)
      expect(await rowsOf(page)).toEqual([expect.stringContaining(row)])
      await desk.leave(page)
    }
  })

  test.each([true, false])('is typed, and its two ends are the address (scripts: %s)', async javaScriptEnabled => {
    const options = { javaScriptEnabled, timezoneId: 'America/New_York' }
    const page = await desk.visit('/traces?last=7d&service=shop', options)
    if (javaScriptEnabled) {
      await page.getByRole('button', { name: 'Local' }).click()
    } else {
      await page.getByRole('textbox', { name: 'Time zone' }).fill('America/New_York')
      await page.getByRole('button', { name: 'Set' }).click()
    }
    await page.getByText('All times in America/New_York').waitFor()
    await page.getByRole('button', { name: 'Time: last 7 days' }).click()
    await page.getByLabel('Custom range').fill('2026-11-20 9-17')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${desk.url}/traces?service=shop&from=2026-11-20T14%3A00&to=2026-11-20T22%3A00`)
    await page.getByRole('button', { name: 'Time: 2026-11-20 09:00 to 2026-11-20 17:00, America/New_York' }).waitFor()
    await page.getByRole('button', { name: 'UTC', exact: true }).click()
    await page.getByRole('button', { name: 'Time: 2026-11-20 14:00 to 2026-11-20 22:00, UTC' }).waitFor()
    await desk.leave(page)
  })

  test.each([true, false])('is chosen, and keeps what else the page shows (scripts: %s)', async javaScriptEnabled => {
    const page = await visit('/traces?from=2026-11-20T09%3A00&service=shop', javaScriptEnabled)
    await page.getByRole('button', { name: /^Time: / }).click()
    await page.getByRole('link', { name: 'last 6 hours' }).click()
    await page.waitForURL(`${desk.url}/traces?service=shop&last=6h`)
    await page.getByRole('button', { name: 'Time: last 6 hours' }).waitFor()
    expect(await page.getByRole('link', { name: 'last 7 days' }).isVisible()).toBe(false)
    await desk.leave(page)
  })

  test('is loaded again every ten seconds where that is chosen', async () => {
    const page = await visit('/exceptions', true)
    await page.getByRole('button', { name: 'Time: last 24 hours' }).click()
    await page.getByRole('link', { name: 'Auto-refresh 10 s' }).click()
    await page.waitForURL('**/exceptions?refresh=10s')
    await desk.insert([exceptionRow({ at: 1_000, message: 'of the next moment' })])
    await page.getByText('of the next moment').waitFor()
    await desk.leave(page)

    const still = await visit('/exceptions?refresh=10s', false)
    expect(await still.locator('meta[http-equiv=refresh]').getAttribute('content')).toBe('10')
    await desk.leave(still)
  })

  test('of a far future holds nothing', async () => {
    const page = await visit('/traces?from=2200-01-01&to=2261-12-31', false)
    expect((await fetch(page.url())).status).toBe(200)
    expect(await page.getByRole('heading', { name: 'No matching traces' }).count()).toBe(1)
    await desk.leave(page)
  })
})

describe('a comparison', () => {
  test.each([
    ['/traces', 1],
    ['/exceptions', 1],
    ['/vitals', 0],
    ['/traces?show=spans', 0],
    ['/issues', 0],
    ['/?compare=1', 0],
  ])('is offered where the page makes one: %s', async (path, count) => {
    const page = await visit(path, false)
    expect(await page.getByLabel('Compare with previous period').count()).toBe(count)
    await desk.leave(page)
  })

  test('stays chosen on the way through a page that makes none', async () => {
    const page = await visit('/issues?compare=1', false)
    await page.getByRole('banner').getByLabel('Service').selectOption('shop')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    expect(new URL(page.url()).searchParams.get('compare')).toBe('1')
    await desk.leave(page)
  })
})

test('filters that do not matter to a page are hidden', async () => {
  const page = await visit('/grouping', false)
  const banner = page.getByRole('banner')
  const shown = async () => [
    await banner.getByRole('button', { name: /^Time:/ }).count(),
    await banner.getByRole('combobox').count(),
  ]
  expect(await shown()).toEqual([1, 0])
  await page.goto(`${desk.url}/nowhere`)
  expect(await shown()).toEqual([0, 0])
  await page.goto(`${desk.url}/traces`)
  expect(await shown()).toEqual([1, 3])
  await desk.leave(page)
})
