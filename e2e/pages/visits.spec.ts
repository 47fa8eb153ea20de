import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openContext } from '../../test/browser/open-browser.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'

/** The visitor's session, a release, and the visitor's page. */

let desk: RunningDesk
let browser: Browser

const DAY = 86_400_000
const traceId = randomHexId(16)
const brokenId = randomHexId(16)
const servedId = randomHexId(16)
const version = (release: string) => ({ resource: { 'service.version': release } })
const bears = (session: string, more = {}) => ({ 'session.id': session, 'user.id': 'ada', ...more })
const web = { service: 'web', kind: 'Internal' }

beforeAll(async () => {
  ;[desk, browser] = await Promise.all([
    startDesk({ settings: { ERRATA_VISITOR_PAGES: '1', OTEL_SDK_DISABLED: 'false' } }),
    openBrowser(),
  ])
  // Counts from now as the other rows do: its session must be the latest, however long the start took.
  const longNs = BigInt(Date.now() - 60_000) * 1_000_000n
  const served = (ms: number) => ({
    traceId: servedId,
    service: 'bank',
    at: longNs - 3_600_000_000_000n + BigInt(ms) * 1_000_000n,
  })
  await desk.insert([
    spanRow({
      ...web,
      at: 90_000,
      traceId,
      name: 'pageload /pay',
      attributes: bears('s1', { 'http.route': '/pay' }),
      ...version('2'),
    }),
    spanRow({ ...web, at: 80_000, kind: 'Client', traceId, name: 'POST', attributes: bears('s1'), ...version('2') }),
    exceptionRow({
      at: 79_000,
      service: 'shop',
      traceId,
      type: 'PayError',
      message: 'declined by the bank',
      ...version('2'),
    }),
    exceptionRow({ at: 78_000, service: 'web', message: 'no price', attributes: bears('s1'), ...version('2') }),
    logRow({
      at: 77_000,
      service: 'web',
      eventName: 'errata.telemetry.dropped',
      attributes: bears('s1', { 'errata.telemetry.count': '3' }),
    }),
    spanRow({ ...web, at: DAY, name: 'pageload /', attributes: bears('s0', { 'http.route': '/' }), ...version('1') }),
    spanRow({
      at: DAY,
      traceId: brokenId,
      spanId: '00000000000000aa',
      service: 'shop',
      kind: 'Server',
      name: 'GET /pay',
      attributes: { 'http.response.status_code': '200', 'http.route': '/pay' },
      resource: { 'deployment.environment.name': 'staging' },
    }),
    spanRow({ at: DAY, traceId: brokenId, parentSpanId: '00000000000000aa', service: 'shop', status: 'Error' }),
    exceptionRow({ at: DAY, service: 'web', type: 'RangeError', message: 'only in the first', ...version('1') }),
    spanRow({ ...served(0), ...web, name: 'pageload /pay', attributes: { 'session.id': 'served' } }),
    spanRow({
      ...served(10),
      parentSpanId: randomHexId(8),
      name: 'GET /card',
      status: 'Error',
      durationNs: 5_000_000n,
    }),
    logRow({ ...served(20), body: 'the card is old', severityNumber: 13 }),
    ...Array.from({ length: 18 }, (_, index) =>
      spanRow({ ...served(1_000 + 10 * index), parentSpanId: randomHexId(8), name: 'GET /rate' }),
    ),
    logRow({ ...served(1_200), ...web, eventName: 'session.end', attributes: { 'session.id': 'served' } }),
    ...Array.from({ length: 250 }, (_, index) =>
      logRow({ at: longNs + BigInt(index), service: 'web', body: `line ${index}`, attributes: bears('long') }),
    ),
  ])
})
afterAll(async () => {
  await browser?.close()
  await desk?.[Symbol.asyncDispose]()
})

/** Without scripts: what works then works for everybody. */
async function visit(path: string): Promise<Page> {
  const page = await (await openContext(browser, desk.url, { javaScriptEnabled: false })).newPage()
  await page.goto(desk.url + path)
  return page
}

test('by keyboard a step of a session leads to its span, and the focus with it', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${desk.url}/sessions/s1`)
  await page.locator('.scope-filters button.visually-hidden').waitFor({ state: 'attached' })
  for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
  await page.waitForURL(/#span$/)
  await expect.poll(() => page.locator('tr[aria-current] a[data-span]:focus').textContent()).toContain('POST')
  await page.context().close()
})

const rowsOf = (page: Page) => page.getByRole('main').getByRole('rowheader').allTextContents()

test('a trace says for whom and in which release it ran, and shows no status as a success beside failed spans', async () => {
  const page = await visit(`/traces/${traceId}`)
  const facts = page.locator('.figures').first()
  expect(await facts.textContent()).toMatch(/Operation\/payUseradaSessionView sessionRelease2$/)
  expect(await facts.getByRole('link', { name: '2', exact: true }).getAttribute('href')).toBe('/releases/2')
  await facts.getByRole('link', { name: 'ada' }).click()
  expect(new URL(page.url()).pathname).toBe('/users/ada')

  await page.goto(`${desk.url}/traces/${brokenId}`)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('GET /pay status 200, 1 span failed')
  expect(await page.locator('h1 .bad').textContent()).toBe('status 200, 1 span failed')
  expect(await facts.textContent()).toMatch(/Spans2Operation\/payEnvironmentstaging$/)
})

describe('a session', () => {
  test('is reached from its exception, and tells what the visitor did, in order, and what is missing', async () => {
    const page = await visit('/exceptions?q=no+price')
    await page.getByRole('link', { name: 'no price' }).click()
    await page.getByRole('link', { name: /^Session / }).click()

    expect(await rowsOf(page)).toEqual([
      'pageload /pay1.00 ms',
      expect.stringMatching(/^POST1\.00 ms1\d\.\d s after the previous page$/),
      expect.stringMatching(/^PayError: declined by the bankexception/),
      expect.stringMatching(/^TypeError: no priceexception/),
      expect.stringMatching(/^3 records lost by the browserlost/),
    ])
    const main = page.getByRole('main')
    expect(await main.getByText('2 exceptions').count()).toBe(1)
    const warning = main.locator('.warn-notice', { hasText: 'the browser lost 3 records' })
    const [edge, edgeOfOthers] = await warning.evaluate(node =>
      ['warn-notice', ''].map(name => {
        node.setAttribute('class', `notice ${name}`)
        return getComputedStyle(node).borderLeftColor
      }),
    )
    expect(edge).not.toBe(edgeOfOthers)
    await main.getByRole('link', { name: 'declined by the bank' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('PayError declined by the bank')
  })

  test.each([
    ['without scripts', false],
    ['with scripts', true],
  ])(
    'has below a page what servers did for it, with the time of each, and where the rest is: %s',
    async (_, javaScriptEnabled) => {
      const page = await (await openContext(browser, desk.url, { javaScriptEnabled })).newPage()
      await page.goto(`${desk.url}/sessions/served`)
      const table = page.getByRole('table', { name: 'Session events' })
      const cells = await table
        .locator('tbody tr')
        .evaluateAll(rows =>
          rows.map(row =>
            [...row.querySelectorAll('td, .lead > :not(.narrow-only)')].map(cell => cell.textContent.trim()),
          ),
        )
      const clock = expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3}$/)
      expect(cells.slice(0, 3)).toEqual([
        [clock, '0.00 s', 'pageload /pay', 'bank web', '1.00 ms'],
        [clock, '0.01 s', 'GET /card', 'failed', 'bank', '5.00 ms'],
        [clock, '0.02 s', 'the card is old', 'warn', 'bank', ''],
      ])
      expect(cells).toHaveLength(10)
      const legend = page.getByText('left after 1.20 s').locator('..')
      expect((await legend.textContent())?.split(/\s+/).join(' ').trim()).toBe('page loading failure left after 1.20 s')
      const rest = table.getByRole('link', { name: '13 more requests', exact: true })
      expect(await rest.getAttribute('href')).toBe(`/traces/${servedId}`)
      await table.getByRole('link', { name: 'GET /card' }).click()
      await page.waitForURL(/\/traces\/[0-9a-f]{32}\?span=/)
      await page.context().close()
    },
  )

  test('that is long has pages, of which none repeats or loses a step', async () => {
    const page = await visit('/sessions/long')
    const rows = await rowsOf(page)
    for (let later = page.getByRole('link', { name: 'Next page' }); (await later.count()) > 0; ) {
      await later.click()
      rows.push(...(await rowsOf(page)))
    }
    expect(rows).toEqual(Array.from({ length: 250 }, (_, index) => `line ${index}`))
  })

  test('is found by its id, and its user by theirs, in the box of every page', async () => {
    const page = await visit('/status')
    const lookUp = async (text: string) => {
      await page.getByRole('searchbox', { name: 'Search by digest' }).fill(text)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      return new URL(page.url()).pathname
    }
    expect(await lookUp('s1')).toBe('/sessions/s1')
    expect(await lookUp('ada')).toBe('/users/ada')
    const sessions = page.getByRole('table', { name: 'Sessions of this user' })
    expect(await sessions.getByRole('rowheader').count()).toBe(3)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('ada 2 exceptions')
    expect(await page.locator('.figures').textContent()).toMatch(/Sessions3.*Release2/)
    const events = page.getByRole('table', { name: 'Events around the last failure' })
    expect(await events.getByRole('rowheader').allTextContents()).toEqual([
      expect.stringMatching(/^POST/),
      expect.stringMatching(/^PayError: declined by the bank/),
      expect.stringMatching(/^TypeError: no priceexceptionstill seen in 2$/),
    ])
    expect(await lookUp('nobody')).toBe('/issues')
    await page.goto(`${desk.url}/users/ada`)
    await page.getByRole('link', { name: 'Spans', exact: true }).click()
    const spans = ['POST', 'pageload /pay'].map(name => expect.stringContaining(name))
    expect(await rowsOf(page)).toEqual(expect.arrayContaining(spans))
  })

  test('of which nothing is stored is not found, in words', async () => {
    const page = await visit('/sessions/never')
    expect(await page.getByRole('main').textContent()).toContain('it has expired (after 14 days)')
    expect((await fetch(`${desk.url}/users/never`)).status).toBe(404)
    expect((await fetch(`${desk.url}/sessions/s1?after=nonsense`)).status).toBe(400)
  })
})

test('a release says what is new in it, what is gone, and compares few without a percentage', async () => {
  const page = await visit('/releases')
  expect(await rowsOf(page)).toEqual([expect.stringMatching(/^2 too few transactions/), expect.stringMatching(/^1 /)])
  const verdict = (await page.locator('.mark').first().textContent()) ?? ''
  const time = page.getByRole('button', { name: /^Time: / })
  expect([await textOfHead(page), await time.isVisible()]).toEqual(['Last 14 days, newest first', false])
  await page.getByRole('link', { name: '2', exact: true }).click()

  const section = (name: string) =>
    page.getByRole('region', { name, exact: true }).getByRole('rowheader').getByRole('link')
  expect((await section('New').allTextContents()).sort()).toEqual(['declined by the bank', 'no price'])
  expect(await section('No longer seen').allTextContents()).toEqual(['only in the first'])
  const head = page.getByRole('main').locator('.headline')
  expect(await head.textContent()).toContain('Crash-free sessions0 of 1')
  expect(await head.textContent()).toContain('too few to compare')
  expect(await head.textContent()).not.toContain('%')
  expect((await page.locator('.notice strong').textContent())?.toLowerCase()).toBe(verdict)
  await page.setViewportSize({ width: 390, height: 800 })
  const tilesPerRow = () =>
    head.evaluate(
      list =>
        [...list.children].filter(
          tile => tile.getBoundingClientRect().top === list.children[0]?.getBoundingClientRect().top,
        ).length,
    )
  expect(await tilesPerRow()).toBe(2)
  expect([await textOfHead(page), await time.isVisible()]).toEqual(['last 14 days', false])
  for (const unknown of ['no-such', '2?than=no-such', '1?than=2'])
    expect((await fetch(`${desk.url}/releases/${unknown}`)).status).toBe(404)
})

const textOfHead = (page: Page) => page.locator('.page-head p.muted').textContent()

test('by keyboard alone one gets to a session and to a release', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${desk.url}/releases`)
  // With scripts running: only then have times their full titles.
  await page.waitForFunction(() => document.querySelector('main time')?.getAttribute('title')?.includes('GMT'))
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/releases/2')
  await page.getByRole('region', { name: 'New', exact: true }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: /Search issues/ }).fill('s1')
  await page.getByRole('option', { name: 'Look up s1' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sessions/s1')
  await page.getByRole('rowheader', { name: 'declined by the bank' }).waitFor()
  await page.context().close()
})

describe('the visitor’s page', () => {
  test('is reached from the error screen, has no scripts, and says one sentence', async () => {
    const page = await visit('/lab/fail/loader')
    await page.getByRole('link', { name: 'Check status' }).click()
    expect(new URL(page.url()).pathname).toMatch(/^\/e\/[0-9a-z]{10}$/)
    expect(await page.getByRole('main').textContent()).toMatch(/^\s*About your error\s*We’ve recorded this error\.\s*$/)
    expect(await page.locator('script, link[rel=stylesheet]').count()).toBe(0)
    expect(await page.getByRole('heading').evaluate(node => getComputedStyle(node).fontSize)).toBe('20px')
  })

  test('is the same for a digest that does not exist, hides the router’s data, and is asked for thirty times a minute', async () => {
    const ask = (path: string) => fetch(desk.url + path)
    const [known, unknown] = await Promise.all([ask('/e/k7m2x9qd4r'), ask('/e/never-seen')])
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
    expect((await ask('/e/k7m2x9qd4r.data')).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 121 }, () => ask('/e/k7m2x9qd4r')))
    // More than three minutes allow; it does not take as long.
    expect(answers.some(({ status }) => status === 429)).toBe(true)
  })
})
