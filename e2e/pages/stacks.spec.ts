import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openContext } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow } from '../../test/store/open-test-store.ts'

/** Stacks and messages, with no other data. */

let desk: RunningDesk
let browser: Browser

const megabyte = 'the cart is full of them\n'.repeat(42_000)
const digest = 'k7m2x9qd4r'

const mapped = `TypeError: no price
    at addToCart (app/routes/cart.tsx:41:18)
    at executeDispatch (node_modules/react-dom/client.js:12317:11)
    at flush (node_modules/scheduler/index.js:150:2)
    at start (app/entry.client.tsx:12:3)`
const raw = 'TypeError: no price\n    at t (https://shop.test/assets/index-DkJ3a.js:1:48122)'
const source = {
  file: 'app/routes/cart.tsx',
  line: 41,
  column: 18,
  function: 'addToCart',
  context: { before: ['const found = prices.get(id)', ''], line: 'return found.price', after: ['}'] },
}

beforeAll(async () => {
  ;[desk, browser] = await Promise.all([startDesk(), openBrowser()])
  await desk.insert([
    exceptionRow({
      message: 'no price',
      stacktrace: mapped,
      attributes: {
        'errata.stack.mapped': 'yes',
        'errata.stack.raw': raw,
        'errata.stack.context': JSON.stringify([source]),
      },
    }),
    ...Array.from({ length: 10 }, (_, i) =>
      exceptionRow({
        at: 60_000 + i,
        message: megabyte,
        stacktrace: `RangeError: ${megabyte}\n    at pay (/srv/shop/pay.js:3:4)\n    at next (node:vm:1:2)`,
        attributes: { 'errata.error.digest': digest },
      }),
    ),
  ])
})
afterAll(async () => {
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
})

async function visit(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const page = await (await openContext(browser, desk.url, options)).newPage()
  await page.goto(desk.url + path)
  return page
}

const pathOf = async (message: string) => {
  const [row] =
    await desk.query(`SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS at, leftPad(lower(hex(Id)), 16, '0') AS id
    FROM otel.exceptions WHERE startsWith(Message, '${message}') ORDER BY Timestamp DESC LIMIT 1`)
  return `/exceptions/${row?.['at']}-${row?.['id']}`
}

describe('a message of a megabyte', () => {
  test.each(['/exceptions', '/digest'])('pushes nothing away and makes no page heavy: %s', async kind => {
    const path = kind === '/digest' ? `/digest/${digest}` : await pathOf('the cart is full')
    const page = await visit(path, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

    const frame = await page.locator('.frame', { hasText: 'pay' }).boundingBox()
    expect(frame?.y).toBeLessThan(2 * 844)
    expect((await page.content()).length).toBeLessThan(150_000)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.context().close()
  })

  test('opens by a click without scripts, and is whole a link further', async () => {
    const page = await visit(await pathOf('the cart is full'), { javaScriptEnabled: false })
    const whole = page.locator('details.message .whole').first()
    expect(await whole.isVisible()).toBe(false)
    await page.locator('details.message summary').first().click()
    expect(await whole.isVisible()).toBe(true)

    const href = await page.getByRole('link', { name: 'Open full text' }).getAttribute('href')
    const response = await fetch(new URL(href ?? '', desk.url))
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toBe(megabyte)
    await page.context().close()
  })
})

describe('a mapped stack', () => {
  test.each(['none', 'active'] as const)(
    'has a failing line that can be read, with forced colours %s',
    async forcedColors => {
      const page = await visit(await pathOf('no price'), { colorScheme: 'dark', forcedColors })
      const colours = (line: number, pseudo?: string) =>
        page
          .locator(`.source [data-line="${line}"]`)
          .evaluate((element, part) => getComputedStyle(element, part).color, pseudo)
      expect(await colours(41)).toBe(await colours(39))
      expect(await colours(41, '::before')).toBe(await colours(39, '::before'))
      await page.context().close()
    },
  )

  test("has the app's frames, the failing line and folded libraries, and what was sent a click away", async () => {
    const page = await visit(await pathOf('no price'), { javaScriptEnabled: false })
    const stack = page.getByRole('region', { name: 'Stack' })

    expect(await stack.locator('.source b').textContent()).toContain('return found.price')
    expect(await stack.locator('.source b').getAttribute('data-line')).toBe('41')
    const library = stack.locator('.library .frame', { hasText: 'executeDispatch' })
    expect(await library.isVisible()).toBe(false)
    await stack.getByText('2 library frames').click()
    expect(await library.isVisible()).toBe(true)

    await stack.getByRole('link', { name: 'Raw' }).click()
    expect(new URL(page.url()).searchParams.get('stack')).toBe('raw')
    expect(await stack.locator('pre.stacktrace').textContent()).toBe(raw)
    await stack.getByRole('link', { name: 'All frames' }).click()
    expect(await library.isVisible()).toBe(true)
    await page.context().close()
  })

  test('is copied as Markdown by a click', async () => {
    const page = await visit(await pathOf('no price'), { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()

    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('### TypeError: no price')
    expect(copied).toContain('>    41 | return found.price')
    expect(copied).toContain('    at addToCart (app/routes/cart.tsx:41:18)')
    await page.context().close()
  })
})

test('a text that cannot be had says why', async () => {
  const path = await pathOf('no price')
  const wrong = await fetch(`${desk.url}${path}/text?as=pdf`)
  expect([wrong.status, await wrong.text()]).toEqual([400, 'as=pdf must be one of text, markdown, raw, message.\n'])
  const gone = await fetch(`${desk.url}/exceptions/1-00000000000000ff/text`)
  expect([gone.status, await gone.text()]).toEqual([404, 'Exception not found. It may have expired.\n'])
})
