import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cursor, type PageQueryParams, type PageRequest, readNewestFirst } from './newest-first.ts'

const MINUTE_NS = 60_000_000_000n
const DAY_NS = 1440n * MINUTE_NS

interface Row extends Cursor {
  readonly belongs: boolean
}

/** A fake store: the rows of a window in list order. */
const readOf = (rows: readonly Row[]) => async (window: PageQueryParams) =>
  rows
    .filter(
      ({ atNs, id }) =>
        atNs >= window.fromNs && (atNs < window.beforeNs || (atNs === window.beforeNs && id > window.afterId)),
    )
    .toSorted(byPlace)
    .slice(0, window.limit)

const byPlace = (a: Cursor, b: Cursor) => (a.atNs === b.atNs ? (a.id < b.id ? -1 : 1) : a.atNs > b.atNs ? -1 : 1)
const select = async (candidates: readonly Row[]) => candidates.filter(({ belongs }) => belongs)

async function allPages(
  rows: readonly Row[],
  request: PageRequest & { firstWindowNs: bigint | undefined },
): Promise<Row[]> {
  const pages: Row[] = []
  for (let after: Cursor | undefined; ; after = pages.at(-1)) {
    const page = await readNewestFirst({ ...request, after }, readOf(rows), select)
    pages.push(...page)
    if (page.length < request.limit) return pages
  }
}

/** Crowded rows: few distinct times, many equal, some years apart. */
const crowded = fc.uniqueArray(
  fc.record({
    atNs: fc.oneof(
      fc.constantFrom(0n, 1n, 299_999_999_999n, 300_000_000_000n, 2n * DAY_NS, 700n * DAY_NS),
      fc.bigInt({ min: 0n, max: 40n }).map(minutes => 700n * DAY_NS - minutes * MINUTE_NS),
    ),
    id: fc.integer({ min: 0, max: 255 }).map(n => n.toString(16).padStart(16, '0')),
    belongs: fc.boolean(),
  }),
  { selector: ({ atNs, id }) => `${atNs} ${id}`, maxLength: 120 },
)

const firstWindow = fc.constantFrom(undefined, MINUTE_NS, DAY_NS)

test('the pages of a list have every row once, in a total order', async () => {
  await fc.assert(
    fc.asyncProperty(
      crowded,
      fc.integer({ min: 1, max: 60 }),
      fc.boolean(),
      firstWindow,
      async (rows, limit, isCut, firstWindowNs) => {
        const range = { from: isCut ? 300_000_000_000n : 0n, to: isCut ? 700n * DAY_NS : 701n * DAY_NS }
        const listed = rows.filter(({ atNs, belongs }) => belongs && atNs >= range.from && atNs < range.to)

        expect(await allPages(rows, { range, limit, firstWindowNs })).toEqual(listed.toSorted(byPlace))
      },
    ),
  )
})

test('a page reads only the newest minutes if they have enough rows', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({
    atNs: 700n * DAY_NS - BigInt(i) * 1_000_000_000n,
    id: String(i).padStart(16, '0'),
    belongs: true,
  }))
  const asked: PageQueryParams[] = []
  const read = (window: PageQueryParams) => {
    asked.push(window)
    return readOf(rows)(window)
  }

  await readNewestFirst({ range: { from: 0n, to: 701n * DAY_NS }, limit: 50, after: rows[10] }, read, select)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.beforeNs).toBe(rows[10]?.atNs)
  expect((asked[0]?.beforeNs ?? 0n) - (asked[0]?.fromNs ?? 0n)).toBeLessThanOrEqual(10n * MINUTE_NS)
})

test('an empty list of ninety days takes five queries', async () => {
  let asked = 0
  const read = async () => {
    asked += 1
    return []
  }

  expect(await readNewestFirst({ range: { from: 610n * DAY_NS, to: 700n * DAY_NS }, limit: 50 }, read, select)).toEqual(
    [],
  )
  expect(asked).toBeLessThanOrEqual(5)
})

test('if rows are read in order, an empty list and a sparse one take three queries', async () => {
  const range = { from: 610n * DAY_NS, to: 700n * DAY_NS }
  const windowsOf = async (rows: readonly Row[]) => {
    const asked: PageQueryParams[] = []
    const read = (window: PageQueryParams) => {
      asked.push(window)
      return readOf(rows)(window)
    }
    await readNewestFirst({ range, limit: 50, readsInOrder: true }, read, select)
    return asked
  }
  const belongs = true
  const row = (minutes: bigint) => ({ atNs: 700n * DAY_NS - minutes * MINUTE_NS, id: '0000000000000001', belongs })

  expect(await windowsOf([])).toHaveLength(3)
  expect((await windowsOf([])).at(-1)?.fromNs).toBe(range.from)
  expect(await windowsOf([row(4n), row(70_000n)])).toHaveLength(3)
})
