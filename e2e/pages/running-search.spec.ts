import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { exceptionRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { type OpenDesk, openDesk, rowsOf } from './open-desk.ts'

/** Searches that take many seconds: what their page shows, how they are stopped, and what others can do meanwhile. */

let desk: OpenDesk

/** How a table is filled: what differs between copies of a row, apart from their time, and the column with a long text. */
const COPIES = [
  { table: 'otel_traces', id: 'lower(hex(sipHash128(number))) AS TraceId', text: 'StatusMessage', bytes: 2_000 },
  { table: 'otel_logs', id: "map('log.record.uid', toString(number)) AS LogAttributes", text: 'Body', bytes: 2_000 },
  { table: 'exceptions', id: 'number AS Id', text: 'Message', bytes: 2_000 },
  { table: 'session_steps', id: 'number AS Id', text: 'UserId', bytes: 2_000 },
]
const BYTES_OF_TABLE = 400_000_000

beforeAll(async () => {
  const attributes = { 'session.id': 'one' }
  desk = await openDesk([
    spanRow({ at: 1_000, service: 'shop-browser', kind: 'Internal', name: 'pageload /', attributes }),
    logRow({ at: 1_000, body: 'started' }),
    exceptionRow({ at: 1_000, message: 'no stock', traceId: randomHexId(16) }),
  ])
  for (const copies of COPIES) await multiply(copies)
})
afterAll(() => desk?.[Symbol.asyncDispose]())

/** Copies the row of a table, over a day. Views see no rows that are attached. */
async function multiply({ table, id, text, bytes }: (typeof COPIES)[number]): Promise<void> {
  const rows = BYTES_OF_TABLE / bytes
  await desk.write(`CREATE TABLE many AS ${table}`)
  await desk.write(`INSERT INTO many
    SELECT * EXCEPT number REPLACE (Timestamp - toIntervalMillisecond(${80_000_000 / rows} * number) AS Timestamp, ${id},
      repeat('The quick brown fox jumps over the lazy dog. ', ${bytes / 50}) AS ${text})
    FROM ${table} CROSS JOIN (SELECT number FROM numbers(1, ${rows})) AS copies
    SETTINGS max_block_size = 8192, min_insert_block_size_rows = 32768, max_insert_threads = 2`)
  const days = await desk.query<{ day: string }>('SELECT DISTINCT toString(toDate(Timestamp)) AS day FROM many')
  for (const { day } of days) await desk.write(`ALTER TABLE ${table} ATTACH PARTITION '${day}' FROM many`)
  await desk.write('DROP TABLE many SYNC')
}

const runningSearches = async () =>
  Number(await desk.write("SELECT count() FROM system.processes WHERE startsWith(query_id, 'search-')"))

/** The store's limit. */
const MAX_SEARCHES = 6

/**
 * Each row is read once for each condition, and matches none. How long it takes depends on the words: "the lazy cat" begins as "the lazy
 * dog" of the rows, which are compared to its end.
 */
const slowSearch = (key: string, text: string) =>
  Array.from({ length: 60 }, (_, n) => `${key}:~"${text} ${n}"`).join(' OR ')

async function searchSlowly(page: Page, key: string, text = 'the lazy cat'): Promise<void> {
  const box = page.getByRole('combobox', { name: /^Search/ })
  await box.fill(slowSearch(key, text))
  await box.press('Enter')
}

/** Where React puts what the server sends after the rest, as the root of each span's trace. */
const streamedParts = (page: Page) => page.locator('template[id^="B:"]').first()
const progressOf = (page: Page) => page.getByText(/^about \d.* of about \d.* rows read$/)
const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })

test.each([
  ['traces', 'message'],
  ['traces?show=spans', 'message'],
  ['traces?show=groups&by=name', 'message'],
  ['logs', 'body'],
  ['exceptions', 'message'],
  ['issues', 'message'],
  ['sessions', 'user'],
])(
  'a slow search of /%s shows how much it has read; Stop ends it in the database too, and leaves the page as it was',
  async (path, key) => {
    const page = await desk.visit(`/${path}`)
    await streamedParts(page).waitFor({ state: 'detached' })
    const before = await rowsOf(page)
    expect(before.length).toBeGreaterThan(0)
    await searchSlowly(page, key)
    await progressOf(page).waitFor()
    expect(await runningSearches()).toBeGreaterThan(0)
    await stopButton(page).click()
    await stopButton(page).waitFor({ state: 'detached' })
    await poll(runningSearches, running => running === 0)
    expect(new URL(page.url()).searchParams.has('q')).toBe(false)
    expect(await rowsOf(page)).toEqual(before)
    await desk.leave(page)
  },
)

test('progress that could not be loaded is said to be missing, and the search can be stopped', async () => {
  const page = await desk.visit('/logs')
  await page.route('**/search-progress?*', route => route.abort('connectionreset'))
  // ClickHouse remembers what the conditions of another test left.
  await searchSlowly(page, 'body', 'the lazy cow')
  await page.getByText('Searching (progress could not be loaded)').waitFor()
  await stopButton(page).click()
  await stopButton(page).waitFor({ state: 'detached' })
  await poll(runningSearches, running => running === 0)
  await desk.leave(page)
})

test('sixteen slow searches at once run six at a time, and pages of others answer meanwhile', async () => {
  const leaving = new AbortController()
  const searches = Array.from({ length: 16 }, async (_, n) => {
    const q = slowSearch('message', `cat ${n}`)
    const answer = await fetch(`${desk.url}/traces?${new URLSearchParams({ show: 'spans', q })}`, leaving)
    await answer.text()
  })
  const ended = Promise.allSettled(searches)
  await poll(runningSearches, running => running === MAX_SEARCHES)
  for (const path of ['/issues?last=1h', '/traces?last=1h', '/logs?last=1h', '/services?last=1h']) {
    expect((await fetch(desk.url + path)).status).toBe(200)
    expect(await runningSearches()).toBeGreaterThan(0)
    expect(await runningSearches()).toBeLessThanOrEqual(MAX_SEARCHES)
  }
  leaving.abort()
  await ended
  await poll(runningSearches, running => running === 0)
})
