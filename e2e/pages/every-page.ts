import { readFileSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { matchPath } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deskPages, openDeskPage, waitUntilScriptsRun } from '../../test/browser/desk-pages.ts'
import { findLayoutFlaws } from '../../test/browser/find-layout-flaws.ts'
import { findViolations } from '../../test/browser/find-violations.ts'
import { MEASURED_WEIGHTS, weighScripts } from '../../test/browser/page-weights.ts'
import { watchPolicy } from '../../test/browser/watch-policy.ts'
import { isNightly, testOnce } from '../../test/is-nightly.ts'
import { exceptionRow, type InsertedRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { browser, desk } from './seeded-desk.ts'

/** All pages, with seeded telemetry. */

let page: Page
const violations: string[] = []
const seen: string[] = []
const weights: Record<string, number> = {}
const pages = { ...deskPages, visitor: '/e/q7x2m9ktva' }

/** A look at a page. One that differs from another only in colours or width asks axe only for what depends on them. */
type Look = readonly [width: number, theme: 'light' | 'dark', rules: Parameters<typeof findViolations>[1]]
const LOOKS: readonly Look[] = isNightly
  ? [
      [1440, 'dark', 'colours'],
      [1024, 'light', 'widths'],
      [390, 'dark', 'widths'],
    ]
  : [
      [1440, 'light', 'all'],
      [320, 'light', 'widths'],
    ]

beforeAll(async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await watchPolicy(context, violation => violations.push(violation))
  page = await context.newPage()
})
afterAll(() => {
  // `npm test` compares them with what is committed.
  if (!isNightly) writeFileSync(MEASURED_WEIGHTS, JSON.stringify(weights))
  expect(violations).toEqual([])
})

describe.each(Object.entries(pages))('%s', (name, way) => {
  beforeAll(async () => {
    await resize(1440)
    await openDeskPage(page, desk.url, way)
    // axe takes what folded details show by a style for hidden.
    for (const filters of await page.locator('.facet-rail > details').all())
      await filters.evaluate(folded => folded.setAttribute('open', ''))
    seen.push(new URL(page.url()).pathname)
  })

  test(`has no layout flaw and nothing that axe finds: ${LOOKS.map(([width, theme]) => `${width} ${theme}`).join(', ')}`, async () => {
    const found: string[] = []
    for (const [width, colorScheme, rules] of LOOKS) {
      await resize(width)
      await page.emulateMedia({ colorScheme })
      for (const flaw of await page.evaluate(findLayoutFlaws)) found.push(`${width}: ${flaw}`)
      for (const violation of await findViolations(page, rules)) found.push(`${width} ${colorScheme}: ${violation}`)
    }
    expect(found).toEqual([])
  })

  testOnce('loads scripts if it has the header', async () => {
    weights[name] = await weighScripts(page)
    expect(weights[name] > 0).toBe((await page.locator('.site-header').count()) > 0)
  })
})

testOnce.each([
  ['Control+k', 'Search'],
  ['?', 'Keyboard shortcuts'],
])('what %s opens has nothing that axe finds', async (key, name) => {
  await resize(1440)
  await openDeskPage(page, desk.url, '/status')
  await waitUntilScriptsRun(page)
  await page.keyboard.press(key)
  await page.getByRole('dialog', { name }).waitFor()
  expect(await findViolations(page)).toEqual([])
})

testOnce(
  'an issue shows its trend and a stack with its source on the first screen, facts beside it or below',
  async () => {
    const stacktrace = `Traceback (most recent call last):
  File "/app/cellar/cache.py", line 22, in read_bottles
    return await self.redis.mget(keys)
TimeoutError: no answer`
    await desk.insert([exceptionRow({ at: 60_000, service: 'cellar', type: 'TimeoutError', stacktrace })])
    await resize(1440)
    await openDeskPage(page, desk.url, ['/issues?tab=all&service=cellar', '.row-link'])
    const boxOf = async (of: Locator) => (await of.first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const [trend, failing] = [await boxOf(page.locator('.trend .plot')), await boxOf(page.locator('.stack .source'))]
    expect(trend.height).toBeLessThanOrEqual(120)
    expect(failing.y).toBeGreaterThan(trend.y)
    expect(failing.y + failing.height).toBeLessThan(500)
    expect((await boxOf(page.locator('.stack'))).y).toBeLessThan(400)
    const facts = page.getByRole('complementary', { name: 'Facts' })
    expect((await boxOf(facts)).x).toBeGreaterThan(trend.x + trend.width)
    expect(await facts.getByRole('heading', { name: 'Tags' }).count()).toBe(1)
    await resize(390)
    expect((await boxOf(facts)).y).toBeGreaterThan((await boxOf(page.locator('.stack .source'))).y)
  },
)

testOnce.each(['issues', 'exceptions', 'sessions', 'traces', 'groups', 'logs'])(
  'the facets of %s are no longer than the screen, and above the list where they have no room beside it',
  async name => {
    await resize(1440)
    await openDeskPage(page, desk.url, deskPages[name] ?? '')
    const rail = page.getByRole('complementary', { name: 'Facets' })
    const [list, wide] = [page.getByRole('main').getByRole('table').last(), await rail.boundingBox()]
    expect(wide?.x).toBeGreaterThan(1200)
    expect(wide?.height).toBeLessThanOrEqual(900)
    const value = rail.getByRole('link', { name: /^shop/ })
    expect(await value.first().isVisible()).toBe(true)
    await resize(390)
    expect(await value.first().isVisible()).toBe(false)
    await rail.getByText('Facets', { exact: true }).click()
    expect((await value.first().boundingBox())?.y).toBeLessThan((await list.boundingBox())?.y ?? 0)
  },
)

testOnce.each([
  ['issues', /\s(shop|checkout|recommendations|stock|mail|cellar)/],
  ['exceptions', /(Error|Exception) .*\s(shop|checkout|recommendations|stock|mail|cellar)/s],
  ['traces', /\s(shop|shop-browser)\s/],
  ['spans', /\s(shop|checkout|recommendations|stock|mail)\s/],
  ['logs', /^(\d\d-\d\d )?\d\d:\d\d:\d\d\.\d{3}\s+\w+\s+(shop|checkout|recommendations|stock|mail|cellar)/],
  ['sessions', /customer-|Chrome|Firefox|Safari|Edge/],
])('a row of %s keeps what tells it apart on a narrow screen', async (name, telling) => {
  await resize(390)
  await openDeskPage(page, desk.url, deskPages[name] ?? '')
  const rows = page.getByRole('main').getByRole('table').last().locator('tbody tr:not(.day)')
  // biome-ignore lint/performance/useDomNodeTextContent: only what is in sight is meant
  expect(await rows.first().innerText()).toMatch(telling)
})

testOnce('groups have the spans without the attribute last, by name', async () => {
  await openDeskPage(page, desk.url, deskPages['groups'] ?? '')
  const groups = page.getByRole('table', { name: 'Spans by @db.system.name' }).locator('[data-row]')
  expect(await groups.allTextContents()).toEqual(['postgresql', 'redis', 'no db.system.name'])
})

describe('a screen of 1440 by 900 pixels shows enough rows of', () => {
  beforeAll(async () => {
    await desk.insert(shelves(60))
    await resize(1440)
  })

  testOnce.each([
    ['/issues?service=shelves', 25],
    // Below a chart, of which the closed table is not in sight, and the counts of their issues.
    ['/exceptions?service=shelves', 23],
    // Below both too; all of them failed, and name their exception on a second line.
    ['/traces?service=shelves', 14],
    // Each has a second line: of how many, and what it was before.
    ['/releases?service=shelves', 19],
    // Below the values of all routes.
    ['/vitals?service=shelves-browser', 22],
    ['/users/reader', 25],
    ['/sessions/long', 25],
  ])('%s', async (path, rows) => {
    await openDeskPage(page, desk.url, path)
    const inSight = await page
      .locator('table.list tbody tr')
      .evaluateAll(
        rows =>
          rows.filter(row => row.checkVisibility() && row.getBoundingClientRect().bottom <= window.innerHeight).length,
      )
    expect(inSight).toBeGreaterThanOrEqual(rows)
  })
})

describe('names of 300 characters and a message of 10,000 stay in their place', () => {
  const long = 'L'.repeat(300)
  beforeAll(() => desk.insert(longNames(long)))

  testOnce.each([
    ['the overview', '/?last=1h&whole=1'],
    ['an issue', [`/issues?tab=all&service=${long}`, '.row-link']],
    ['an exception', [`/exceptions?service=${long}&release=${long}`, '.row-link']],
    ['a trace', [`/traces?service=${long}&its=${`/${long}`.slice(0, 200)}&itsfailed=1`, '.row-link']],
    ['the traces', `/traces?service=${long}&whole=1`],
    ['the pipeline', '/status?whole=1'],
  ] as const)('on %s', async (_, way) => {
    await openDeskPage(page, desk.url, way)
    for (const width of [320, 1440]) {
      await resize(width)
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([width, Math.max(0, beyond)]).toEqual([width, 0])
      const title = await page
        .locator('h1.clamped')
        .evaluateAll(([one]) =>
          one === undefined ? 0 : one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
        )
      expect(Math.round(title), 'lines of a title').toBeLessThanOrEqual(width === 320 ? 3 : 2)
      const countMessages = (all: Element[]) =>
        all.filter(one => one.checkVisibility() && /^\s*m{200}/.test(one.firstChild?.nodeValue ?? '')).length
      const shown = await page.locator('main *').evaluateAll(countMessages)
      expect(shown, 'times that a message is shown').toBeLessThanOrEqual(2)
      // It would be ten times as high if the message or an attribute were shown completely.
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(12_000)
    }
  })
})

testOnce('the id of a session leads to it, also where one takes it for that of a trace', async () => {
  const sessionId = randomHexId(16)
  await desk.insert([spanRow({ at: 60_000, name: 'pageload /', attributes: { 'session.id': sessionId } })])
  await page.goto(`${desk.url}/traces/${sessionId}?last=7d`)
  expect(page.url()).toBe(`${desk.url}/sessions/${sessionId}?last=7d`)
})

/** They are looked at on desks where people sign in: e2e/access/access.spec.ts. */
const accountPages = ['/sign-in', '/invitation', '/account', '/settings/people', '/settings/tokens', '/settings/audit']

testOnce('these are all pages that there are', () => {
  const routes = readFileSync('app/routes.ts', 'utf8').matchAll(/^ {2,4}route\('([^'*]+)', '[^']+\.tsx'\)/gm)
  const unseen = [...routes]
    .map(([, path = '']) => `/${path}`)
    .filter(path => ![...seen, ...accountPages].some(of => matchPath(path, of)))
  expect(unseen).toEqual([])
})

const resize = (width: number) => page.setViewportSize({ width, height: 900 })

/** A failed request whose names are all as long as possible. */
function longNames(long: string): InsertedRow[] {
  const ids = {
    at: 60_000,
    traceId: randomHexId(16),
    spanId: randomHexId(8),
    service: long,
    resource: { 'service.version': long },
  }
  const attributes = { 'errata.transaction.route': `/${long}`, 'user.id': long, 'odd.attribute': 'x'.repeat(10_000) }
  return [
    spanRow({ ...ids, name: long, status: 'Error', attributes: { ...attributes, 'http.route': `/${long}` } }),
    exceptionRow({ ...ids, type: long, message: 'm'.repeat(10_000), attributes }),
  ]
}

/** An issue, an exception, a trace, a release and a vital for each; half of them in one session, the others each in their own. */
function shelves(count: number): InsertedRow[] {
  return Array.from({ length: count }, (_, i) => {
    const what = {
      at: (i + 2) * 60_000,
      traceId: randomHexId(16),
      service: 'shelves',
      resource: { 'service.version': `9.${i}.0` },
    }
    const visit = { 'session.id': i % 2 === 0 ? 'long' : `short ${i}`, 'user.id': 'reader' }
    const route = { 'errata.transaction.route': `/shelves/${i}` }
    const vital = { ...route, 'browser.web_vital.name': 'lcp', 'browser.web_vital.value': '2700' }
    return [
      spanRow({ ...what, name: `GET /shelves/${i}`, attributes: { ...visit, ...route } }),
      exceptionRow({ ...what, type: `Shelf${i}Error`, stacktrace: '', attributes: { ...visit, ...route } }),
      logRow({
        ...what,
        service: 'shelves-browser',
        eventName: 'browser.web_vital',
        attributes: { ...visit, ...vital },
      }),
    ]
  }).flat()
}
