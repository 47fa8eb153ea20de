import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import {
  exceptionRow,
  type InsertedRow,
  openTestStore,
  randomHexId,
  spanRow,
  type TestStore,
} from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { type Ns, nsOfMs } from '../units.ts'
import { readIssueStates } from './read-states.ts'
import { type NewIssueEvent, recordIssueEvents, undoActionBatch } from './record-issue-events.ts'

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

const shared = shareTestStore()

/** Issues of one service, which no other test has. */
function scene(store: TestStore = shared()) {
  const service = randomHexId(8)
  const idOf = (issue: string) => `${service} ${issue}`
  const stateAt = async (minute: number, issue = 'a') =>
    (await readIssueStates(store, { nowNs: at(minute) })).of(idOf(issue))
  const record = (minute: number, ...statements: readonly NewIssueEvent[]) =>
    recordIssueEvents(store, {
      who: 'Ann',
      atNs: at(minute),
      statements: statements.map(each => ({ ...each, issue: idOf(each.issue) })),
    })
  return {
    service,
    idOf,
    thrown: ({ minute, issue = 'a', release = '', session = '' }: Happening): InsertedRow =>
      exceptionRow({
        at: at(minute),
        service,
        resource: { 'service.version': release },
        attributes: { 'errata.issue.fingerprint': idOf(issue), 'session.id': session },
      }),
    served: (minute: number, release: string) =>
      spanRow({ at: at(minute), service, resource: { 'service.version': release } }),
    insert: (rows: readonly InsertedRow[]) => store.insert(rows),
    record,
    say: (minute: number, what: 'muted' | 'resolved' | 'owner', value: string, issue = 'a') =>
      record(minute, { issue, what, value }),
    stateAt,
    statusAt: async (minute: number, issue = 'a') => (await stateAt(minute, issue)).status,
  }
}

test.concurrent('an issue is muted until a time', async () => {
  const { thrown, insert, say, statusAt } = scene()
  await insert([thrown({ minute: 0 })])
  await say(1, 'muted', `time ${at(60)}`)

  expect(await statusAt(59)).toBe('muted')
  expect(await statusAt(60)).toBe('open')
})

test.concurrent('an issue is muted until N more events, each counted once, earlier ones not at all', async () => {
  const { thrown, insert, say, stateAt, statusAt } = scene()
  const row = thrown({ minute: 20 })
  await insert([thrown({ minute: 1 }), thrown({ minute: 2 })])
  await say(3, 'muted', 'events 3')
  await insert([thrown({ minute: 4 }), row, row])
  await insert([row])

  expect(await statusAt(90)).toBe('muted')
  await insert([thrown({ minute: 80 })])
  expect(await statusAt(90)).toBe('open')
  expect((await stateAt(90)).muted?.ended).toBe(true)
})

test.concurrent('an issue is muted until N more sessions', async () => {
  const { thrown, insert, say, statusAt } = scene()
  await insert([thrown({ minute: 0, session: 'x' })])
  await say(1, 'muted', 'sessions 2')
  await insert([2, 3, 50].map(minute => thrown({ minute, session: 'x' })))

  expect(await statusAt(60)).toBe('muted')
  await insert([thrown({ minute: 51, session: 'y' })])
  expect(await statusAt(60)).toBe('open')
})

test.concurrent('an issue is muted until N events within an hour', async () => {
  const { thrown, insert, say, statusAt } = scene()
  await insert([thrown({ minute: 0 })])
  await say(1, 'muted', 'rate 3')
  await insert([10, 20, 40, 50, 100, 160].map(minute => thrown({ minute })))

  expect(await statusAt(200)).toBe('muted')
  await insert([thrown({ minute: 55 })])
  expect(await statusAt(200)).toBe('open')
})

test.concurrent('an invalid mute or resolve value has no effect', async () => {
  const { thrown, insert, say, stateAt } = scene()
  await insert([thrown({ minute: 0 })])
  await say(1, 'muted', 'for ever')
  await say(1, 'resolved', 'some day')
  expect(await stateAt(2)).toMatchObject({ status: 'open', muted: undefined, resolved: undefined })
})

test.concurrent.each(['release 10.24.0', 'now', 'next'])(
  'a hotfix of an older line leaves an issue resolved, a newer release reopens it: %s',
  async value => {
    const { thrown, served, insert, say, statusAt } = scene()
    await insert([thrown({ minute: 0, release: '10.18.6' }), served(10, '10.24.0')])
    await say(20, 'resolved', value)
    await insert([thrown({ minute: 30, release: '10.18.7' })])
    expect(await statusAt(40)).toBe('resolved')

    await insert([thrown({ minute: 50, release: '10.24.1' })])
    expect(await statusAt(60)).toBe('open')
  },
)

test.concurrent('an issue that is resolved in a release before that is deployed reopens in a newer one', async () => {
  const { thrown, insert, say, statusAt } = scene()
  await insert([thrown({ minute: 0, release: '1.9.0' })])
  await say(20, 'resolved', 'release 1.10.0')
  await insert([thrown({ minute: 30, release: '1.9.1' })])
  expect(await statusAt(40)).toBe('resolved')

  await insert([thrown({ minute: 50, release: '1.10.1' })])
  expect(await statusAt(60)).toBe('open')
})

test.concurrent('a resolved issue regresses by an event in the current or a later release, never in an older one', async () => {
  const { thrown, served, insert, say, stateAt, statusAt } = scene()
  await insert([served(0, '1.0'), served(10, '1.1'), thrown({ minute: 11, release: '1.1' })])
  await say(20, 'resolved', 'now')
  await insert([thrown({ minute: 30, release: '1.0' })])

  expect(await statusAt(40)).toBe('resolved')
  await insert([thrown({ minute: 35, release: '1.1' })])
  expect(await statusAt(40)).toBe('open')
  expect((await stateAt(40)).resolved?.regressed).toMatchObject({ release: '1.1', lastSeenNs: at(35) })
})

test.concurrent('an issue resolved in a release regresses in that release, also if it is deployed later', async () => {
  const { thrown, served, insert, say, statusAt } = scene()
  await insert([served(0, '1.0'), thrown({ minute: 1, release: '1.0' })])
  await say(20, 'resolved', 'release 1.2')
  await insert([served(25, '1.1'), thrown({ minute: 30, release: '1.1' }), thrown({ minute: 31, release: '1.0' })])

  expect(await statusAt(40)).toBe('resolved')
  await insert([served(50, '1.2'), thrown({ minute: 60, release: '1.1' })])
  expect(await statusAt(70)).toBe('resolved')
  await insert([thrown({ minute: 65, release: '1.2' })])
  expect(await statusAt(70)).toBe('open')
})

test.concurrent('an issue resolved in the next release stays resolved until there is one, and regresses in it', async () => {
  const { thrown, served, insert, say, statusAt } = scene()
  await insert([served(0, '1.0'), thrown({ minute: 1, release: '1.0' })])
  await say(20, 'resolved', 'next')
  await insert([thrown({ minute: 30, release: '1.0' })])

  expect(await statusAt(40)).toBe('resolved')
  await insert([served(45, '1.1')])
  expect(await statusAt(50)).toBe('resolved')
  await insert([thrown({ minute: 46, release: '1.1' })])
  expect(await statusAt(50)).toBe('open')
})

test.concurrent('the later of mute and resolve counts, and either can be undone', async () => {
  const { thrown, insert, say, statusAt } = scene()
  await insert([thrown({ minute: 0 })])
  await say(1, 'resolved', 'now')
  await say(2, 'muted', 'events 100')
  expect(await statusAt(5)).toBe('muted')
  await say(3, 'muted', '')
  expect(await statusAt(5)).toBe('resolved')
  await say(4, 'resolved', '')
  expect(await statusAt(5)).toBe('open')
})

test.concurrent('two instances that record events at once lose none, and agree on the state', async () => {
  const { idOf, thrown, insert, record, stateAt } = scene()
  await insert([thrown({ minute: 0 })])
  await Promise.all(
    ['Ann', 'Ben', 'Cem', 'Dov'].map(who =>
      record(5, { issue: 'a', what: 'owner', value: who }, { issue: 'a', what: 'note', value: `${who} looks` }),
    ),
  )
  const owners = await Promise.all([1, 2, 3].map(async () => (await stateAt(6)).owner))
  expect(new Set(owners).size).toBe(1)
  const counted = `SELECT count() AS n FROM issue_events FINAL WHERE Issue = '${idOf('a')}'`
  expect(await shared().querySql(counted)).toEqual([{ n: '8' }])
})

test.concurrent('a batch is undone as a whole, and the state before holds again', async () => {
  const { idOf, thrown, insert, record, say, stateAt } = scene()
  await insert([thrown({ minute: 0 }), thrown({ minute: 0, issue: 'b' })])
  await say(1, 'owner', 'Ann')
  const owner = { what: 'owner', value: 'Ben' } as const
  const batch = await record(2, { issue: 'a', ...owner }, { issue: 'b', ...owner })
  expect([(await stateAt(3)).owner, (await stateAt(3, 'b')).owner]).toEqual(['Ben', 'Ben'])

  await undoActionBatch(shared(), { who: 'Ann', atNs: at(3), batch, issues: [idOf('a'), idOf('b')] })
  expect([(await stateAt(4)).owner, (await stateAt(4, 'b')).owner]).toEqual(['Ann', ''])
})

test.concurrent('merged issues count as one, also for mute and resolve', async () => {
  const { idOf, thrown, insert, record, say, statusAt } = scene()
  await insert([thrown({ minute: 0 }), thrown({ minute: 0, issue: 'b' })])
  await record(1, { issue: 'b', what: 'merged', value: idOf('a') })
  await say(2, 'muted', 'events 2')
  await insert([thrown({ minute: 3 })])
  expect(await statusAt(5)).toBe('muted')
  await insert([thrown({ minute: 4, issue: 'b' })])
  expect(await statusAt(5)).toBe('open')
})

test('the order of releases outlives their telemetry', async () => {
  await using store = await openTestStore()
  const { thrown, served, insert, say, statusAt } = scene(store)
  await insert([served(0, '1.0'), served(10, '1.1'), thrown({ minute: 11, release: '1.1' })])
  await say(20, 'resolved', 'now')
  for (const table of ['otel_traces', 'otel_logs', 'exceptions', 'transactions', 'issue_activity']) {
    await store.command(`TRUNCATE TABLE ${table}`)
  }
  await store.command('ALTER TABLE service_activity DELETE WHERE BucketMinutes < 1440 SETTINGS mutations_sync = 1')
  await insert([thrown({ minute: 30, release: '1.0' })])
  expect(await statusAt(40)).toBe('resolved')
  await insert([thrown({ minute: 31, release: '1.1' })])
  expect(await statusAt(40)).toBe('open')
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
      async (happenings, statements, random) => {
        const [plain, other] = [scene(), scene()]
        const stand = async ({ service, stateAt }: typeof plain) =>
          await Promise.all(
            ['a', 'b'].map(async issue => {
              const { status, owner, muted, resolved } = await stateAt(301, issue)
              const regressed = resolved?.regressed
              return [
                status,
                owner,
                muted?.ended,
                regressed && { ...regressed, service: regressed.service === service },
              ]
            }),
          )
        const tell = async ({ say }: typeof plain, { minute, issue, event }: (typeof statements)[number]) =>
          say(minute, event.what, event.value, issue)
        await plain.insert(happenings.map(plain.thrown))
        for (const of of statements) await tell(plain, of)

        const rows = happenings.map(other.thrown)
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
      },
    ),
    runs(3),
  )
})
