import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { exceptionRow, type InsertedRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { mainOf, type OpenDesk, openDesk, rowsOf } from './open-desk.ts'

/** The search language on the other lists, and searches that are saved. */

let desk: OpenDesk

const visitOf = (session: string, user: string) => ({ 'session.id': session, 'user.id': user })

function rows(): InsertedRow[] {
  const browserPage = { service: 'shop-browser', kind: 'Internal', name: 'pageload /cart' }
  const large = randomHexId(16)
  return [
    exceptionRow({ at: 60_000, type: 'CartError', message: 'no stock', attributes: { tenant: 'acme' } }),
    exceptionRow({ at: 59_000, type: 'CartError', message: 'no price', attributes: { tenant: 'other' } }),
    exceptionRow({
      at: 58_000,
      type: 'PayError',
      message: 'declined',
      service: 'pay',
      attributes: visitOf('of-bob', 'bob'),
    }),
    spanRow({ ...browserPage, at: 50_000, attributes: visitOf('of-ada', 'ada') }),
    spanRow({ ...browserPage, at: 40_000, attributes: visitOf('of-bob', 'bob') }),
    spanRow({ at: 30_000, service: 'search', name: 'GET /small', attributes: { 'http.route': '/small' } }),
    ...Array.from({ length: 5 }, (_, n) =>
      spanRow({
        at: 90_000,
        traceId: large,
        service: 'search',
        name: n === 0 ? 'GET /large' : 'step',
        ...(n === 0 ? {} : { parentSpanId: randomHexId(8) }),
      }),
    ),
  ]
}

beforeAll(async () => {
  desk = await openDesk(rows())
})
afterAll(() => desk?.[Symbol.asyncDispose]())

/** A page whose address has changed may show the rows of the one before for a moment. */
const gone = (page: Page, row: string) =>
  mainOf(page).getByRole('table').getByRole('link', { name: row }).waitFor({ state: 'detached' })

async function search(page: Page, list: string, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: `Search ${list}` })
  await box.fill(text)
  await box.press('Enter')
  await page.waitForURL(url => url.searchParams.get('q') === text)
}

/** Presses a button whose form loads the page anew, to the end of that: what follows would abort it. */
async function loadedAnew(page: Page, button: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('load'), button.click()])
}

describe.each([true, false])('with scripts: %s', scripts => {
  test('exceptions by any attribute; a key of another list is named with its place', async () => {
    const page = await desk.visit('/exceptions', { javaScriptEnabled: scripts })
    await search(page, 'exceptions', 'type:CartError -@tenant:acme')
    await gone(page, '2 × CartError')
    expect(await rowsOf(page)).toEqual([expect.stringContaining('no price')])
    await search(page, 'exceptions', 'no typ:CartError')
    await page.getByText('Unknown key typ. Did you mean type?').waitFor()
    expect(await page.locator('.search-mistakes mark').textContent()).toBe('typ')
    await page.getByRole('link', { name: 'Use type' }).click()
    await page.waitForURL(url => url.searchParams.get('q') === 'no type:CartError')
    await mainOf(page).getByRole('link', { name: 'no price' }).waitFor()
    expect(await rowsOf(page)).toEqual([expect.stringContaining('2 × CartError')])
    await search(page, 'exceptions', 'duration:>1s')
    await page.getByText('duration is a key of spans, not of exceptions.').waitFor()
    await page.getByRole('link', { name: 'Search spans for duration:>1s' }).click()
    await page.waitForURL(url => url.searchParams.get('q') === 'duration:>1s')
    await page.getByRole('link', { name: 'Spans', exact: true }).and(page.locator('[aria-current]')).waitFor()
    await desk.leave(page)
  })

  test('issues by what one of their exceptions is, and from there those exceptions', async () => {
    const page = await desk.visit('/issues?tab=all', { javaScriptEnabled: scripts })
    await search(page, 'issues', '@tenant:acme')
    await mainOf(page).getByRole('link', { name: 'View exceptions' }).click()
    await page.waitForURL('**/exceptions?*')
    await page.getByRole('heading', { level: 1, name: 'Exceptions' }).waitFor()
    expect(await rowsOf(page)).toEqual([expect.stringContaining('no stock')])
    await page.goBack()
    await search(page, 'issues', '-has:owner service:pay')
    await mainOf(page).getByRole('link', { name: 'declined' }).waitFor()
    expect(await rowsOf(page)).toEqual([expect.stringContaining('declined')])
    await desk.leave(page)
  })

  test('the sessions of a user', async () => {
    const page = await desk.visit('/sessions', { javaScriptEnabled: scripts })
    await search(page, 'sessions', 'user:ada')
    await poll(
      () => mainOf(page).getByRole('rowheader').count(),
      count => count === 1,
    )
    await search(page, 'sessions', '@tenant:acme')
    await page.getByText('The attribute @tenant is not kept with sessions.').waitFor()
    await desk.leave(page)
  })

  test('the sessions with exceptions, which are counted', async () => {
    const page = await desk.visit('/sessions?whole=1', { javaScriptEnabled: scripts })
    const views = mainOf(page).getByRole('navigation', { name: 'Exceptions' })
    expect((await views.textContent())?.trim()).toBe('All With exceptions 1')
    await views.getByRole('link', { name: 'With exceptions' }).click()
    await page.waitForURL(url => url.searchParams.get('q') === 'is:exception')
    await poll(
      () => mainOf(page).getByRole('rowheader').count(),
      count => count === 1,
    )
    await views.getByRole('link', { name: 'All' }).click()
    await page.waitForURL(url => !url.searchParams.has('q'))
    await desk.leave(page)
  })

  test.each([
    ['/traces?whole=1', 'Service search', '-[service:search]', 'GET /small'],
    ['/exceptions?whole=1', 'Service pay', '-service:pay', 'declined'],
    ['/issues?tab=all&whole=1', 'Service pay', '-service:pay', 'declined'],
  ])('a value of a facet is excluded on %s', async (path, value, text, row) => {
    const page = await desk.visit(path, { javaScriptEnabled: scripts })
    await mainOf(page).getByRole('link', { name: row }).first().waitFor()
    await mainOf(page)
      .getByRole('link', { name: `Exclude ${value}` })
      .click()
    await page.waitForURL(url => url.searchParams.get('q') === text)
    await gone(page, row)
    expect((await rowsOf(page)).length).toBeGreaterThan(0)
    await desk.leave(page)
  })

  test('traces with the most spans first', async () => {
    const page = await desk.visit('/traces?service=search', { javaScriptEnabled: scripts })
    await mainOf(page).getByRole('columnheader', { name: 'Spans' }).getByRole('link').click()
    await page.waitForURL(url => url.searchParams.get('sort') === '-spans')
    await mainOf(page).getByRole('table', { name: 'Traces, most spans first' }).waitFor()
    expect(await rowsOf(page)).toEqual([expect.stringContaining('/large'), expect.stringContaining('/small')])
    await desk.leave(page)
  })

  test('what a negation also finds is counted', async () => {
    const negations = {
      '/traces?service=search&show=spans&q=-route:/small':
        '5 spans, p50 1.00 ms, p95 1.00 ms. Includes 5 without route',
      '/traces?service=search&q=-route:/small': '. Includes 1 without route',
      '/exceptions?q=-@tenant:acme': '2 exceptions. Includes 1 without @tenant',
      '/issues?tab=all&q=-@tenant:acme': 'Includes 1 without @tenant',
      '/sessions?q=-route:/small': '2 sessions, 50 % with exceptions. Includes 2 without route',
    }
    for (const [path, sentence] of Object.entries(negations)) {
      const page = await desk.visit(`${path}&whole=1`, { javaScriptEnabled: scripts })
      expect(await mainOf(page).textContent(), path).toContain(sentence)
      await desk.leave(page)
    }
  })

  test('a search is saved by a name, listed on its page alone, opened and deleted', async () => {
    const name = `Of acme, ${scripts}`
    const page = await desk.visit('/exceptions?q=%40tenant%3Aacme&last=7d', { javaScriptEnabled: scripts })
    await page.getByRole('button', { name: 'Saved' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await loadedAnew(page, page.getByRole('button', { name: 'Save search' }))
    expect(page.url()).toBe(`${desk.url}/exceptions?q=%40tenant%3Aacme&last=7d`)

    await page.goto(`${desk.url}/logs?whole=1`)
    await page.getByRole('button', { name: 'Saved' }).click()
    await page.getByText('None yet.').waitFor()
    await page.goto(`${desk.url}/exceptions?whole=1`)
    await page.getByRole('button', { name: 'Saved' }).click()
    await page.getByRole('link', { name }).click()
    await page.waitForURL('**/exceptions?q=%40tenant%3Aacme&last=7d')
    await gone(page, 'declined')
    expect(await rowsOf(page)).toEqual([expect.stringContaining('no stock')])

    await page.goto(`${desk.url}/exceptions?whole=1`)
    await page.getByRole('button', { name: 'Saved' }).click()
    await loadedAnew(page, page.getByRole('button', { name: `Delete ${name}` }))
    await page.goto(`${desk.url}/exceptions?whole=1`)
    await page.getByRole('button', { name: 'Saved' }).click()
    await page.getByText('None yet.').waitFor()
    await desk.leave(page)
  })
})

test.each([
  [{ page: 'nowhere', name: 'x' }, 400, 'page must be one of traces'],
  [{ page: 'traces', name: ' ' }, 400, 'needs a name'],
  [{ page: 'traces', name: 'x'.repeat(81) }, 400, 'at most 80'],
])('the form %j is answered with %i', async (fields, status, message) => {
  const body = new URLSearchParams(fields)
  const headers = { origin: desk.url }
  const response = await fetch(`${desk.url}/saved-searches`, { method: 'POST', body, headers, redirect: 'manual' })
  expect(response.status).toBe(status)
  expect(await response.text()).toContain(message)
})

test.each([
  ['exceptions', 1],
  ['issues?tab=all', 1],
])('attributes and their values are completed on /%s', async (path, rows) => {
  const page = await desk.visit(`/${path}`)
  const box = page.getByRole('combobox', { name: /^Search/ })
  await box.pressSequentially('@ten')
  await page.getByRole('option', { name: '@tenant:' }).click()
  await box.pressSequentially('[ot')
  await page.getByRole('option', { name: 'other' }).click()
  await box.pressSequentially('ac')
  await page.getByRole('option', { name: 'acme' }).click()
  await box.pressSequentially(']')
  await box.press('Enter')
  await page.waitForURL(url => url.searchParams.get('q') === '@tenant:[other acme ]')
  await gone(page, 'declined')
  expect(await rowsOf(page)).toHaveLength(rows)
  await desk.leave(page)
})

test('attributes that could not be loaded for completion are said to be missing', async () => {
  const page = await desk.visit('/exceptions')
  await page.route('**/search/values?*', route => route.abort('connectionreset'))
  await page.getByRole('combobox', { name: 'Search exceptions' }).pressSequentially('@ten')
  await page.getByRole('status').filter({ hasText: 'Completions could not be loaded.' }).waitFor()
  await desk.leave(page)
})

test('values of a list are completed by keyboard', async () => {
  const page = await desk.visit('/exceptions?whole=1')
  const box = page.getByRole('combobox', { name: 'Search exceptions' })
  await box.pressSequentially('service:pa')
  await page.getByRole('option', { name: 'service:pay' }).waitFor()
  await box.press('ArrowDown')
  await box.press('Enter')
  await box.press('Enter')
  await page.waitForURL(url => url.searchParams.get('q')?.trim() === 'service:pay')
  await gone(page, '2 × CartError')
  expect(await rowsOf(page)).toEqual([expect.stringContaining('declined')])
  await desk.leave(page)
})
