import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testOnce, waysOf } from '../../test/is-nightly.ts'
import { waitUntilComplete } from './counting-reader.ts'
import { type OpenDesk, openDesk } from './open-desk.ts'
import { overviewRows } from './overview-rows.ts'

/** The overview: changes, their place and time; with and without scripts. */

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

let desk: OpenDesk
let filledMs: number

beforeAll(async () => {
  desk = await openDesk()
  filledMs = Date.now()
  await desk.insert(overviewRows())
})
afterAll(() => desk?.[Symbol.asyncDispose]())

async function visit(path: string, javaScriptEnabled = true): Promise<Page> {
  const page = await desk.visit(path, { javaScriptEnabled })
  if (!javaScriptEnabled) await waitUntilComplete(page)
  return page
}

const textOf = async (page: Page) => ((await page.getByRole('main').textContent()) ?? '').replaceAll(/\s+/g, ' ')

testOnce(
  'without scripts it says whether it is worse than before, where, and what is new; each number leads to its list',
  async () => {
    const page = await visit('/?last=1h&whole=1', false)
    const text = await textOf(page)
    expect(text).toMatch(
      /From [-\d: ]+, since 2\.4\.1: .*1 new issue.*Slower: \/cart in shop, 3×.*Exceptions13 13×.*sessions1 no clear/,
    )
    expect(text).toMatch(/Largest contentful paint\s?needs improvement\s?needs improvement\s?2\.80 s/)
    const linkOf = (name: string) => page.getByRole('link', { name, exact: true }).first().getAttribute('href')
    expect(await linkOf('25 %')).toBe('/traces?last=1h&itsfailed=1')
    expect(await linkOf('/cart')).toBe('/traces?service=shop&its=%2Fcart&sort=-duration&last=1h')
    const sessionsHit = page.locator('.headline div', { hasText: 'Affected sessions' }).getByRole('link')
    expect(await sessionsHit.getAttribute('href')).toBe('/issues?last=1h&tab=all&sort=sessions')
    expect(await linkOf('never seen')).toMatch(/^\/issues\/[0-9a-f]{16}\?last=1h$/)
    const section = (name: string) => page.getByRole('region', { name }).getByRole('row').allTextContents()
    expect((await section('New')).slice(1)).toEqual([expect.stringContaining('never seen')])
    expect((await section('Top increases')).slice(1)).toEqual([expect.stringContaining('seen before')])
    expect((await section('Latency regressions')).slice(1)).toEqual([
      expect.stringMatching(/cart.*9\.00 ms.*3\.00 ms.*3×/),
    ])
    expect((await section('Services'))[1]).toMatch(/^shop25 %.*9\.00 ms3×$/)
    await page.setViewportSize({ width: 1024, height: 768 })
    const route = await page.getByRole('region', { name: 'Latency regressions' }).getByRole('rowheader').boundingBox()
    expect(route?.width).toBeGreaterThan(200)
    await desk.leave(page)
  },
)

testOnce('of nothing it says so once, and what to do next', async () => {
  const page = await visit('/?service=nobody&whole=1', false)
  const headings = page.getByRole('main').getByRole('heading')
  expect(await headings.allTextContents()).toEqual(['Overview', 'No telemetry, last 24 hours'])
  await page.getByRole('link', { name: 'Show all services' }).click()
  await page.getByRole('heading', { name: 'Latest exceptions' }).waitFor()
  await desk.leave(page)
})

testOnce('a time between two moments counts as many exceptions as the list that its number leads to', async () => {
  // A second after the first of them: its bucket is counted completely.
  const [from, to] = [22 * MINUTE_MS - 1_000, 0].map(agoMs => new Date(filledMs - agoMs).toISOString().slice(0, 19))
  const page = await visit(`/?from=${from}&to=${to}&whole=1`, false)
  const number = page.locator('.headline div', { hasText: 'Exceptions' }).getByRole('link')
  const counted = await number.textContent()
  await number.click()
  await page.getByRole('heading', { name: 'Exceptions', level: 1 }).waitFor()
  await page.getByText(new RegExp(`^${counted} exceptions? on this page`)).waitFor()
  await desk.leave(page)
})

testOnce('requests of an environment lead to the traces in which they were made, wherever those began', async () => {
  const page = await visit('/?env=staging&whole=1', false)
  const ofService = page.getByRole('region', { name: 'Services', exact: true }).getByRole('link').last()
  const path = '/traces?env=staging&service=stock&itsany=1'
  expect(await ofService.getAttribute('href')).toBe(path)
  await page.locator('.headline div', { hasText: 'Transactions/min' }).getByRole('link').click()
  await page.getByText('2 traces on this page').waitFor()
  await page.goto(`${desk.url}${path}&whole=1`)
  const facet = page.locator('.facets details', { hasText: 'Transaction of stock' })
  expect(await facet.getByRole('listitem').allTextContents()).toEqual(['any2'])
  // Without it the filter asks any transaction of the service, too.
  await facet.getByRole('link', { name: 'any' }).click()
  await page.waitForURL(url => !url.searchParams.has('itsany'))
  await page.getByText('2 traces on this page').waitFor()
  await desk.leave(page)
})

testOnce('a release that came meanwhile is marked in the charts', async () => {
  const page = await visit('/?last=1h&whole=1', false)
  expect(await page.locator('.mark-key').allTextContents()).toEqual(['2.4.1 of shop'])
  await desk.leave(page)
})

testOnce("the desk's own traffic is left out until it is asked for", async () => {
  const page = await visit('/?last=1h&whole=1', false)
  expect(await textOf(page)).not.toContain('errata-desk')
  const services = page.getByLabel('Service').getByRole('option')
  expect(await services.allTextContents()).not.toContain('errata-desk')
  await page.goto(`${page.url()}&own=1`)
  expect(await services.allTextContents()).toContain('errata-desk')
  expect(await page.getByRole('region', { name: 'Services' }).textContent()).toContain('errata-desk')
  await desk.leave(page)
})

testOnce('without scripts a bucket of a chart leads to its time', async () => {
  const page = await visit('/?last=6h&whole=1', false)
  const bar = page.getByRole('link', { name: /Exceptions: [1-9]/ }).last()
  const [, day, from, to] = /^(\S+) (\S+) to ([^,]+)/.exec((await bar.getAttribute('aria-label')) ?? '') ?? []
  await page.goto(new URL((await bar.getAttribute('href')) ?? '', page.url()).href)
  expect(new URL(page.url()).searchParams.get('from')).toBe(`${day}T${from}`)
  expect(new URL(page.url()).searchParams.get('to')?.endsWith(`T${to?.slice(-5)}`)).toBe(true)
  expect(await textOf(page)).toContain('never seen')
  await desk.leave(page)
})

testOnce('with scripts a stretch is chosen by drag, and by the keyboard a bucket', async () => {
  const page = await visit('/?last=24h&whole=1')
  const bars = page.getByRole('group', { name: /^Transactions/ }).getByRole('link')
  await expect.poll(() => page.locator('.bucket[tabindex="0"]').count(), { timeout: 20_000 }).toBe(3)
  const count = await bars.count()
  const [a, b] = await Promise.all([bars.nth(-6).boundingBox(), bars.nth(-2).boundingBox()])
  if (a === null || b === null) throw new Error('buckets are not drawn')
  await page.mouse.move(a.x + a.width / 2, a.y + 40)
  await page.mouse.down()
  await page.mouse.move(a.x + a.width * 2, a.y + 42, { steps: 4 })
  await page.mouse.move(b.x + b.width / 2, b.y + 40, { steps: 4 })
  await page.mouse.up()
  await page.waitForURL(/from=/)
  const { searchParams } = new URL(page.url())
  const lengthMs = Date.parse(`${searchParams.get('to')}Z`) - Date.parse(`${searchParams.get('from')}Z`)
  expect(lengthMs).toBe(2.5 * HOUR_MS)

  await page.goBack()
  // The URL changes before the chart does.
  await expect.poll(() => bars.count(), { timeout: 20_000 }).toBe(count)
  await bars.last().focus()
  await page.keyboard.press('ArrowLeft')
  const focused = page.locator('.bucket:focus')
  expect(await focused.getAttribute('aria-label')).toBe(await bars.nth(-2).getAttribute('aria-label'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/from=/)
  await desk.leave(page)
})

describe.each(waysOf('keyboard', 'reading without scripts', 'mouse'))('three jobs by %s', way => {
  const hasScripts = way !== 'reading without scripts'
  const open = (path: string) => visit(path, hasScripts)

  /** Follows a link; by keyboard only with the Tab key, from the current focus. */
  async function follow(page: Page, link: Locator): Promise<void> {
    await link.waitFor()
    if (way !== 'keyboard') return await link.click()
    for (let tabs = 0; tabs < 200; tabs += 1) {
      if (await link.evaluate(element => element === document.activeElement)) return await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
    }
    throw new Error(`${link} is not reached by the Tab key`)
  }

  /** The count of a list may come after its rows; without scripts by a link. */
  async function allOf(page: Page): Promise<void> {
    const rest = page.getByRole('link', { name: 'Load everything' })
    if (!hasScripts && (await rest.count()) > 0) await rest.first().click()
  }

  test('is it worse than before, and which service?', async () => {
    const page = await open('/?last=1h&whole=1')
    expect(await textOf(page)).toContain('Error rate25 % up from 0')
    await follow(page, page.getByRole('link', { name: '25 %', exact: true }).first())
    await page.waitForURL(/\/traces\?last=1h&itsfailed=1/)
    await page.getByText('10 traces on this page').waitFor()
    await allOf(page)
    await follow(page, page.locator('.facets').getByRole('link', { name: 'shop', exact: true }))
    await page.waitForURL(/service=shop/)
    await allOf(page)
    await page.getByText(': 10 traces').waitFor()
    await desk.leave(page)
  })

  test('what did release 2.4.1 change? Back, forward and a shared address say the same', async () => {
    const page = await open('/traces?last=6h&compare=1')
    await allOf(page)
    await follow(page, page.locator('.facets').getByRole('link', { name: '2.4.1', exact: true }))
    await page.waitForURL(/release=2\.4\.1/)
    await page.getByText('40 traces on this page').waitFor()
    await allOf(page)
    await page.locator('.list-total', { hasText: 'up from 0' }).waitFor()
    await follow(page, page.getByRole('link', { name: 'Duration', exact: true }))
    await page.waitForURL(/sort=-duration/)
    await page.getByText('Longest first,').waitFor()
    await page.goBack()
    await page.getByText('Newest first,').waitFor()
    await page.goForward()
    await page.getByText('Longest first,').waitFor()
    const shared = await open(new URL(page.url()).search.replace(/^/, '/traces'))
    await shared.getByText('Longest first,').waitFor()
    await shared.getByText('40 traces on this page').waitFor()
    await Promise.all([page, shared].map(desk.leave))
  })

  test('from a digest to the failing line, and who is hit', async () => {
    const page = await open('/?last=1h')
    const box = page.getByRole('searchbox', { name: 'Search by digest' })
    if (way === 'keyboard') await box.focus()
    else await box.click()
    await page.keyboard.type('k7m2x9qd4r')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Declined' }).waitFor()
    await page.getByText('/srv/pay.js:1:2').first().waitFor()
    // Both events are five hours old: the range was extended beyond the requested hour.
    await page.getByRole('heading', { name: 'Event 2 of 2' }).waitFor()
    await page.getByText(/^2 events in /).waitFor()
    expect(await page.locator('.event-facts a[href^="/sessions/session-of-a-visitor?"]').count()).toBe(1)
    await follow(page, page.getByRole('link', { name: /^Trace [0-9a-f]{8}/ }).first())
    await page.getByRole('heading', { level: 1, name: 'POST /pay' }).waitFor()
    await page.getByText('1 of 2 failed').waitFor()
    await follow(page, page.getByRole('link', { name: 'Next failed span' }))
    await page.getByText('2 of 2 failed').waitFor()
    await page.goBack()
    await page.getByText('1 of 2 failed').waitFor()
    await desk.leave(page)
  })
})

testOnce('visitors who leave before it is made cost the desk nothing', async () => {
  for (let ms = 0; ms < 60; ms += 3) {
    const leave = AbortSignal.timeout(ms)
    const path = ms % 2 === 0 ? '/' : '/traces?compare=1'
    await fetch(desk.url + path, { signal: leave }).catch((error: unknown) =>
      expect(leave.aborted, String(error)).toBe(true),
    )
  }
  expect((await fetch(desk.url)).status).toBe(200)
})

testOnce('a part that cannot be asked for says so, and the others stand', async () => {
  const away = (table: string) => `otel.${table} TO otel.${table}_away`
  await desk.write(`RENAME TABLE ${away('vitals')}`)
  try {
    // No other test uses this filter, so nothing is cached.
    const isWhole = async () => {
      const page = await visit('/?last=1h&release=2.4.1&whole=1', false)
      const text = await textOf(page)
      await desk.leave(page)
      expect(text).toMatch(/Web vitals: unavailable\..* Try again/)
      expect(text).toContain('Error rate25 %')
    }
    await vi.waitFor(isWhole, { timeout: 30_000, interval: 1_000 })
  } finally {
    await desk.write('RENAME TABLE otel.vitals_away TO otel.vitals')
  }
})

testOnce(
  'without scripts the noise that was dropped leads to who dropped it, and a lost page is an alarm on both',
  async () => {
    const page = await visit('/?last=6h&whole=1', false)
    await page.getByText(/1 noise alert/).click()
    expect(await page.getByRole('listitem').filter({ hasText: '404' }).textContent()).toMatch(
      /^\/guide of docs returned the 404 page 3 times since .* \(1\.1\)\. Before, it worked, last at .* \(1\.0\)/,
    )
    await page.getByRole('link', { name: '4 noise records dropped' }).click()
    await page.getByRole('heading', { level: 1, name: 'Noise' }).waitFor()
    expect(new URL(page.url()).search).toBe('?last=6h')
    const total = page.getByRole('region', { name: /^4 records dropped, .* %? ?of .*, no clear change$/ })
    expect(await total.getByRole('listitem').count()).toBe(1)
    const rows = await page
      .getByRole('table', { name: /^Dropped by each drop rule/ })
      .getByRole('row')
      .allTextContents()
    expect(rows.slice(1)).toEqual([
      expect.stringMatching(
        /^404 pages alert.*errata\.transaction\.route = \/404.*no clear change.*Conditions.*Samples\s*3.*no clear change/,
      ),
      expect.stringMatching(/^Health checks.*no clear change.*Samples\s*1.*no clear change/),
      expect.stringMatching(/^Cross-origin script errors.*0.*> 31 d$/),
      expect.stringMatching(/^ResizeObserver loop notices.*0.*> 31 d$/),
    ])
    const paths = page.getByRole('region', { name: 'Missing pages' }).getByRole('row')
    expect((await paths.allTextContents()).slice(1)).toEqual([
      expect.stringMatching(/^\/guide new.*example\.com\/list.*docs 1\.13/),
    ])
    await desk.leave(page)
  },
)

testOnce(
  'without scripts another condition of a rule is tried on what is stored, and one that cannot be says why',
  async () => {
    const page = await visit('/noise/health-check?last=6h', false)
    await page.getByText('Preview changes, without saving').click()
    const field = page.getByRole('textbox', { name: 'Condition 1 of trace_conditions' })
    expect(await field.inputValue()).toMatch(/^IsMatch\(span\.attributes\["errata\.transaction\.route"\], /)
    expect(await textOf(page)).toContain('All samples from the last 24 h match')
    await field.fill('span.attributes["http.route"] == "/cart"')
    await page.getByRole('button', { name: 'Preview on stored data' }).click()
    expect(await page.getByRole('status', { name: 'Preview' }).textContent()).toMatch(
      /would have dropped 110 spans of 110 traces of the stored data.*Would no longer match 1 of 1 sample/s,
    )
    await field.fill('Len(span.events) > 2')
    await page.getByRole('button', { name: 'Preview on stored data' }).click()
    await page.getByText('Len cannot be tried on what is stored').waitFor()
    expect([await field.getAttribute('aria-invalid'), await field.inputValue()]).toEqual([
      'true',
      'Len(span.events) > 2',
    ])
    await desk.leave(page)
  },
)
