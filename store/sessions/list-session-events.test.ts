import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import type { TestStore } from '../../test/store/open-test-store.ts'
import {
  exceptionRow,
  type InsertedRow,
  logRow,
  openTestStore,
  randomHexId,
  spanRow,
} from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listSessionEvents, type SessionEvent } from './list-session-events.ts'
import { listSessions } from './list-sessions.ts'

const bears = (id: string, more = {}) => ({ 'session.id': id, ...more })
const browser = { service: 'shop-browser', kind: 'Internal' }

test('lists what a session did in order: pages, requests, vitals, clicks, exceptions of browser and server', async () => {
  const [traceId, spanId] = [randomHexId(16), randomHexId(8)]
  await using store = await openTestStore([
    spanRow({ ...browser, at: 9000, traceId, spanId, name: 'pageload /pay', attributes: bears('s1') }),
    spanRow({ ...browser, at: 8900, traceId, parentSpanId: spanId, name: 'connect', attributes: bears('s1') }),
    spanRow({
      ...browser,
      at: 8000,
      kind: 'Client',
      traceId,
      parentSpanId: spanId,
      name: 'POST',
      attributes: bears('s1'),
    }),
    spanRow({ at: 7900, traceId, name: 'POST /pay', status: 'Error' }),
    exceptionRow({ at: 7800, traceId, type: 'PayError', message: 'declined' }),
    logRow({
      service: 'shop-browser',
      at: 7000,
      traceId,
      eventName: 'browser.web_vital',
      attributes: bears('s1', { 'browser.web_vital.name': 'lcp' }),
    }),
    logRow({ service: 'shop-browser', at: 6000, eventName: 'browser.user_action.click', attributes: bears('s1') }),
    exceptionRow({ service: 'shop-browser', at: 5000, type: 'Oops', message: 'no price', attributes: bears('s1') }),
    logRow({ service: 'shop-browser', at: 4500, eventName: 'errata.telemetry.made', attributes: bears('s1') }),
    spanRow({ ...browser, at: 4000, name: 'pageload /other', attributes: bears('s2') }),
    exceptionRow({ at: 3000, type: 'Elsewhere' }),
  ])

  const steps = await listSessionEvents(store, { sessionId: 's1', limit: 100 })
  expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'span pageload /pay',
    'span POST',
    'exception PayError',
    'log browser.web_vital',
    'log browser.user_action.click',
    'exception Oops',
  ])
  expect(steps[3]?.attributes).toEqual({ 'browser.web_vital.name': 'lcp' })
  expect(steps[5]).toMatchObject({ failed: true, attributes: { message: 'no price' } })
  expect(await listSessions(store, { sessionIds: ['s1'] })).toMatchObject([{ exceptions: 2, pages: 1 }])
})

test('handled exceptions, failed resources and exceptions of browser extensions do not count as failures', async () => {
  const attributes = (source: string) =>
    exceptionRow({
      service: 'shop-browser',
      type: source,
      attributes: bears('s1', { 'errata.exception.source': source }),
    })
  const ofExtension = { 'errata.exception.source': 'window.error', 'errata.exception.origin': 'browser_extension' }
  await using store = await openTestStore([
    ...['reportError', 'react.recoverable', 'resource', 'csp', 'window.error'].map(attributes),
    exceptionRow({ service: 'shop-browser', type: 'of an extension', attributes: bears('s1', ofExtension) }),
  ])

  const steps = await listSessionEvents(store, { sessionId: 's1', limit: 100 })
  expect(steps.filter(({ failed }) => failed).map(({ name }) => name)).toEqual(['window.error'])
})

test('exceptions of a server whose clock is hours off are listed too', async () => {
  const traceId = randomHexId(16)
  await using store = await openTestStore([
    spanRow({ ...browser, at: 5_000, traceId, attributes: bears('s1') }),
    exceptionRow({ at: 3 * 3_600_000, traceId, type: 'Behind' }),
  ])

  const steps = await listSessionEvents(store, { sessionId: 's1', limit: 100 })
  expect(steps.map(({ name }) => name)).toEqual(['Behind', 'GET /'])
})

const NOW_NS = nsOfMs(Math.floor(Date.now() / 1000) * 1000)
const ROWS = ['page', 'vital', 'thrown', 'told', 'both', 'server', 'server told', 'server both'] as const

/** An event in one of two sessions. */
interface Done {
  readonly is: (typeof ROWS)[number]
  readonly atNs: bigint
  readonly session: 'a' | 'b'
}

const done: fc.Arbitrary<Done> = fc.record({
  is: fc.constantFrom(...ROWS),
  // Few distinct times, so that many are equal.
  atNs: fc
    .oneof(
      fc.constantFrom(0n, 1n, 2n),
      fc.integer({ min: 0, max: 2 }).map(days => BigInt(days) * 86_400_000_000_000n),
    )
    .map(agoNs => NOW_NS - agoNs),
  session: fc.constantFrom('a', 'b'),
})

/** Each has its own trace and is identified by its route. */
function rowsOf({ is, atNs, session }: Done, index: number): InsertedRow[] {
  const label = { 'errata.transaction.route': `/${index}` }
  const [traceId, spanId] = [randomHexId(16), randomHexId(8)]
  const ofServer = is.startsWith('server')
  const ids = { at: atNs, traceId, spanId, service: ofServer ? 'shop' : 'shop-browser' }
  const attributes = ofServer ? label : { ...label, ...bears(session) }
  const exceptionAttributes = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }
  const events = /told|both/.test(is) ? [{ name: 'exception', attributes: exceptionAttributes }] : []
  const span = spanRow({ ...ids, kind: 'Internal', parentSpanId: randomHexId(8), attributes, events })
  const log = exceptionRow({ ...ids, attributes, stacktrace: '' })
  if (is === 'page') return [spanRow({ ...ids, attributes })]
  if (is === 'vital') return [logRow({ ...ids, attributes })]
  const leads = ofServer
    ? [logRow({ ...ids, service: 'shop-browser', attributes: { ...bears(session), 'errata.transaction.route': '' } })]
    : []
  return [...leads, ...(/told|both/.test(is) ? [span] : []), ...(/thrown|both|server$/.test(is) ? [log] : [])]
}

async function listAll(store: TestStore, sessionId: string, limit: number): Promise<SessionEvent[]> {
  const all = await listSessionEvents(store, { sessionId, limit })
  for (let page = all; page.length === limit; all.push(...page)) {
    page = await listSessionEvents(store, { sessionId, after: page.at(-1), limit })
  }
  return all
}

test('the pages of a session have each event once, in a total order, with equal timestamps and duplicates', async () => {
  await using store = await openTestStore()
  for (const table of ['otel_logs', 'otel_traces', 'exceptions', 'session_steps']) {
    await store.command(`SYSTEM STOP MERGES ${table}`)
  }
  const things = fc.array(fc.tuple(done, fc.boolean()), { minLength: 1, maxLength: 20 })

  await fc.assert(
    fc.asyncProperty(things, fc.integer({ min: 2, max: 12 }), async (attributes, limit) => {
      await store.empty()
      const rows = attributes.map(([one, again], index) => ({ rows: rowsOf(one, index), again }))
      await store.insert(rows.flatMap(of => of.rows))
      await store.insert(rows.flatMap(of => (of.again ? of.rows : [])))

      const heads = await listSessions(store, { sessionIds: ['a', 'b'] })
      for (const session of ['a', 'b'] as const) {
        const all = await listAll(store, session, limit)
        const places = all.map(({ atNs, id }) => `${String(atNs).padStart(19, '0')} ${id}`)
        expect(places).toEqual([...new Set(places)].sort())
        const mine = attributes.flatMap(([one], index) =>
          one.session === session ? [{ ...one, label: `/${index}` }] : [],
        )
        expect(all.flatMap(({ route }) => (route === '' ? [] : [route])).sort()).toEqual(
          mine.map(({ label }) => label).sort(),
        )
        const head = heads.find(({ sessionId }) => sessionId === session)
        expect(head?.exceptions ?? 0).toBe(mine.filter(({ is }) => is !== 'page' && is !== 'vital').length)
        const thrown = all.flatMap(({ kind, attributes: { issue = '' } }) => (kind === 'exception' ? issue : []))
        expect(new Map(head?.issues.map(({ issue, events }) => [issue, events]))).toEqual(
          new Map([...Map.groupBy(thrown, issue => issue)].map(([issue, of]) => [issue, of.length])),
        )
        expect(head?.pages ?? 0).toBe(mine.filter(({ is }) => is === 'page').length)
        expect(head === undefined).toBe(mine.length === 0)
      }
    }),
    runs(3),
  )
})
