import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testOnce, waysOf } from '../../test/is-nightly.ts'
import { exceptionRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { loadUntilThere } from './counting-reader.ts'
import { mainOf, type OpenDesk, openDesk } from './open-desk.ts'

/** A call of which both sides have one span id, as with Zipkin and its headers: a span is an id and a service. */

let desk: OpenDesk

const traceId = `00${randomHexId(16).slice(2)}`
const [root, call, query] = [randomHexId(8), randomHexId(8), randomHexId(8)]
const of = { traceId, parentSpanId: root }

beforeAll(async () => {
  desk = await openDesk([
    spanRow({ at: 60_000, traceId, spanId: root, service: 'web', name: 'GET /buy', durationNs: 100_000_000n }),
    spanRow({ ...of, at: 59_990, spanId: call, service: 'web', kind: 'Client', name: 'POST', durationNs: 80_000_000n }),
    spanRow({ ...of, at: 59_980, spanId: call, service: 'pay', name: 'POST /pay', durationNs: 60_000_000n }),
    spanRow({
      ...{ at: 59_970, traceId, parentSpanId: call, spanId: query, service: 'pay' },
      ...{ kind: 'Client', name: 'SELECT card', status: 'Error', durationNs: 40_000_000n },
    }),
    logRow({ at: 59_960, traceId, spanId: call, service: 'pay', body: 'card declined' }),
    logRow({ at: 59_985, traceId, spanId: call, service: 'web', body: 'paying' }),
    spanRow({
      ...{ at: 50_000, service: 'mail', kind: 'Consumer', name: 'process batch' },
      links: [
        { traceId, spanId: call },
        { traceId, spanId: query },
        { traceId, spanId: query },
      ],
    }),
    exceptionRow({ at: 59_950, traceId, spanId: call, service: 'pay', type: 'CardError', message: 'declined' }),
  ])
})
afterAll(() => desk?.[Symbol.asyncDispose]())

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Span' })
const openRows = (page: Page) => page.locator('tr[aria-current] [data-span]').allTextContents()

testOnce.each([
  ['an id without leading zeros', traceId.slice(2)],
  ['a prefix', `0x${traceId}`],
  ['a line of a log', `ERROR {"traceId":"${traceId.toUpperCase()}","msg":"x"}`],
])('the look-up box finds a trace by %s', async (_, typed) => {
  const found = await fetch(`${desk.url}/find?q=${encodeURIComponent(typed)}`, { redirect: 'manual' })
  expect(found.headers.get('location')).toBe(`/digest/${traceId}`)
})

testOnce.each([query, query.toUpperCase(), `0x${query}`, `span_id=${query}`])(
  'the look-up box finds span %s',
  async typed => {
    const found = await fetch(`${desk.url}/find?q=${encodeURIComponent(typed)}`, { redirect: 'manual' })
    expect(found.headers.get('location')).toBe(`/traces/${traceId}?span=${query}.pay#span`)
  },
)

describe.each(waysOf(true, false))('with scripts: %s', scripts => {
  const visit = (path: string) => desk.visit(path, { javaScriptEnabled: scripts })
  /** Without scripts a page that is not ready in time is loaded again. */
  const find = async (target: Locator) => {
    await (scripts ? target.waitFor() : loadUntilThere(target))
    return target
  }

  test('both sides are rows of the tree, one below the other, each with its own panel', async () => {
    const page = await visit(`/traces/${traceId}`)
    const rows = mainOf(page).locator('[data-span]')
    expect(await rows.allTextContents()).toEqual(['GET /buy', 'POST', 'POST /pay', 'SELECT card'])
    const levels = await mainOf(page)
      .locator('tbody tr:has([data-span])')
      .evaluateAll(all => all.map(row => row.querySelector('svg.levels')?.getAttribute('width') ?? '0'))
    expect(levels).toEqual(['0', '14', '28', '42'])

    await rows.filter({ hasText: 'POST /pay' }).click()
    await panelOf(page).getByRole('heading', { name: 'POST /pay' }).waitFor()
    expect(await openRows(page)).toEqual(['POST /pay'])
    expect(new URL(page.url()).searchParams.get('span')).toBe(`${call}.pay`)
    const panel = panelOf(page)
    await panel.getByText('card declined').waitFor()
    expect(await panel.textContent()).not.toContain('paying')
    expect(await panel.textContent()).toContain('CardError')
    expect(await panel.textContent()).toMatch(/60\.0 ms, self time 20\.0 ms/)

    await panel.getByRole('link', { name: 'POST', exact: true }).first().click()
    await panelOf(page).getByRole('heading', { name: 'POST', exact: true }).waitFor()
    expect(await openRows(page)).toEqual(['POST'])
    await panelOf(page).getByText('paying').waitFor()
    expect(await panelOf(page).textContent()).toMatch(/80\.0 ms, self time 20\.0 ms/)
    for (const name of ['POST /pay', 'SELECT card']) {
      await panelOf(page).getByRole('link', { name: 'Next span' }).click()
      await panelOf(page).getByRole('heading', { name }).waitFor()
    }
    await desk.leave(page)
  })

  test('only the side with the exception is marked and stepped to', async () => {
    const page = await visit(`/traces/${traceId}`)
    expect(
      await mainOf(page).locator('tbody tr', { hasText: '1 exception' }).locator('[data-span]').allTextContents(),
    ).toEqual(['POST /pay'])
    await page.getByRole('link', { name: 'First failed span' }).click()
    await panelOf(page).getByRole('heading', { name: 'POST /pay' }).waitFor()
    await page.getByRole('link', { name: 'Next failed span' }).click()
    await panelOf(page).getByRole('heading', { name: 'SELECT card' }).waitFor()
    await desk.leave(page)
  })

  test('a search marks the side that it finds', async () => {
    const page = await visit(`/traces/${traceId}?q=service:pay+name:*pay`)
    await page.getByText('1 matching').waitFor()
    expect(
      await mainOf(page).locator('tbody tr', { hasText: 'match' }).locator('[data-span]').allTextContents(),
    ).toEqual(['POST /pay'])
    await desk.leave(page)
  })

  test('folding one side does not fold the other', async () => {
    const page = await visit(`/traces/${traceId}?folded=${call}.pay`)
    expect(await mainOf(page).locator('[data-span]').allTextContents()).toEqual(['GET /buy', 'POST', 'POST /pay'])
    await desk.leave(page)
  })

  test.each([
    ['a log record', '/logs?q="card declined"', 'card declined', 'View trace', 'POST /pay'],
    ['its caller’s', '/logs?q=paying', 'paying', 'View trace', 'POST'],
    ['an exception', '/exceptions?q=type:CardError', 'declined', 'View trace', 'POST /pay'],
  ])('%s leads to its own side', async (_, path, row, link, heading) => {
    const page = await visit(path)
    await (await find(mainOf(page).getByRole('link', { name: row }).first())).click()
    await (await find(mainOf(page).getByRole('link', { name: link }).first())).click()
    await page.waitForURL('**/traces/*')
    await find(panelOf(page).getByRole('heading', { name: heading, exact: true }))
    await desk.leave(page)
  })

  test('an address with the id alone opens one of them, and leads to the other', async () => {
    const page = await visit(`/traces/${traceId}?span=${call}`)
    expect(await openRows(page)).toEqual(['POST'])
    expect(await panelOf(page).textContent()).toContain('also of POST /pay pay')
    await desk.leave(page)
  })

  test('a trace leads to a span of another one that links to it, and from there back', async () => {
    const page = await visit(`/traces/${traceId}?whole=1`)
    await mainOf(page).getByRole('link', { name: 'process batch' }).click()
    await panelOf(page).getByRole('heading', { name: 'process batch' }).waitFor()
    const links = panelOf(page).getByRole('listitem').getByRole('link')
    await expect.poll(() => links.allTextContents()).toEqual([expect.stringContaining('POST'), 'SELECT card'])
    await links.last().click()
    await panelOf(page).getByRole('heading', { name: 'SELECT card' }).waitFor()
    await desk.leave(page)
  })

  test('an address with a service opens a span whose id nobody shares', async () => {
    const page = await visit(`/traces/${traceId}?span=${query}.pay`)
    expect(await openRows(page)).toEqual(['SELECT card'])
    await desk.leave(page)
  })
})
