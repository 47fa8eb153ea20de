import { expect, test } from 'vitest'
import { StoreError } from '../../store/store-error.ts'
import { nsOfMs } from '../../store/units.ts'
import { exceptionRow, type InsertedRow, logRow, spanRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { type ListAnswer, openApi } from './open-api.test-data.ts'

/** Lists are read whole, page by page and by export, while rows arrive. */

/** So many rows have the same nanosecond: more than two pages of 200. */
const SAME = 450
const OTHERS = 60
const beganMs = Date.now() - 600_000
const sameNs = nsOfMs(beganMs)

/** The time of a row: the first ones share it, others are before and after. */
const timeOf = (i: number) => (i < SAME ? sameNs : sameNs + BigInt(i - SAME - OTHERS / 2) * 1_000_000_000n)
const numbered = Array.from({ length: SAME + OTHERS }, (_, i) => i)
const hex = (i: number, digits: number) => (i + 1).toString(16).padStart(digits, '0')

const store = shareTestStore([
  ...numbered.map(i =>
    exceptionRow({
      at: timeOf(i),
      service: 'thrower',
      type: `Type${i % 7}`,
      attributes: { 'errata.issue.fingerprint': `issue-${i}` },
    }),
  ),
  ...numbered.map(i => logRow({ at: timeOf(i), service: 'logger', body: `line ${i}` })),
  ...numbered.map(i =>
    spanRow({
      at: timeOf(i),
      service: 'tracer',
      traceId: hex(i, 32),
      spanId: hex(i, 16),
      durationNs: BigInt(i % 5) * 1_000_000n,
    }),
  ),
])

/** Rows that come between two pages: one is newer than all, one older, one of that nanosecond. */
function arriving(page: number, path: string): InsertedRow[] {
  return [Date.now(), beganMs - 3_600_000, beganMs].flatMap((atMs, i) => {
    const at = nsOfMs(atMs)
    const [traceId, spanId] = [hex(1_000_000 + 10 * page + i, 32), hex(1_000_000 + 10 * page + i, 16)]
    if (/tracer/.test(path)) return [spanRow({ at, service: 'tracer', traceId, spanId })]
    if (/logger/.test(path)) return [logRow({ at, service: 'logger', body: 'arriving' })]
    const issues = [`arriving-${page}-${i}`, `issue-${200 + page}`] // The second is known: it must not move.
    return issues.map(issue =>
      exceptionRow({ at, service: 'thrower', type: 'Type3', attributes: { 'errata.issue.fingerprint': issue } }),
    )
  })
}

type Item = Readonly<Record<string, unknown>>

interface ListCase {
  readonly path: string
  /** Names a row, so that those that were there at the beginning are known again. */
  readonly name: (item: Item) => unknown
  readonly expected: readonly unknown[]
}

const traceIds = numbered.map(i => hex(i, 32))
const cases: readonly ListCase[] = [
  ...['-when', 'when', 'type', '-type'].map(sort => ({
    path: `/exceptions?service=thrower&sort=${sort}`,
    name: (item: Item) => item['issue'],
    expected: numbered.map(i => `issue-${i}`),
  })),
  ...['-time', 'time'].map(sort => ({
    path: `/logs?service=logger&sort=${sort}`,
    name: (item: Item) => item['body'],
    expected: numbered.map(i => `line ${i}`),
  })),
  ...['-began', 'began', '-duration', 'duration'].map(sort => ({
    path: `/spans?service=tracer&sort=${sort}`,
    name: (item: Item) => item['trace_id'],
    expected: traceIds,
  })),
  ...['-began', 'began', '-duration', 'spans'].map(sort => ({
    path: `/traces?service=tracer&sort=${sort}`,
    name: (item: Item) => item['id'],
    expected: traceIds,
  })),
  {
    path: '/issues?service=thrower&sort=first&tab=all',
    name: (item: Item) => item['id'],
    expected: numbered.map(i => `issue-${i}`),
  },
]

test.each(cases)('$path has every row once, while others arrive', async ({ path, name, expected }) => {
  const api = openApi(store())
  const ids: unknown[] = []
  const names = new Set<unknown>()
  const ranges = new Set<string>()
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const answer: ListAnswer<Item> = await api.read(`${path}&limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`)
    for (const item of answer.items) {
      ids.push(item['id'])
      names.add(name(item))
    }
    ranges.add(`${answer.from} ${answer.to}`)
    cursor = answer.next
    if (pages < 2) await store().insert(arriving(pages, path))
  }
  expect(pages).toBeGreaterThanOrEqual(3)
  expect(ids.length).toBe(new Set(ids).size)
  expect(expected.filter(one => !names.has(one))).toEqual([])
  expect(ranges.size).toBe(1)
})

test('a cursor of another filter is refused', async () => {
  const api = openApi(store())
  const { next } = await api.read<ListAnswer<Item>>('/logs?service=logger')
  const response = await api.call(`/logs?service=tracer&cursor=${next}`)
  expect(await response.json()).toMatchObject({ status: 400, errors: [{ parameter: 'cursor' }] })
  expect((await api.call(`/logs?service=logger&limit=1&cursor=${next}`)).status).toBe(200)
})

test('the next page is linked', async () => {
  const api = openApi(store())
  const response = await api.call('/logs?service=logger&limit=1')
  const { next }: ListAnswer<Item> = await response.json()
  expect(response.headers.get('link')).toBe(`</api/v1/logs?service=logger&limit=1&cursor=${next}>; rel="next"`)
})

const LINES = { accept: 'application/x-ndjson' }

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

test.each(['/logs?service=logger&q=line', '/issues?service=thrower&sort=first&tab=all'])(
  'an export of %s has the rows of all pages, and says at its end how many',
  async path => {
    const api = openApi(store())
    const response = await api.call(path, { headers: LINES })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = linesOf(await response.text())
    const rows = lines.slice(0, -1)
    expect(lines.at(-1)).toEqual({ end: true, rows: rows.length })
    expect(rows.length).toBeGreaterThanOrEqual(SAME + OTHERS)
    const first: ListAnswer<Item> = await api.read(`${path}&limit=200`)
    expect(rows.slice(0, 200)).toEqual(first.items)
  },
)

test('an export of nothing ends too', async () => {
  const response = await openApi(store()).call('/logs?service=nobody', { headers: LINES })
  expect(await response.text()).toBe('{"end":true,"rows":0}\n')
})

test('an order that changes meanwhile is not exported', async () => {
  const response = await openApi(store()).call('/issues?sort=impact', { headers: LINES })
  expect(await response.json()).toMatchObject({ status: 400, errors: [{ parameter: 'sort' }] })
})

test('an export reads a page only when the one before was taken, and none once its reader has left', async () => {
  const queries: string[] = []
  const counted = store()
  const api = openApi({
    ...counted,
    query: (query, signal) => {
      queries.push(query.name)
      return counted.query(query, signal)
    },
  })
  const leaving = new AbortController()
  const response = await api.call('/logs?service=logger', { headers: LINES, signal: leaving.signal })
  const reader = response.body?.getReader()
  await reader?.read()
  await new Promise(resolve => setImmediate(resolve))
  const asked = queries.length
  leaving.abort()
  await reader?.cancel()
  expect(queries.length).toBe(asked)
})

test('an export whose database fails says so in its last line', async () => {
  const whole = store()
  let isAway = false
  const api = openApi({
    ...whole,
    query: (query, signal) => (isAway ? Promise.reject(new StoreError('away', undefined)) : whole.query(query, signal)),
  })
  const response = await api.call('/logs?service=logger&q=line', { headers: LINES })
  isAway = true
  const last = linesOf(await response.text()).at(-1)
  expect(last).toMatchObject({ end: false, rows: 499, problem: { type: 'docs/api.md#database-unavailable' } })
})

test('to HEAD no export is begun', async () => {
  const api = openApi(store())
  for (let i = 0; i < 5; i++) {
    const response = await api.call('/logs?service=logger', { method: 'HEAD', headers: LINES })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  }
  expect((await api.call('/logs?service=nobody', { headers: LINES })).status).toBe(200)
})

test('at most four exports run at once, and one that was left makes room', async () => {
  const api = openApi(store())
  const open = await Promise.all(Array.from({ length: 4 }, () => api.call('/logs?service=logger', { headers: LINES })))
  expect((await api.call('/logs', { headers: LINES })).status).toBe(429)
  await open[0]?.body?.cancel()
  const fifth = await api.call('/logs?service=nobody', { headers: LINES })
  expect(fifth.status).toBe(200)
  await Promise.all([...open.slice(1), fifth].map(each => each.body?.cancel()))
})
