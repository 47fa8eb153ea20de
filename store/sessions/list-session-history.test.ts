import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import {
  exceptionRow,
  type InsertedRow,
  logRow,
  openTestStore,
  randomHexId,
  spanRow,
} from '../../test/store/open-test-store.ts'
import { nsOfMs, parseTraceId, rangeEndingAt, type TraceId } from '../units.ts'
import { listSessionEvents } from './list-session-events.ts'
import { listSessionHistory } from './list-session-history.ts'

const session = (id: string) => ({ 'session.id': id })
const browser = { service: 'shop-browser', kind: 'Internal' }
const lastHour = () => rangeEndingAt(Date.now() + 60_000, 3_600_000)

test("lists the earlier events of a trace's session, newest first", async () => {
  const [loaded, paid] = [randomHexId(16), parseTraceId(randomHexId(16)) as TraceId]
  await using store = await openTestStore([
    spanRow({ ...browser, at: 90_000, traceId: loaded, name: 'load /', attributes: session('s1') }),
    exceptionRow({ service: 'shop-browser', at: 60_000, type: 'Oops', attributes: session('s1') }),
    spanRow({ at: 30_001, traceId: paid, name: 'POST /pay', status: 'Error' }),
    spanRow({ ...browser, at: 30_002, traceId: paid, name: 'submit /pay', attributes: session('s1') }),
    exceptionRow({ at: 30_000, traceId: paid, type: 'PayError' }),
    spanRow({ ...browser, at: 20_000, name: 'load /other', attributes: session('s2') }),
  ])

  const steps = await listSessionHistory(store, { traceId: paid, range: lastHour() })
  expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'exception PayError',
    'span submit /pay',
    'exception Oops',
    'span load /',
  ])
})

test('lists nothing for a trace without a browser', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  await using store = await openTestStore([spanRow({ traceId }), exceptionRow({ traceId }), exceptionRow()])

  expect(await listSessionHistory(store, { traceId, range: lastHour() })).toEqual([])
})

test('lists the events of a session up to a time, latest first, with equal timestamps and duplicates', async () => {
  await using store = await openTestStore()
  const nowNs = nsOfMs(Math.floor(Date.now() / 1000) * 1000)
  const did = fc.record({
    is: fc.constantFrom('page', 'log', 'thrown', 'told', 'both'),
    // Few distinct times: many are equal, and some lie outside of the range.
    secondsAgo: fc.integer({ min: 0, max: 8 }),
    session: fc.constantFrom('a', 'b'),
  })
  const rowsOf = ({
    is,
    secondsAgo,
    session: id,
  }: typeof did extends fc.Arbitrary<infer Did> ? Did : never): InsertedRow[] => {
    const ids = {
      ...browser,
      at: nowNs - BigInt(secondsAgo) * 1_000_000_000n,
      traceId: randomHexId(16),
      spanId: randomHexId(8),
    }
    const attributes = session(id)
    const events = [{ name: 'exception', attributes: { 'exception.type': 'Oops', 'exception.message': 'm' } }]
    if (is === 'log') return [logRow({ ...ids, attributes })]
    const span = spanRow({ ...ids, attributes, ...(is === 'told' || is === 'both' ? { events } : {}) })
    const log = exceptionRow({ ...ids, type: 'Oops', message: 'm', stacktrace: '', attributes })
    return [...(is === 'thrown' ? [] : [span]), ...(is === 'thrown' || is === 'both' ? [log] : [])]
  }

  await fc.assert(
    fc.asyncProperty(fc.array(did, { maxLength: 12 }), fc.integer({ min: 1, max: 12 }), async (attributes, limit) => {
      await store.empty()
      await store.insert(attributes.flatMap(rowsOf))
      const range = { from: nowNs - 7_000_000_000n, to: nowNs - 2_000_000_000n }
      const all = await listSessionEvents(store, { sessionId: 'a', limit: 100 })
      const within = all.filter(({ atNs }) => atNs >= range.from && atNs < range.to)
      const newestFirst = within.toSorted((one, other) => Number(other.atNs - one.atNs) || (one.id < other.id ? -1 : 1))
      expect(await listSessionHistory(store, { sessionId: 'a', range, limit })).toEqual(
        newestFirst.slice(0, limit).map(step => ({ ...step, sessionId: 'a' })),
      )
    }),
    runs(3),
  )
})
