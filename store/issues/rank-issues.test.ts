import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, type Row } from '../../test/store/open-test-store.ts'
import { countIssues } from '../issue-counts/count-issues.ts'
import { listIssueTitles } from '../issue-counts/list-issue-titles.ts'
import { nsOfMs } from '../units.ts'
import { type RankQuery, rankIssues } from './rank-issues.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const at = (hours: number) => nsOfMs(hourMs + hours * HOUR_MS)
const nobody = { from: [], to: [], byRule: new Map() }
const plain: RankQuery = {
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
}: Thrown): Row =>
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
  expect(open.issues[1]).toEqual({ issue: 'often', firstSeenNs: at(-5), lastSeenNs: nsOfMs(hourMs + -4.8 * HOUR_MS) })
  const counts = await countIssues(store, { ...query, issues: ['often', 'long-ago'] })
  expect([...counts]).toMatchObject([['often', { events: 3, sessions: 2, users: 1 }]])
  const ranked = async (changes: Partial<RankQuery>) =>
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

test('a text matches type and message, case-insensitively, and the counts are of the matches', async () => {
  await using store = await openTestStore([
    thrown({ hours: -4, issue: 'a', message: 'no cart' }),
    thrown({ hours: -3, issue: 'b', message: 'no price' }),
    thrown({ hours: -2, issue: 'c', message: 'no cart then' }),
    thrown({ hours: -1, issue: 'c', message: 'Ünpaid' }),
  ])
  const found = async (text: string, merges: RankQuery['merges'] = nobody) => {
    const { issues, counts } = await rankIssues(store, { ...plain, text, merges })
    return [issues.map(({ issue }) => issue), counts.all]
  }
  expect(await found('CART')).toEqual([['a'], 1])
  expect(await found('typeerror')).toEqual([['c', 'b', 'a'], 3])
  expect(await found('ünp')).toEqual([['c'], 1])
  expect(await found('ünp', { from: ['c'], to: ['b'], byRule: new Map() })).toEqual([['b'], 1])
  expect(await found('price', { from: ['c'], to: ['b'], byRule: new Map() })).toEqual([[], 0])
})

test('thousands of issues may be muted, found by a text and merged', async () => {
  const names = Array.from({ length: 4_000 }, (_, n) => `${n}`.padStart(16, 'a'))
  await using store = await openTestStore([
    thrown({ hours: -1, issue: 'a' }),
    thrown({ hours: -2, issue: names[7] ?? '' }),
  ])
  const merges = { from: names.slice(8), to: names.slice(8).map(() => 'a'), byRule: new Map() }
  const { counts } = await rankIssues(store, { ...plain, muted: names, merges, text: 'e' })
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
    message: 'later',
    type: 'TypeError',
    function: 'pay pay.js',
    firstRelease: '1',
    lastRelease: '2',
  })
})
