import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../test/property-runs.ts'
import { exceptionRow, type InsertedRow, openTestStore, randomHexId, spanRow } from '../test/store/open-test-store.ts'
import { addPreviousPeriod } from './comparison.ts'
import { countExceptionsOverTime } from './exceptions/count-exceptions-over-time.ts'
import { listIssueChanges } from './issues/list-issue-changes.ts'
import { countRequestsOverTime } from './services/count-requests-over-time.ts'
import { countAffectedSessions } from './sessions/count-affected-sessions.ts'
import { nsOfMs } from './units.ts'

// Telemetry comes in batches of any size and order, and repeatedly. None of this may change a count.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const noonMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - HOUR_MS * 12
const stepNs = 1_800_000_000_000n
const comparison = addPreviousPeriod({ from: nsOfMs(noonMs), to: nsOfMs(noonMs + 6 * HOUR_MS) }, stepNs)

interface Thing {
  readonly is: 'request' | 'failed request' | 'logged' | 'event' | 'logged event'
  readonly service: string
  /** Minutes after the start of the previous period. */
  readonly minute: number
  readonly session: string
  readonly type: string
}

const thing: fc.Arbitrary<Thing> = fc.record({
  is: fc.constantFrom('request', 'failed request', 'logged', 'event', 'logged event'),
  service: fc.constantFrom('shop', 'cart'),
  minute: fc.integer({ min: 0, max: 12 * 60 - 1 }),
  session: fc.constantFrom('', 'a', 'b', 'c'),
  type: fc.constantFrom('TypeError', 'RangeError'),
})

const atNsOf = ({ minute }: Thing) => comparison.beforeNs + BigInt(minute) * 60_000_000_000n
const hasSpan = ({ is }: Thing) => is !== 'logged'
const hasException = ({ is }: Thing) => !is.endsWith('request')

function rowsOf(one: Thing): InsertedRow[] {
  const ids = { at: atNsOf(one), service: one.service, traceId: randomHexId(16), spanId: randomHexId(8) }
  const session = { 'session.id': one.session }
  const exceptionAttributes = { 'exception.type': one.type, 'exception.message': 'x' }
  const events = one.is.endsWith('event') ? [{ name: 'exception', attributes: exceptionAttributes }] : []
  const span = spanRow({ ...ids, attributes: session, events, status: one.is === 'failed request' ? 'Error' : 'Ok' })
  const log = exceptionRow({ ...ids, type: one.type, message: 'x', attributes: session, stacktrace: '' })
  return [...(hasSpan(one) ? [span] : []), ...(one.is.startsWith('logged') ? [log] : [])]
}

/** Expected counts by bucket and service, computed in the test. */
function byBucket(things: readonly Thing[], counts: (one: Thing) => boolean): Record<string, number> {
  const made: Record<string, number> = {}
  for (const one of things.filter(counts)) {
    const isNow = atNsOf(one) >= comparison.fromNs
    const movedNs = isNow ? atNsOf(one) : atNsOf(one) + comparison.lastedNs
    const key = `${isNow} ${(movedNs / stepNs) * stepNs} ${one.service}`
    made[key] = (made[key] ?? 0) + 1
  }
  return made
}

const sessionsOf = (things: readonly Thing[]) =>
  new Set(things.filter(hasException).flatMap(({ session }) => (session === '' ? [] : [session]))).size

test('counts do not depend on how rows were delivered', async () => {
  await using store = await openTestStore()
  const tables = [
    'otel_traces',
    'otel_logs',
    'transactions',
    'exceptions',
    'service_activity',
    'issue_activity',
    'issues',
  ]
  for (const table of tables) await store.command(`SYSTEM STOP MERGES ${table}`)
  const told = fc.array(thing, { minLength: 1, maxLength: 24 })
  const cuts = fc.array(fc.record({ size: fc.integer({ min: 3, max: 20 }), again: fc.boolean() }), { minLength: 1 })

  await fc.assert(
    fc.asyncProperty(told, cuts, fc.integer(), async (things, pieces, salt) => {
      for (const table of tables) await store.command(`TRUNCATE TABLE ${table}`)
      const rows = things.flatMap(rowsOf)
      const order = rows.map((row, i) => ({ row, place: Math.imul(i + 1, salt | 1) })).sort((a, b) => a.place - b.place)
      for (let from = 0, piece = 0; from < order.length; piece += 1) {
        const { size, again } = pieces[piece % pieces.length] ?? { size: 1, again: false }
        const batch = order.slice(from, from + size).map(({ row }) => row)
        await store.insert(batch)
        if (again) await store.insert([...batch].reverse())
        from += size
      }

      const requests = await countRequestsOverTime(store, { comparison })
      const keyed = (count: (of: (typeof requests)[number]) => number) =>
        Object.fromEntries(
          requests.map(of => [`${of.isNow} ${of.bucketNs} ${of.service}`, count(of)]).filter(([, n]) => n !== 0),
        )
      expect(keyed(of => of.requests)).toEqual(byBucket(things, hasSpan))
      expect(keyed(of => of.failed)).toEqual(byBucket(things, ({ is }) => is === 'failed request'))
      const exceptions = await countExceptionsOverTime(store, { comparison })
      const inBuckets = exceptions.filter(of => of.bucketNs !== undefined)
      expect(
        Object.fromEntries(inBuckets.map(of => [`${of.isNow} ${of.bucketNs} ${of.service}`, of.exceptions])),
      ).toEqual(byBucket(things, hasException))
      const isNow = (one: Thing) => atNsOf(one) >= comparison.fromNs
      expect(await countAffectedSessions(store, { comparison })).toEqual({
        now: sessionsOf(things.filter(isNow)),
        before: sessionsOf(things.filter(one => !isNow(one))),
      })
      const changes = await listIssueChanges(store, { comparison, nowNs: nsOfMs(Date.now()), limit: 10 })
      for (const { service, type, now, before } of changes) {
        const same = things.filter(one => hasException(one) && one.service === service && one.type === type)
        expect([now, before]).toEqual([same.filter(isNow).length, same.filter(one => !isNow(one)).length])
      }
    }),
    runs(2),
  )
})
