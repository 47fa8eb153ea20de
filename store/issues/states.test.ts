import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  exceptionRow,
  type InsertedRow,
  openTestStore,
  spanRow,
  type TestStore,
} from '../../test/store/open-test-store.ts'
import { withTimeout } from '../../test/with-timeout.ts'
import { recordIssueEvents, undoActionBatch } from '../issue-events/record-issue-events.ts'
import { type Ns, nsOfMs } from '../units.ts'
import { readIssueStates } from './read-states.ts'

const MINUTE_NS = 60_000_000_000n
/** Twelve hours ago, in the middle of an hour; the test moves this clock. */
const startNs = nsOfMs(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 12 * 3_600_000 + 1_800_000)
const at = (minutes: number): Ns => startNs + BigInt(minutes) * MINUTE_NS

interface Happening {
  readonly minute: number
  readonly issue?: string
  readonly release?: string
  readonly session?: string
}

const thrown = ({ minute, issue = 'a', release = '', session = '' }: Happening): InsertedRow =>
  exceptionRow({
    at: at(minute),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, 'session.id': session },
  })
const served = (minute: number, release: string) =>
  spanRow({ at: at(minute), resource: { 'service.version': release } })

const say = (store: TestStore, minute: number, what: 'muted' | 'resolved' | 'owner', value: string, issue = 'a') =>
  recordIssueEvents(store, { who: 'Ann', atNs: at(minute), statements: [{ issue, what, value }] })
const stateAt = async (store: TestStore, minute: number, issue = 'a') =>
  (await readIssueStates(store, { nowNs: at(minute) })).of(issue)
const statusAt = async (store: TestStore, minute: number, issue = 'a') => (await stateAt(store, minute, issue)).status

test('an issue is muted until a time', async () => {
  await using store = await openTestStore([thrown({ minute: 0 })])
  await say(store, 1, 'muted', `time ${at(60)}`)

  expect(await statusAt(store, 59)).toBe('muted')
  expect(await statusAt(store, 60)).toBe('open')
})

test('an issue is muted until N more events, each counted once, earlier ones not at all', async () => {
  const row = thrown({ minute: 20 })
  await using store = await openTestStore([thrown({ minute: 1 }), thrown({ minute: 2 })])
  await say(store, 3, 'muted', 'events 3')
  await store.insert([thrown({ minute: 4 }), row, row])
  await store.insert([row])

  expect(await statusAt(store, 90)).toBe('muted')
  await store.insert([thrown({ minute: 80 })])
  expect(await statusAt(store, 90)).toBe('open')
  expect((await stateAt(store, 90)).muted?.ended).toBe(true)
})

test('an issue is muted until N more sessions', async () => {
  await using store = await openTestStore([thrown({ minute: 0, session: 'x' })])
  await say(store, 1, 'muted', 'sessions 2')
  await store.insert([2, 3, 50].map(minute => thrown({ minute, session: 'x' })))

  expect(await statusAt(store, 60)).toBe('muted')
  await store.insert([thrown({ minute: 51, session: 'y' })])
  expect(await statusAt(store, 60)).toBe('open')
})

test('an issue is muted until N events within an hour', async () => {
  await using store = await openTestStore([thrown({ minute: 0 })])
  await say(store, 1, 'muted', 'rate 3')
  await store.insert([10, 20, 40, 50, 100, 160].map(minute => thrown({ minute })))

  expect(await statusAt(store, 200)).toBe('muted')
  await store.insert([thrown({ minute: 55 })])
  expect(await statusAt(store, 200)).toBe('open')
})

test('an invalid mute or resolve value has no effect', async () => {
  await using store = await openTestStore([thrown({ minute: 0 })])
  await say(store, 1, 'muted', 'for ever')
  await say(store, 1, 'resolved', 'some day')
  expect(await stateAt(store, 2)).toMatchObject({ status: 'open', muted: undefined, resolved: undefined })
})

test('a resolved issue regresses by an event in the current or a later release, never in an older one', async () => {
  await using store = await openTestStore([served(0, '1.0'), served(10, '1.1'), thrown({ minute: 11, release: '1.1' })])
  await say(store, 20, 'resolved', 'now')
  await store.insert([thrown({ minute: 30, release: '1.0' })])

  expect(await statusAt(store, 40)).toBe('resolved')
  await store.insert([thrown({ minute: 35, release: '1.1' })])
  expect(await statusAt(store, 40)).toBe('open')
  expect((await stateAt(store, 40)).resolved?.regressed).toMatchObject({ release: '1.1', lastSeenNs: at(35) })
})

test('an issue resolved in a release regresses in that release, also if it is deployed later', async () => {
  await using store = await openTestStore([served(0, '1.0'), thrown({ minute: 1, release: '1.0' })])
  await say(store, 20, 'resolved', 'release 1.2')
  await store.insert([
    served(25, '1.1'),
    thrown({ minute: 30, release: '1.1' }),
    thrown({ minute: 31, release: '1.0' }),
  ])

  expect(await statusAt(store, 40)).toBe('resolved')
  await store.insert([served(50, '1.2'), thrown({ minute: 60, release: '1.1' })])
  expect(await statusAt(store, 70)).toBe('resolved')
  await store.insert([thrown({ minute: 65, release: '1.2' })])
  expect(await statusAt(store, 70)).toBe('open')
})

test('an issue resolved in the next release stays resolved until there is one, and regresses in it', async () => {
  await using store = await openTestStore([served(0, '1.0'), thrown({ minute: 1, release: '1.0' })])
  await say(store, 20, 'resolved', 'next')
  await store.insert([thrown({ minute: 30, release: '1.0' })])

  expect(await statusAt(store, 40)).toBe('resolved')
  await store.insert([served(45, '1.1')])
  expect(await statusAt(store, 50)).toBe('resolved')
  await store.insert([thrown({ minute: 46, release: '1.1' })])
  expect(await statusAt(store, 50)).toBe('open')
})

test('the order of releases outlives their telemetry', async () => {
  await using store = await openTestStore([served(0, '1.0'), served(10, '1.1'), thrown({ minute: 11, release: '1.1' })])
  await say(store, 20, 'resolved', 'now')
  for (const table of ['otel_traces', 'otel_logs', 'exceptions', 'transactions', 'issue_activity']) {
    await store.command(`TRUNCATE TABLE ${table}`)
  }
  await store.command('ALTER TABLE service_activity DELETE WHERE BucketMinutes < 1440 SETTINGS mutations_sync = 1')
  await store.insert([thrown({ minute: 30, release: '1.0' })])
  expect(await statusAt(store, 40)).toBe('resolved')
  await store.insert([thrown({ minute: 31, release: '1.1' })])
  expect(await statusAt(store, 40)).toBe('open')
})

test('the later of mute and resolve counts, and either can be undone', async () => {
  await using store = await openTestStore([thrown({ minute: 0 })])
  await say(store, 1, 'resolved', 'now')
  await say(store, 2, 'muted', 'events 100')
  expect(await statusAt(store, 5)).toBe('muted')
  await say(store, 3, 'muted', '')
  expect(await statusAt(store, 5)).toBe('resolved')
  await say(store, 4, 'resolved', '')
  expect(await statusAt(store, 5)).toBe('open')
})

test('two instances that record events at once lose none, and agree on the state', async () => {
  await using store = await openTestStore([thrown({ minute: 0 })])
  const statements = (value: string) => [
    { issue: 'a', what: 'owner' as const, value },
    { issue: 'a', what: 'note' as const, value: `${value} looks` },
  ]
  await Promise.all(
    ['Ann', 'Ben', 'Cem', 'Dov'].map(who =>
      recordIssueEvents(store, { who, atNs: at(5), statements: statements(who) }),
    ),
  )
  const owners = await Promise.all([1, 2, 3].map(async () => (await stateAt(store, 6)).owner))
  expect(new Set(owners).size).toBe(1)
  expect(await store.querySql('SELECT count() AS n FROM issue_events FINAL')).toEqual([{ n: '8' }])
})

test('a batch is undone as a whole, and the state before holds again', async () => {
  await using store = await openTestStore([thrown({ minute: 0 }), thrown({ minute: 0, issue: 'b' })])
  await say(store, 1, 'owner', 'Ann')
  const both = ['a', 'b'].map(issue => ({ issue, what: 'owner' as const, value: 'Ben' }))
  const batch = await recordIssueEvents(store, { who: 'Ben', atNs: at(2), statements: both })
  expect([(await stateAt(store, 3)).owner, (await stateAt(store, 3, 'b')).owner]).toEqual(['Ben', 'Ben'])

  await undoActionBatch(store, { who: 'Ann', atNs: at(3), batch, issues: ['a', 'b'] })
  expect([(await stateAt(store, 4)).owner, (await stateAt(store, 4, 'b')).owner]).toEqual(['Ann', ''])
})

test('merged issues count as one, also for mute and resolve', async () => {
  await using store = await openTestStore([thrown({ minute: 0 }), thrown({ minute: 0, issue: 'b' })])
  await recordIssueEvents(store, { who: '', atNs: at(1), statements: [{ issue: 'b', what: 'merged', value: 'a' }] })
  await say(store, 2, 'muted', 'events 2')
  await store.insert([thrown({ minute: 3 })])
  expect(await statusAt(store, 5)).toBe('muted')
  await store.insert([thrown({ minute: 4, issue: 'b' })])
  expect(await statusAt(store, 5)).toBe('open')
})

const happening = fc.record({
  minute: fc.integer({ min: 0, max: 300 }),
  issue: fc.constantFrom('a', 'b'),
  release: fc.constantFrom('', '1.0', '1.1', '1.2'),
  session: fc.constantFrom('', 'x', 'y', 'z'),
})
const statement = fc.record({
  minute: fc.integer({ min: 0, max: 300 }),
  issue: fc.constantFrom('a', 'b'),
  event: fc.oneof(
    fc.constantFrom('events 2', 'sessions 2', 'rate 2', '').map(value => ({ what: 'muted' as const, value })),
    fc
      .constantFrom('now', 'next', 'release 1.1', 'release 1.2', '')
      .map(value => ({ what: 'resolved' as const, value })),
    fc.constantFrom('Ann', 'Ben', '').map(value => ({ what: 'owner' as const, value })),
  ),
})

test('the state of issues does not depend on how rows and events are split, ordered and repeated', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 1, maxLength: 12 }),
      fc.uniqueArray(statement, {
        maxLength: 5,
        selector: ({ minute, issue, event }) => `${minute} ${issue} ${event.what}`,
      }),
      fc.infiniteStream(fc.nat()),
      withTimeout(100_000, async (happenings, statements, random) => {
        const rows = happenings.map(thrown)
        const nowNs = at(301)
        const stand = async (store: TestStore) => {
          const states = await readIssueStates(store, { nowNs })
          return ['a', 'b'].map(issue => {
            const { status, owner, muted, resolved } = states.of(issue)
            return [status, owner, muted?.ended, resolved?.regressed]
          })
        }
        const tell = async (store: TestStore, of: (typeof statements)[number]) =>
          recordIssueEvents(store, { who: '', atNs: at(of.minute), statements: [{ issue: of.issue, ...of.event }] })
        await using plain = await openTestStore(rows)
        for (const of of statements) await tell(plain, of)

        await using other = await openTestStore()
        const shuffled = <T>(items: readonly T[]) =>
          items
            .map(item => ({ item, by: random.next().value ?? 0 }))
            .sort((x, y) => x.by - y.by)
            .map(({ item }) => item)
        const half = Math.ceil(rows.length / 2)
        const [early, late] = [shuffled(rows).slice(0, half), shuffled(rows)]
        await other.insert(early)
        for (const of of shuffled(statements)) await tell(other, of)
        await other.insert(late)
        await other.insert(early.slice(0, 2))

        expect(await stand(other)).toEqual(await stand(plain))
      }),
    ),
    { numRuns: 8 },
  )
})
