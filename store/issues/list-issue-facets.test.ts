import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { exceptionRow, type InsertedRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countFacets } from './list-issue-facets.ts'
import { type RankIssuesParams, rankIssues } from './rank-issues.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const at = (hours: number) => nsOfMs(hourMs + hours * HOUR_MS)
const plain: RankIssuesParams = {
  range: { from: at(-48), to: at(1) },
  merges: { from: [], to: [], byRule: new Map() },
  muted: [],
  resolved: [],
  mine: [],
  owned: [],
  owners: [],
  tab: 'all',
  sort: 'last',
  offset: 0,
  limit: 100,
}

interface Thrown {
  readonly hours: number
  readonly issue: string
  readonly service?: string
  readonly release?: string
  readonly route?: string
}

const thrown = ({ hours, issue, service = 'shop', release = '1', route = '/cart' }: Thrown): InsertedRow =>
  exceptionRow({
    at: at(hours),
    service,
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, 'http.route': route },
  })

test('counts issues once by each facet; routes by their latest exception', async () => {
  await using store = await openTestStore([
    thrown({ hours: -3, issue: 'a', release: '1', route: '/old' }),
    thrown({ hours: -2, issue: 'a', release: '2' }),
    thrown({ hours: -2, issue: 'b', service: 'shop-browser' }),
    thrown({ hours: -60, issue: 'before' }),
  ])
  const { total, values } = await countFacets(store, { ...plain, owned: ['a'], owners: ['Ann'] })
  expect(total).toBe(2)
  expect(values).toEqual({
    environment: [{ value: '', count: 2 }],
    owner: [
      { value: '', count: 1 },
      { value: 'Ann', count: 1 },
    ],
    release: [
      { value: '1', count: 2 },
      { value: '2', count: 1 },
    ],
    route: [{ value: '/cart', count: 2 }],
    service: [
      { value: 'shop', count: 1 },
      { value: 'shop-browser', count: 1 },
    ],
    side: [
      { value: 'browser', count: 1 },
      { value: 'server', count: 1 },
    ],
  })
})

test('filtering by a facet value finds as many issues as its count, in every tab, with any owners and merges', async () => {
  await using store = await openTestStore()
  const issue = fc.constantFrom('a', 'b', 'c', 'd')
  const some = fc.uniqueArray(issue, { maxLength: 2 })
  const event = fc.record({
    hours: fc.integer({ min: -47, max: 0 }),
    issue,
    service: fc.constantFrom('shop', 'shop-browser'),
    release: fc.constantFrom('', '1', '2'),
    route: fc.constantFrom('', '/cart'),
  })
  const status = fc.record({
    tab: fc.constantFrom('open', 'mine', 'muted', 'resolved', 'all'),
    muted: some,
    resolved: some,
    owned: some,
    isMerged: fc.boolean(),
    text: fc.constantFrom('', 'no A', 'nothing like it'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), status, async (events, { isMerged, ...stands }) => {
      await store.empty()
      await store.insert(events.map(thrown))
      const owners = stands.owned.map((_, index) => ['Ann', 'Ben'][index] ?? '')
      const merges = {
        ...(isMerged ? { from: ['d'], to: ['a'] } : { from: [], to: [] }),
        byRule: new Map(),
      }
      const query: RankIssuesParams = { ...plain, ...stands, owners, merges, mine: stands.owned.slice(0, 1) }
      const listed = async (narrowed: Partial<RankIssuesParams>) =>
        (await rankIssues(store, { ...query, ...narrowed })).issues.length

      const { total, values } = await countFacets(store, query)
      expect(total).toBe(await listed({}))
      for (const [facet, of] of Object.entries(values)) {
        for (const { value, count } of of) {
          if (value !== '') expect([facet, value, count]).toEqual([facet, value, await listed({ [facet]: value })])
        }
      }
    }),
    runs(3),
  )
})
