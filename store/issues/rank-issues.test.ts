import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { runs } from '../../test/property-runs.ts'
import { exceptionRow, type InsertedRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countIssues } from './count-issues.ts'
import { listIssueTitles } from './list-issue-titles.ts'
import { type RankIssuesParams, rankIssues } from './rank-issues.ts'
import { seemsStopped } from './seems-stopped.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const at = (hours: number) => nsOfMs(hourMs + hours * HOUR_MS)
const nobody = { from: [], to: [], byRule: new Map() }
const plain: RankIssuesParams = {
  range: { from: at(-24), to: at(1) },
  merges: nobody,
  muted: [],
  resolved: [],
  mine: [],
  owned: [],
  owners: [],
  tab: 'open',
  sort: 'last',
  offset: 0,
  limit: 10,
}

interface Thrown {
  readonly hours: number
  readonly issue: string
  readonly session?: string
  readonly user?: string
  readonly release?: string
  readonly service?: string
  readonly message?: string
}

const thrown = ({
  hours,
  issue,
  session = '',
  user = '',
  release = '',
  service = 'shop',
  message = 'm',
}: Thrown): InsertedRow =>
  exceptionRow({
    at: at(hours),
    service,
    message,
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, 'session.id': session, 'user.id': user },
  })

test('ranks the issues of a tab by the sort order, and counts every tab', async () => {
  await using store = await openTestStore([
    ...['x', 'x', 'y'].map((session, i) => thrown({ hours: -5 + i / 10, issue: 'often', session, user: 'ann' })),
    thrown({ hours: -1, issue: 'lately' }),
    thrown({ hours: -2, issue: 'quiet' }),
    thrown({ hours: -3, issue: 'done' }),
    thrown({ hours: -100, issue: 'long-ago' }),
  ])
  const query = { ...plain, muted: ['quiet'], resolved: ['done'], mine: ['often'] }
  const open = await rankIssues(store, query)
  expect(open.issues.map(({ issue }) => issue)).toEqual(['lately', 'often'])
  expect(open.counts).toEqual({ open: 2, mine: 1, muted: 1, resolved: 1, all: 4 })
  const seen = { firstSeenNs: at(-5), lastSeenNs: nsOfMs(hourMs + -4.8 * HOUR_MS) }
  expect(open.issues[1]).toEqual({ issue: 'often', ...seen, counts: { events: 3, sessions: 2, users: 1 } })
  const ranked = async (changes: Partial<RankIssuesParams>) =>
    (await rankIssues(store, { ...query, ...changes })).issues.map(({ issue }) => issue)
  expect(await ranked({ sort: 'first' })).toEqual(['lately', 'often'])
  for (const sort of ['events', 'sessions', 'users'] as const)
    expect(await ranked({ sort })).toEqual(['often', 'lately'])
  expect(await ranked({ tab: 'mine' })).toEqual(['often'])
  expect(await ranked({ tab: 'muted' })).toEqual(['quiet'])
  expect(await ranked({ tab: 'resolved' })).toEqual(['done'])
  expect(await ranked({ tab: 'all', offset: 1, limit: 2 })).toEqual(['quiet', 'done'])
  expect(await ranked({ service: 'stock' })).toEqual([])
})

test('an empty tab still has the counts of the others', async () => {
  await using store = await openTestStore([thrown({ hours: -1, issue: 'a' })])
  const { issues, counts } = await rankIssues(store, { ...plain, tab: 'muted' })
  expect([issues, counts.open, counts.all]).toEqual([[], 1, 1])
})

test('a search matches what one exception of an issue is, and the counts are of the matches', async () => {
  await using store = await openTestStore([
    thrown({ hours: -4, issue: 'a', message: 'no cart' }),
    thrown({ hours: -3, issue: 'b', message: 'no price' }),
    thrown({ hours: -2, issue: 'c', message: 'no cart then' }),
    thrown({ hours: -1, issue: 'c', message: 'Ünpaid' }),
  ])
  const found = async (text: string, merges: RankIssuesParams['merges'] = nobody) => {
    const { search, mistakes } = parseSearch(text, 'issues')
    expect(mistakes).toEqual([])
    const owned = { owned: ['a', 'b'], owners: ['ada', 'bob'] }
    const { issues, counts } = await rankIssues(store, { ...plain, ...owned, search, merges })
    return [issues.map(({ issue }) => issue), counts.all]
  }
  expect(await found('CART')).toEqual([['c', 'a'], 2])
  expect(await found('no CART')).toEqual([['c', 'a'], 2])
  expect(await found('typeerror')).toEqual([['c', 'b', 'a'], 3])
  expect(await found('ünp')).toEqual([['c'], 1])
  expect(await found('ünp', { from: ['c'], to: ['b'], byRule: new Map() })).toEqual([['b'], 1])
  expect(await found('price', { from: ['c'], to: ['b'], byRule: new Map() })).toEqual([['b'], 1])
  expect(await found('message:"no price" type:*Error')).toEqual([['b'], 1])
  expect(await found('-message:~cart')).toEqual([['c', 'b'], 2])
  expect(await found('cart unpaid')).toEqual([[], 0])
  expect(await found('issue:a OR issue:b')).toEqual([['b', 'a'], 2])
  expect(await found('owner:ada')).toEqual([['a'], 1])
  expect(await found('-owner:ada has:owner')).toEqual([['b'], 1])
  expect(await found('-has:owner')).toEqual([['c'], 1])
  expect(await found('owner:bob cart', { from: ['a'], to: ['b'], byRule: new Map() })).toEqual([['b'], 1])
})

test('thousands of issues may be muted, found by a text and merged', async () => {
  const names = Array.from({ length: 4_000 }, (_, n) => `${n}`.padStart(16, 'a'))
  await using store = await openTestStore([
    thrown({ hours: -1, issue: 'a' }),
    thrown({ hours: -2, issue: names[7] ?? '' }),
  ])
  const merges = { from: names.slice(8), to: names.slice(8).map(() => 'a'), byRule: new Map() }
  const { counts } = await rankIssues(store, {
    ...plain,
    muted: names,
    merges,
    search: parseSearch('e', 'issues').search,
  })
  expect([counts.all, counts.muted]).toEqual([2, 1])
})

test('merged issues are one, with sessions counted once', async () => {
  await using store = await openTestStore([
    thrown({ hours: -3, issue: 'a', session: 'x', release: '1' }),
    thrown({ hours: -2, issue: 'b', session: 'x', release: '2', message: 'later' }),
    thrown({ hours: -1, issue: 'c' }),
  ])
  const merges = { from: ['b'], to: ['a'], byRule: new Map() }
  const { issues, counts } = await rankIssues(store, { ...plain, merges })
  expect(issues.map(({ issue }) => issue)).toEqual(['c', 'a'])
  expect(counts.all).toBe(2)
  expect([...(await countIssues(store, { ...plain, merges, issues: ['a', 'c'] }))]).toMatchObject([
    ['a', { events: 2, sessions: 1, users: 0 }],
    ['c', { events: 1, sessions: 0, users: 0 }],
  ])
  expect((await listIssueTitles(store, { issues: ['a'], merges })).get('a')).toMatchObject({
    message: 'm',
    type: 'TypeError',
    function: 'pay pay.js',
    firstRelease: '1',
    lastRelease: '2',
  })
})

const impacts = fc.uniqueArray(
  fc.record({
    issue: fc.stringMatching(/^[a-f]{1,3}$/),
    users: fc.integer({ min: 0, max: 6 }),
    sessions: fc.integer({ min: 0, max: 6 }),
    events: fc.integer({ min: 1, max: 40 }),
    before: fc.integer({ min: 0, max: 60 }),
    // Of the range, before its end.
    last: fc.constantFrom(0.6, 0.3, 0.01),
  }),
  { selector: ({ issue }) => issue, minLength: 1, maxLength: 9 },
)

/** Read by minutes, by hours, and the time before by whole days too. */
const lengths = fc.constantFrom(0.25, 24, 72)

test('pages by impact are in the order of users, or else sessions or the root of events, times increase, those that stopped last, each once', async () => {
  await fc.assert(
    fc.asyncProperty(impacts, fc.integer({ min: 1, max: 4 }), lengths, async (all, pageSize, hours) => {
      const previously = -1.4 * hours
      const rows = all.flatMap(({ issue, users, sessions, events, before, last }) => [
        ...Array.from({ length: Math.max(events, users, sessions) }, (_, i) =>
          thrown({
            hours: -last * hours - i / 1_000,
            issue,
            user: users > 0 ? `u${i % users}` : '',
            session: sessions > 0 ? `s${i % sessions}` : '',
          }),
        ),
        ...Array.from({ length: before }, (_, i) => thrown({ hours: previously + i / 1_000, issue, user: `b${i}` })),
      ])
      await using store = await openTestStore(rows)
      const range = { from: at(-hours), to: at(0) }
      const impactOf = ({ users, sessions, events, before }: (typeof all)[number]) => {
        const increase = (Math.max(events, users, sessions) + 10) / (before + 10)
        const affected = Math.floor(1_000 * (users || sessions || Math.sqrt(events)))
        return Math.floor(affected * Math.min(10, Math.max(1, increase)) + 1e-6)
      }
      const eventsOf = ({ users, sessions, events }: (typeof all)[number]) => Math.max(events, users, sessions)
      const hasStopped = (one: (typeof all)[number]) => {
        const [lastSeenNs, events] = [at(-one.last * hours), eventsOf(one)]
        const firstSeenNs = at(one.before > 0 ? previously : -one.last * hours - (events - 1) / 1_000)
        return seemsStopped({ firstSeenNs, lastSeenNs, events }, { range, nowNs: at(24) })
      }
      const expected = all.toSorted(
        (a, b) =>
          Number(hasStopped(a)) - Number(hasStopped(b)) ||
          impactOf(b) - impactOf(a) ||
          eventsOf(b) - eventsOf(a) ||
          (a.issue < b.issue ? -1 : 1),
      )
      const paged: string[] = []
      for (let offset = 0; offset < all.length; offset += pageSize) {
        // A day later, so that no issue is new.
        const page = await rankIssues(store, {
          ...plain,
          range,
          sort: 'impact',
          nowNs: at(24),
          offset,
          limit: pageSize,
        })
        paged.push(...page.issues.map(({ issue }) => issue))
      }
      expect(paged).toEqual(expected.map(({ issue }) => issue))
    }),
    runs(3),
  )
})

test('of issues with equal users, one that is new or increases is above an old one, also in a short range', async () => {
  const often = (issue: string, hours: readonly number[]) =>
    hours.flatMap(start => [0, 1, 2, 3].map(i => thrown({ hours: start + i / 1_000, issue, user: `u${i}` })))
  await using store = await openTestStore([
    ...often('a-steady', [-100, -1.5, -0.5]),
    ...often('increases', [-100, -0.5, -0.4]),
    ...often('new', [-5, -1.5, -0.5]),
  ])
  const range = { from: at(-1), to: at(0) }
  const { issues } = await rankIssues(store, { ...plain, range, sort: 'impact' })
  expect(issues.map(({ issue }) => issue)).toEqual(['increases', 'new', 'a-steady'])
})

test('an issue of a server without users or sessions is not below all that name one', async () => {
  const many = Array.from({ length: 49 }, (_, i) => thrown({ hours: -0.1 - i / 3, issue: 'server' }))
  const visitors = (issue: string, users: number) =>
    Array.from({ length: users }, (_, i) => thrown({ hours: -3 + i / 100, issue, user: `u${i}` }))
  const before = ['server', 'eight', 'six'].flatMap(issue =>
    Array.from({ length: 49 }, (_, i) => thrown({ hours: -30 + i / 100, issue })),
  )
  await using store = await openTestStore([...before, ...many, ...visitors('eight', 8), ...visitors('six', 6)])
  const { issues } = await rankIssues(store, { ...plain, sort: 'impact' })
  expect(issues.map(({ issue }) => issue)).toEqual(['eight', 'server', 'six'])
})

const scopes = fc.record({
  service: fc.constantFrom('', 'shop', 'shop-browser'),
  release: fc.constantFrom('', '1', '2'),
  side: fc.constantFrom('', 'browser', 'server'),
  hidden: fc.constantFrom([], ['shop']),
  tab: fc.constantFrom('open', 'muted', 'all'),
  owner: fc.constantFrom('', 'ada'),
  sort: fc.constantFrom('last', 'first'),
  hours: lengths,
} as const)

const occurrences = fc.array(
  fc.record({
    // To the minute, on either side of every range's start.
    hours: fc.integer({ min: -80 * 60, max: 0 }).map(minutes => minutes / 60),
    issue: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    service: fc.constantFrom('shop', 'shop-browser', 'stock'),
    release: fc.constantFrom('1', '2'),
  }),
  { minLength: 1, maxLength: 30 },
)

test('a range that ends now has the same issues in the same order with and without counts', async () => {
  await fc.assert(
    fc.asyncProperty(occurrences, fc.array(scopes, { minLength: 10, maxLength: 10 }), async (rows, all) => {
      await using store = await openTestStore(rows.map(thrown))
      const states = { muted: ['b'], owned: ['a', 'c'], owners: ['ada', 'bob'] }
      const merges = { from: ['d'], to: ['e'], byRule: new Map() }
      for (const { hours, ...scope } of all) {
        const query = { ...plain, ...states, merges, ...scope, range: { from: at(-hours), to: at(1) } }
        const byTime = await rankIssues(store, { ...query, nowNs: at(0.5) })
        const { issues, ...tabs } = await rankIssues(store, query)
        const uncounted = issues.map(issue => ({ ...issue, counts: undefined }))
        expect(byTime, JSON.stringify({ hours, ...scope })).toEqual({ ...tabs, issues: uncounted })
      }
    }),
    runs(2),
  )
})

test('a range counts to the nanosecond, and the issues of the rest of its five minutes are not listed', async () => {
  await using store = await openTestStore([
    thrown({ hours: -0.1, issue: 'now' }),
    thrown({ hours: -0.26, issue: 'just before' }),
    thrown({ hours: -0.02, issue: 'just after' }),
  ])
  const { issues } = await rankIssues(store, { ...plain, range: { from: at(-0.255), to: at(-0.03) } })
  expect(issues.map(({ issue }) => issue)).toEqual(['now'])
})

test('by first time, the page after an issue goes on behind it, whatever was thrown meanwhile', async () => {
  await using store = await openTestStore([
    ...['d', 'c', 'b', 'a'].map(issue => thrown({ hours: -2, issue })),
    thrown({ hours: -1, issue: 'newest' }),
    thrown({ hours: -3, issue: 'oldest' }),
  ])
  const query = { ...plain, sort: 'first', limit: 2 } as const
  const pages: string[][] = []
  for (let after: RankIssuesParams['after'], i = 0; i < 3; i++) {
    const { issues, counts } = await rankIssues(store, { ...query, after })
    pages.push(issues.map(({ issue }) => issue))
    expect(counts.open).toBe(6 + i)
    after = issues.at(-1)
    // One that is newer, and more of one that comes later.
    await store.insert([thrown({ hours: -0.5, issue: `new ${i}` }), thrown({ hours: -0.4, issue: 'c' })])
  }
  expect(pages).toEqual([
    ['newest', 'a'],
    ['b', 'c'],
    ['d', 'oldest'],
  ])
})
