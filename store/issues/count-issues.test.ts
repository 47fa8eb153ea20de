import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { exceptionRow, type InsertedRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { previousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { chooseBuckets, countIssues } from './count-issues.ts'
import { NO_MERGES } from './merges.ts'
import { rankIssues } from './rank-issues.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const at = (hours: number) => nsOfMs(hourMs + hours * HOUR_MS)
const anyStatus = {
  muted: [],
  resolved: [],
  mine: [],
  owned: [],
  owners: [],
  tab: 'all',
  offset: 0,
  limit: 10,
} as const

interface Thrown {
  readonly hours: number
  readonly issue: string
  readonly session: string
  readonly user: string
}

const thrown = ({ hours, issue, session, user }: Thrown): InsertedRow =>
  exceptionRow({
    at: at(hours),
    attributes: { 'errata.issue.fingerprint': issue, 'session.id': session, 'user.id': user },
  })

test('counts and their order are right by hours and by days, however rows were delivered', async () => {
  const event = fc.record({
    hours: fc.integer({ min: -70, max: 0 }),
    issue: fc.constantFrom('a', 'b'),
    session: fc.constantFrom('', 'x', 'y'),
    user: fc.constantFrom('', 'ann', 'ben'),
    isEvent: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 15 }),
      fc.integer({ min: 1, max: 70 }),
      async (events, back) => {
        const rows = events.map(({ isEvent, ...of }, i) =>
          isEvent
            ? spanRow({
                at: at(of.hours),
                attributes: { 'session.id': of.session },
                events: [
                  {
                    name: 'exception',
                    attributes: { 'exception.type': `T${i}`, 'errata.issue.fingerprint': of.issue, 'user.id': of.user },
                  },
                ],
              })
            : thrown(of),
        )
        await using store = await openTestStore(rows.slice(0, 7))
        await store.insert(rows.toReversed())
        await store.insert(rows.slice(3, 5))

        const narrowed = { range: { from: at(-back), to: at(1) }, merges: NO_MERGES }
        const buckets = chooseBuckets({ from: at(-back), to: at(1) })
        const distinct = (values: string[]) => new Set(values.filter(value => value !== '')).size
        const expected = ['a', 'b'].flatMap(issue => {
          const own = events.filter(of => of.issue === issue && of.hours >= -back)
          const sessions = distinct(own.map(({ session }) => session))
          const users = distinct(own.map(({ user }) => user))
          return own.length === 0 ? [] : [{ issue, events: own.length, sessions, users }]
        })
        const counts = await countIssues(store, {
          ...narrowed,
          issues: ['a', 'b'],
          stepNs: buckets.stepNs,
          before: previousPeriod(narrowed.range, narrowed.range.to),
          withAll: true,
        })
        for (const issue of ['a', 'b']) {
          const zero = { events: 0, sessions: 0, users: 0 }
          const before = events.filter(of => of.issue === issue && of.hours < -back && of.hours >= -2 * back - 1)
          const counted = counts.get(issue) ?? { ...zero, before: zero, all: zero, buckets: [], earlier: [] }
          expect({ issue, ...counted }).toMatchObject(expected.find(one => one.issue === issue) ?? zero)
          expect(counted.before.events).toBe(before.length)
          expect(counted.all.events).toBe(events.filter(of => of.issue === issue).length)
          const sum = (of: typeof counted.buckets) => of.reduce((sum, bucket) => sum + bucket.events, 0)
          expect([sum(counted.buckets), sum(counted.earlier)]).toEqual([counted.events, before.length])
          expect(counted.buckets.every(({ bucketNs }) => bucketNs % buckets.stepNs === 0n)).toBe(true)
        }
        for (const sort of ['events', 'sessions', 'users'] as const) {
          const { issues } = await rankIssues(store, { ...narrowed, ...anyStatus, sort })
          const order = expected.toSorted((one, other) => other[sort] - one[sort] || other.events - one.events)
          expect(issues.map(({ issue, counts }) => ({ issue, ...counts }))).toEqual(order)
        }
      },
    ),
    runs(3),
  )
})

const plain = { issue: 'a', session: '', user: '' }

test('an issue and the issues merged into it are counted by release, most events first, each exception once', async () => {
  const of = (hours: number, issue: string, release: string, session: string) =>
    exceptionRow({
      at: at(hours),
      resource: { 'service.version': release },
      attributes: { 'errata.issue.fingerprint': issue, 'session.id': session },
    })
  const rows = [
    of(0, 'a', '2', 'x'),
    of(-0.1, 'a', '1', 'x'),
    of(-0.2, 'merged', '1', 'y'),
    of(-0.3, 'other', '1', 'z'),
    of(-10, 'a', '0', 'z'),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const merges = { ...NO_MERGES, from: ['merged'], to: ['a'] }
  const range = { from: at(-2), to: at(1) }
  const counts = await countIssues(store, { issues: ['a'], merges, range, withReleases: true })
  expect(counts.get('a')?.releases).toEqual([
    { release: '1', events: 2, sessions: 2, users: 0 },
    { release: '2', events: 1, sessions: 1, users: 0 },
  ])
})

test('an issue escalates with ten events this hour, three times as many as usual', async () => {
  const many = (issue: string, hours: number, count: number) =>
    Array.from({ length: count }, (_, i) => thrown({ ...plain, hours: hours + i / 10_000, issue }))
  await using store = await openTestStore([
    ...many('grown', 0, 12),
    ...many('grown', -24, 14),
    ...many('usual', 0, 12),
    ...[1, 2, 3, 4, 5, 6, 7].flatMap(days => many('usual', -24 * days, 10)),
    ...many('few', 0, 9),
  ])
  const asked = { issues: ['grown', 'usual', 'few'], merges: NO_MERGES, range: { from: at(0), to: at(1) } }
  const counts = await countIssues(store, { ...asked, nowNs: at(0.5) })
  expect([...counts].map(([issue, { spike }]) => [issue, spike])).toEqual([
    ['few', undefined],
    ['grown', { now: 12, usual: 1 }],
    ['usual', undefined],
  ])
})
