import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InsertedRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { mainOf, type OpenDesk, openDesk } from './open-desk.ts'

/** What rows of lists and of a trace say, beyond names and times. */

let desk: OpenDesk

const traceId = randomHexId(16)
const order = { traceId, service: 'checkout' }
const placed = randomHexId(8)

function rows(): InsertedRow[] {
  const query = { ...order, parentSpanId: placed, name: 'SELECT line_item', kind: 'Client', durationNs: 10_000_000n }
  const statement = {
    attributes: { 'db.query.text': 'SELECT price FROM line_item WHERE id = ?', 'db.system.name': 'postgresql' },
  }
  return [
    spanRow({ ...order, at: 60_000, spanId: placed, name: 'POST /orders', kind: 'Server', durationNs: 90_000_000n }),
    ...Array.from({ length: 6 }, (_, n) => spanRow({ ...query, ...statement, at: 59_990 - n * 10 })),
    ...Array.from({ length: 4 }, (_, n) => spanRow({ ...query, name: 'UPDATE stock', at: 59_900 - n * 10 })),
    spanRow({ at: 50_000, service: 'plain', name: 'tick', kind: 'Internal' }),
  ]
}

beforeAll(async () => {
  desk = await openDesk(rows())
})
afterAll(() => desk?.[Symbol.asyncDispose]())

test('a trace names the query that repeats below one span, and leads to its spans', async () => {
  const page = await desk.visit(`/traces/${traceId}`, true)
  const line = mainOf(page).getByRole('link', { name: 'Possible N+1' })
  expect(await line.allTextContents()).toEqual(['Possible N+1: 6 × SELECT line_item, 60.0 ms'])
  await line.click()
  await mainOf(page).getByText('1 of 6 matching').waitFor()
  const matches = mainOf(page).getByRole('row').filter({ hasText: 'match' }).filter({ hasText: 'SELECT line_item' })
  expect(await matches.filter({ has: page.locator('.mark') }).count()).toBe(6)
  await page.context().close()
})

test('a span in a list has its statement and a bar; a list without statements has no column of them', async () => {
  const page = await desk.visit('/traces?show=spans&service=checkout', false)
  const table = mainOf(page).getByRole('table', { name: 'Spans, ' })
  expect(await table.getByRole('columnheader', { name: 'Statement, URL or route' }).count()).toBe(1)
  expect(await table.getByRole('cell', { name: 'SELECT price FROM line_item WHERE id = ?' }).count()).toBe(6)
  const lengths = await table.locator('.length rect').evaluateAll(bars => bars.map(bar => bar.getAttribute('width')))
  expect(lengths).toHaveLength(11)
  expect(lengths.at(-1)).toBe('100%')
  await page.goto(page.url().replace('checkout', 'plain'))
  expect(await table.getByRole('columnheader').allTextContents()).not.toContain('Statement, URL or route')
  await page.context().close()
})

test('spans and groups can be copied as SQL above their rows', async () => {
  const page = await desk.visit('/traces?show=spans', false)
  await page.setViewportSize({ width: 390, height: 800 })
  for (const show of ['Spans', 'Groups']) {
    await mainOf(page).getByRole('link', { name: show, exact: true }).click()
    const copy = await mainOf(page).getByRole('link', { name: 'As SQL' }).boundingBox()
    expect(copy?.y).toBeLessThan((await mainOf(page).getByRole('table').last().boundingBox())?.y ?? 0)
  }
  await page.context().close()
})
