import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTime } from '../../test/in-time.ts'
import { exceptionRow, openTestStore, type Row, type TestStore } from '../../test/store/open-test-store.ts'
import { getException } from '../exceptions/get-exception.ts'
import { countsIn } from '../issue-events/merges.ts'
import { type PartedBy, writePart } from '../issue-events/rules.ts'
import { stateIssues, undo } from '../issue-events/state-issues.ts'
import { type Ns, nsOfMs } from '../units.ts'
import { findIssueOf } from './find-issue-of.ts'
import { getIssue, type Issue } from './get-issue.ts'
import { getIssueTags } from './get-issue-tags.ts'
import { listIssues } from './list-issues.ts'
import { readStates } from './read-states.ts'

const MINUTE_NS = 60_000_000_000n
/** Twelve hours ago, in the middle of an hour: a clock that the test moves. */
const startNs = nsOfMs(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 12 * 3_600_000 + 1_800_000)
const at = (minutes: number): Ns => startNs + BigInt(minutes) * MINUTE_NS
const range = { from: at(-60), to: at(600) }

interface Happening {
  readonly minute: number
  readonly message?: string
  readonly route?: string
  readonly release?: string
  readonly session?: string
}

const thrown = ({ minute, message = 'm', route = '/', release = '1', session = '' }: Happening): Row =>
  exceptionRow({
    at: at(minute),
    message,
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': 'whole', 'http.route': route, 'session.id': session, 'user.id': session },
  })

const part = (store: TestStore, minute: number, by: PartedBy) =>
  stateIssues(store, {
    who: 'Ann',
    atNs: at(minute),
    statements: [{ issue: 'whole', what: 'parted', value: writePart(by) }],
  })
const list = async (store: TestStore) =>
  (await listIssues(store, { range, nowNs: at(599), tab: 'all', sort: 'last', offset: 0, limit: 50, who: '' })).issues
const read = async (store: TestStore, issue: string): Promise<Issue> => {
  const found = await getIssue(store, { issue, range, nowNs: at(599) })
  if (found === undefined || 'mergedInto' in found) throw new Error(`${issue} is not there`)
  return found
}
const partsOf = async (store: TestStore) => (await readStates(store, { nowNs: at(599) })).merges.parts

test('what a route, a release or words of the message part is an issue of its own, what comes later too, until that is undone', async () => {
  await using store = await openTestStore([
    thrown({ minute: 1, route: '/cart', session: 'x' }),
    thrown({ minute: 2, release: '2', message: 'no price of 5' }),
    thrown({ minute: 3 }),
  ])
  const batch = await part(store, 10, { by: 'route', is: '/cart' })
  await part(store, 11, { by: 'message', is: 'price of' })
  await store.insert([thrown({ minute: 20, route: '/cart' }), thrown({ minute: 21, message: 'the price\nof 7' })])

  const [cart, price] = await partsOf(store)
  const counted = async () => Object.fromEntries((await list(store)).map(({ issue, events }) => [issue, events]))
  expect(await counted()).toEqual({ whole: 1, [`${cart?.issue}`]: 2, [`${price?.issue}`]: 2 })
  const own = await read(store, `${cart?.issue}`)
  expect(own).toMatchObject({
    firstSeenNs: at(1),
    lastSeenNs: at(20),
    counts: { events: 2, sessionCount: 1 },
    partOf: { of: ['whole'] },
    words: { route: '/cart' },
  })
  expect(own.occurrences.map(({ atNs }) => atNs)).toEqual([at(20), at(1)])
  const { tags } = await getIssueTags(store, { issue: own, range })
  expect(tags.find(({ tag }) => tag === 'route')).toMatchObject({ value: '/cart', has: 2, looked: 2 })
  expect((await read(store, 'whole')).occurrences).toHaveLength(1)

  await undo(store, { who: 'Ben', atNs: at(30), batch, issues: ['whole'] })
  expect(await counted()).toEqual({ whole: 3, [`${price?.issue}`]: 2 })
})

test('a part is muted, resolved and merged like any issue', async () => {
  await using store = await openTestStore([thrown({ minute: 1, route: '/cart' }), thrown({ minute: 3 })])
  await part(store, 10, { by: 'route', is: '/cart' })
  const [{ issue } = { issue: '' }] = await partsOf(store)
  const standing = async () => (await readStates(store, { nowNs: at(599) })).of(issue).standing
  const say = (minute: number, what: 'muted' | 'resolved' | 'merged', value: string) =>
    stateIssues(store, { who: 'Ann', atNs: at(minute), statements: [{ issue, what, value }] })

  await say(11, 'muted', 'events 1')
  await store.insert([thrown({ minute: 12 })])
  expect(await standing()).toBe('muted')
  await store.insert([thrown({ minute: 13, route: '/cart' })])
  expect(await standing()).toBe('open')

  await say(20, 'resolved', 'now')
  expect(await standing()).toBe('resolved')
  await store.insert([thrown({ minute: 21, route: '/cart' })])
  expect(await standing()).toBe('open')

  await store.insert([exceptionRow({ at: at(22), attributes: { 'errata.issue.fingerprint': 'other' } })])
  await say(23, 'merged', 'other')
  expect((await list(store)).map(of => [of.issue, of.events])).toEqual([
    ['other', 4],
    ['whole', 2],
  ])
})

test('an exception leads to the issue that it was parted or merged into, by what that is called', async () => {
  await using store = await openTestStore([
    thrown({ minute: 1, route: '/cart' }),
    thrown({ minute: 3, message: 'no price' }),
    exceptionRow({ at: at(4), message: 'no order', attributes: { 'errata.issue.fingerprint': 'other' } }),
  ])
  const of = (whole: Pick<Parameters<typeof findIssueOf>[1], 'route' | 'message'>) =>
    findIssueOf(store, { issue: 'whole', service: 'shop', type: 'TypeError', release: '1', ...whole })
  const [cart, rest] = [
    { route: '/cart', message: 'm' },
    { route: '/', message: 'no price' },
  ]
  const asRuled = { issue: 'whole', partedBy: undefined, isMerged: false, words: undefined }
  expect(await of(cart)).toEqual(asRuled)

  await part(store, 10, { by: 'route', is: '/cart' })
  const [{ issue, by } = { issue: '', by: undefined }] = await partsOf(store)
  expect(await of(cart)).toMatchObject({ issue, partedBy: by, isMerged: false, words: { message: 'm' } })
  expect(await of(rest)).toEqual(asRuled)

  const merged = { who: 'Ann', atNs: at(11), statements: [{ issue: 'whole', what: 'merged' as const, value: 'other' }] }
  await stateIssues(store, merged)
  expect(await of(cart)).toMatchObject({ issue, isMerged: false })
  expect(await of(rest)).toMatchObject({
    issue: 'other',
    partedBy: undefined,
    isMerged: true,
    words: { message: 'no order' },
  })
})

const happening = fc.record({
  minute: fc.integer({ min: 0, max: 300 }),
  message: fc.constantFrom('no price', 'a price, no order', 'order 5\nhas no price', '100% of \u{1f600} [x]'),
  route: fc.constantFrom('/', '/cart', '/cart/.*'),
  release: fc.constantFrom('1', '1.0'),
  session: fc.constantFrom('', 'x', 'y'),
})
const partedBy: fc.Arbitrary<PartedBy> = fc.oneof(
  fc.constantFrom('price', 'order price', 'price order', '100 x').map(is => ({ by: 'message' as const, is })),
  fc.constantFrom('/', '/cart', '/cart/.*').map(is => ({ by: 'route' as const, is })),
  fc.constantFrom('1', '1.0').map(is => ({ by: 'release' as const, is })),
)
const holds = ({ by, is }: PartedBy, { message = '', route, release }: Happening) =>
  by === 'message' ? new RegExp(is.replace(' ', '.*'), 's').test(message) : (by === 'route' ? route : release) === is

test('however rows are cut, ordered and repeated, each exception is in one part, and every number is exact', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 1, maxLength: 12 }),
      fc.uniqueArray(partedBy, { minLength: 1, maxLength: 3, selector: writePart }),
      fc.infiniteStream(fc.nat()),
      inTime(100_000, async (happenings, partings, random) => {
        const rows = happenings.map(thrown)
        await using store = await openTestStore()
        const shuffled = rows
          .map(row => ({ row, by: random.next().value ?? 0 }))
          .sort((x, y) => x.by - y.by)
          .map(({ row }) => row)
        await store.insert(shuffled.slice(0, Math.ceil(rows.length / 2)))
        for (const [nth, by] of partings.entries()) await part(store, 301 + nth, by)
        await store.insert(shuffled.slice(Math.floor(rows.length / 3)))
        await store.insert(shuffled.slice(0, 2))

        const parts = await partsOf(store)
        const issueOf = (one: Happening) => parts[partings.findIndex(by => holds(by, one))]?.issue ?? 'whole'
        const expected = [...Map.groupBy(happenings, issueOf)].map(([issue, own]) => ({
          issue,
          events: own.length,
          sessions: new Set(own.map(({ session }) => session).filter(Boolean)).size,
          users: new Set(own.map(({ session }) => session).filter(Boolean)).size,
          firstSeenNs: at(Math.min(...own.map(({ minute }) => minute))),
          lastSeenNs: at(Math.max(...own.map(({ minute }) => minute))),
        }))
        const byIssue = <Of extends { issue: string }>(of: readonly Of[]) =>
          of.toSorted((a, b) => (a.issue < b.issue ? -1 : 1))
        const listed = await list(store)
        expect(
          byIssue(
            listed.map(({ issue, events, sessions, users, firstSeenNs, lastSeenNs }) => ({
              issue,
              events,
              sessions,
              users,
              firstSeenNs,
              lastSeenNs,
            })),
          ),
        ).toEqual(byIssue(expected))
        for (const { issue, events, slots } of listed) {
          expect(slots.reduce((sum, slot) => sum + slot.events, 0)).toBe(events)
          const own = await read(store, issue)
          const { tags } = await getIssueTags(store, { issue: own, range })
          expect([own.counts.events, own.occurrences.length, tags[0]?.looked]).toEqual([events, events, events])
          for (const occurrence of own.occurrences) {
            const exception = await getException(store, occurrence)
            expect(exception && countsIn(exception, own.merges).issue).toBe(issue)
          }
        }
      }),
    ),
    { numRuns: 8 },
  )
})
