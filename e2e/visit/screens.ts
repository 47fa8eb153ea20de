import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { site } from './open-site.ts'
import { leavePage, navigateBy } from './open-visit.ts'

/** A stored trace with a failure, and its digest. */
let failure: { readonly traceId: string; readonly digest: string }

beforeAll(async () => {
  const message = `said by screens ${crypto.randomUUID()}`
  const page = await site.visit(`/lab/fail/loader?say=${encodeURIComponent(message)}`)
  const [row] = await poll(
    () => site.stack.query(`SELECT TraceId, Digest FROM exceptions FINAL WHERE Message = '${message}'`),
    rows => rows.length > 0,
  )
  failure = { traceId: String(row?.['TraceId']), digest: String(row?.['Digest']) }
  await poll(
    () => site.stack.query(`SELECT uniqExact(ServiceName) AS n FROM otel_traces WHERE TraceId = '${failure.traceId}'`),
    rows => Number(rows[0]?.['n']) === 2,
  )
  await page.context().close()
})

const pages = (): string[] => [
  '/',
  '/exceptions',
  '/traces',
  `/traces/${failure.traceId}`,
  `/digest/${failure.digest}`,
  '/digest/k7m2x9qd4r',
  '/noise',
  '/noise/health-check',
  '/status',
  '/lab',
  '/lab/parts',
  '/no-such-page',
]

/** The second shows the static page of last resort, without the app's layout. */
const errorScreens = ['/lab/fail/loader', '/lab/fail/before-render', '/lab/fail/store-away']

test.each(errorScreens)('%s has its landmarks, one heading, a language, and light letters in the dark', async path => {
  const page = await site.visit(path, { colorScheme: 'dark', viewport: { width: 390, height: 800 } })
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  const isLastResort = path.endsWith('before-render')
  expect(await page.getByRole('banner').count()).toBe(isLastResort ? 0 : 1)
  expect(await page.getByRole('main').getByRole('heading', { level: 1 }).count()).toBe(1)
  expect([await heading.count(), await page.locator('html').getAttribute('lang')]).toEqual([1, 'en'])
  expect(await page.getByRole('main').getByRole('link', { name: 'Reload' }).count()).toBe(1)
  if (!isLastResort) expect(await page.getByRole('alert').getByRole('heading').count()).toBe(1)
  for (const paragraph of [heading, page.getByRole('main').getByRole('paragraph').first()]) {
    expect(await paragraph.evaluate(brightness)).toBeGreaterThan(0.6)
  }
  await page.context().close()
})

describe('every page', () => {
  test('has one heading, one look-up box and a title of its own, also without scripts', async () => {
    const titles = new Set<string>()
    for (const path of pages()) {
      const page = await site.visit(path, { javaScriptEnabled: false })
      expect([path, await page.getByRole('heading', { level: 1 }).count()]).toEqual([path, 1])
      expect([path, await page.getByRole('searchbox', { name: 'Search by digest' }).count()]).toEqual([path, 1])
      titles.add(await page.title())
      await page.context().close()
    }
    expect(titles.size).toBe(pages().length)
  })
})

describe('the look-up box', () => {
  test.each([true, false])(
    'leads from a digest, however it is typed, to its exception (scripts: %s)',
    async javaScriptEnabled => {
      const page = await site.visit('/', { javaScriptEnabled })
      const typed = `Digest: ${failure.digest.toUpperCase().slice(0, 5)} ${failure.digest.slice(5)}`
      await lookUp(page, typed)
      await page.waitForURL('**/issues/*?at=*')
      await page.getByRole('heading', { level: 1, name: /^Error said by screens/ }).waitFor()
      // The trace is loaded after the stack; without scripts by a page that waits for it.
      if (!javaScriptEnabled) await page.goto(`${page.url()}&whole=1`)
      await page.getByRole('heading', { level: 2, name: 'Trace', exact: true }).waitFor()
      expect(await page.getByRole('main').textContent()).toMatch(
        new RegExp(`said by screens.*Event 1 of 1.*Digest ${failure.digest}.*Stack.*loader.*Trace`, 's'),
      )
      expect(await page.locator('.issue-head').textContent()).toMatch(/First seen.*Last seen.*1 in all/s)
      expect(await page.getByRole('complementary', { name: 'Facts' }).textContent()).toContain(failure.digest)
      await page.context().close()
    },
  )

  test('finds the same exception by its trace id', async () => {
    const page = await site.visit('/')
    await lookUp(page, failure.traceId)
    await page.waitForURL('**/issues/*?at=*')
    await page.getByRole('heading', { level: 1, name: /^Error said by screens/ }).waitFor()
    expect(await page.locator('.event-facts').textContent()).toContain(failure.digest)
    await page.context().close()
  })

  test('leads from a digest to how often it came, its causes, both halves of its trace, and the page before', async () => {
    const visitor = await site.visit('/lab')
    for (const _ of ['once', 'twice']) {
      await navigateBy(visitor.getByRole('link', { name: 'Navigate to middleware', exact: true }))
      await visitor.getByRole('alert').waitFor()
      await visitor.goBack()
      await visitor.getByRole('heading', { level: 1, name: 'Lab' }).waitFor()
    }
    await leavePage(visitor)
    const failures = "FROM exceptions WHERE Digest != '' AND Message = 'The lab broke this middleware'"
    const [stored] = await poll(
      () =>
        site.stack.query(`SELECT any(Digest) AS digest, uniqExact(Id) AS n, uniqExact(TraceId) AS traces ${failures}`),
      rows => Number(rows[0]?.['traces']) >= 2,
    )
    // Both halves of each, and the previous page of the same session: the number of spans depends on the browser.
    const ofThem = `FROM otel_traces WHERE TraceId IN (SELECT TraceId ${failures})`
    await poll(
      () =>
        site.stack.query(
          `SELECT (SELECT min(halves) FROM (SELECT uniqExactIf(SpanName, SpanName IN ('navigation /lab/fail/middleware',
             'middleware pages/lab/fail/middleware')) AS halves ${ofThem} GROUP BY TraceId)) AS halves,
           (SELECT count() FROM otel_traces WHERE SpanName = 'pageload /lab'
             AND SessionId IN (SELECT SessionId ${ofThem} AND SessionId != '')) AS before`,
        ),
      rows => Number(rows[0]?.['halves']) === 2 && Number(rows[0]?.['before']) > 0,
    )
    // If closed before, it would cancel the request that the page sends when it is left.
    await visitor.context().close()

    const page = await site.visit(`/digest/${stored?.['digest']}`)
    await page.getByRole('heading', { name: `Event ${stored?.['n']} of ${stored?.['n']}` }).waitFor()
    await page
      .getByRole('heading', { name: 'Caused by RangeError: The lab broke what this middleware needs' })
      .waitFor()
    const trace = page.getByRole('region', { name: 'Trace' })
    await trace.getByRole('row').first().waitFor()
    const rows = await trace.getByRole('row').allTextContents()
    expect(rows).toContainEqual(expect.stringContaining('navigation /lab/fail/middlewareerrata-desk-browser'))
    expect(rows).toContainEqual(expect.stringContaining('middleware pages/lab/fail/middlewareerrata-desk1 exception'))
    const session = page.getByRole('region', { name: 'Breadcrumbs' })
    expect(await session.getByRole('row', { name: /pageload \/lab/ }).count()).toBeGreaterThan(0)
    await page.context().close()
  })

  test('searches the issues for a text, and their exceptions, and says of the own ones that they are left out', async () => {
    const page = await site.visit('/')
    await lookUp(page, 'said by screens')
    await page.waitForURL('**/issues?*')
    await page.getByRole('link', { name: 'View exceptions' }).click()
    // The previous page stays until the new one is rendered.
    await page.getByRole('heading', { level: 1, name: 'Exceptions' }).waitFor()
    await page.getByRole('link', { name: 'show it' }).click()
    await page.getByRole('rowheader', { name: /said by screens/ }).waitFor()
    await page.context().close()
  })

  test('says of a digest that nobody saw that nothing is found', async () => {
    const page = await site.visit('/')
    await lookUp(page, 'k7m2x9qd4r')
    await page.getByRole('heading', { level: 1, name: 'No match for k7m2x9qd4r' }).waitFor()
    await page.context().close()
  })
})

describe('the trace screen', () => {
  test('opens a span by its address, with its attributes', async () => {
    const page = await openTrace()
    await page
      .getByRole('link', { name: /^GET \/lab\/fail\/loader/ })
      .first()
      .click()
    const details = page.getByRole('complementary', { name: 'Span' })
    await details.getByRole('heading', { name: 'GET /lab/fail/loader' }).waitFor()
    const colourOf = (of: Locator) => of.first().evaluate(one => getComputedStyle(one).getPropertyValue('--colour'))
    const [row, ...others] = [page.locator('tr[aria-current]'), details, page.getByRole('list', { name: 'Services' })]
    for (const place of others)
      expect(await colourOf(place.locator('.service', { hasText: /^errata-desk$/ }))).toBe(await colourOf(row))
    await page.setViewportSize({ width: 1024, height: 768 })
    expect((await details.boundingBox())?.width).toBeLessThanOrEqual(1024 * 0.4)
    const plain = await site.visit(addressOf(page), { javaScriptEnabled: false })
    expect(await plain.getByRole('complementary', { name: 'Span' }).textContent()).toContain('http.request.method')
    await plain.context().close()
    await page.getByRole('link', { name: 'Error: said by screens' }).click()
    await details.getByRole('heading', { name: 'loader' }).waitFor()
    // What is known of a span that is opened later is read then.
    await details.getByRole('heading', { name: 'Attributes' }).waitFor()
    expect(await details.getByText('said by screens').filter({ visible: true }).allTextContents()).toHaveLength(1)
    expect(await details.getByRole('listitem').first().textContent()).toMatch(/^loader .*loader\.tsx:5/)
    await page.context().close()
  })

  test('asks the server nothing for folding', async () => {
    const page = await openTrace()
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('.data')) asked.push(request.url())
    })
    const rows = await page.locator('.waterfall tbody tr').count()
    await page.getByRole('link', { name: 'Collapse', exact: true }).first().click()
    await page.getByText('collapsed').first().waitFor()
    expect(await page.locator('.waterfall tbody tr').count()).toBeLessThan(rows)
    await page.getByRole('link', { name: 'Expand all' }).click()
    await page.getByText('collapsed').first().waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.waterfall tbody tr').count()).toBeGreaterThanOrEqual(rows)
    expect(asked).toEqual([])
    await page.context().close()
  })

  test('moves by arrow keys, opens by Enter and closes by Escape', async () => {
    const page = await openTrace()
    const links = page.locator('a[data-span]')
    await links.first().focus()
    await page.keyboard.press('ArrowDown')
    expect(await links.nth(1).evaluate(link => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary', { name: 'Span' })
    await details.waitFor()
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('answers 404 for a trace of which nothing is stored, and says why that may be', async () => {
    const response = await fetch(`${site.stack.deskUrl}/traces/${'0'.repeat(31)}1`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('A recent one may arrive in a few seconds')
  })
})

test('the health checks say that the process is up and that the store answers', async () => {
  const [live, ready] = await Promise.all(['/livez', '/readyz'].map(path => fetch(site.stack.deskUrl + path)))
  expect([live?.status, await live?.text()]).toEqual([200, 'live\n'])
  expect([ready?.status, await ready?.text()]).toEqual([200, expect.stringMatching(/^ready\n/)])
})

/** Brightness of an element's text: 0 is black, 1 is white. Runs in the page. */
function brightness(element: Element): number {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen === null) return Number.NaN
  pen.fillStyle = getComputedStyle(element).color
  pen.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
  return (red + green + blue) / 765
}

async function lookUp(page: Page, typed: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search by digest' }).fill(typed)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

/** With scripts running. */
async function openTrace(): Promise<Page> {
  const page = await site.visit(`/traces/${failure.traceId}`)
  await page.getByRole('button', { name: 'Copy the trace ID' }).waitFor()
  return page
}

function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
