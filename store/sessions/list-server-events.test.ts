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
import { parseTraceId, type TraceId } from '../units.ts'
import { listServerEvents } from './list-server-events.ts'

const nowNs = BigInt(Date.now() - 60_000) * 1_000_000n
const after = (ms: number) => nowNs + BigInt(ms) * 1_000_000n
const ofSession = { 'session.id': 's1' }

function newTraceId(): TraceId {
  const traceId = parseTraceId(randomHexId(16))
  if (traceId === undefined) throw new Error('A random trace id was refused')
  return traceId
}

test('lists the requests that servers answered in a trace, and its log records, oldest first, and nothing of the session itself', async () => {
  const traceId = newTraceId()
  const page = randomHexId(8)
  const shop = { traceId, service: 'shop' }
  await using store = await openTestStore([
    spanRow({ traceId, at: after(0), service: 'web', kind: 'Internal', name: 'pageload /', attributes: ofSession }),
    spanRow({ ...shop, at: after(10), parentSpanId: page, name: 'GET /', durationNs: 5_000_000n }),
    spanRow({ ...shop, at: after(11), parentSpanId: randomHexId(8), kind: 'Client', name: 'GET' }),
    spanRow({ ...shop, at: after(12), parentSpanId: randomHexId(8), kind: 'Internal', name: 'render' }),
    logRow({ ...shop, at: after(13), body: 'cache is cold', severityNumber: 13 }),
    exceptionRow({ ...shop, at: after(14) }),
    logRow({ traceId, at: after(15), service: 'web', eventName: 'browser.web_vital', attributes: ofSession }),
    spanRow({
      ...{ traceId, at: after(16), service: 'stock', parentSpanId: randomHexId(8), name: 'GET /stock/:id' },
      attributes: { 'http.response.status_code': '503' },
    }),
    logRow({ ...shop, at: after(17), eventName: 'stock.missed' }),
    spanRow({ at: after(18), name: 'GET /elsewhere' }),
    logRow({ at: after(18), traceId: newTraceId(), body: 'elsewhere' }),
  ])

  const events = await listServerEvents(store, { traceIds: [traceId], perTrace: 10 })
  expect(events.map(({ kind, service, name }) => `${kind} ${service} ${name}`)).toEqual([
    'span shop GET /',
    'log shop cache is cold',
    'span stock GET /stock/:id',
    'log shop stock.missed',
  ])
  expect(events[0]).toMatchObject({ atNs: after(10), parentSpanId: page, durationNs: 5_000_000n, failed: false })
  expect(events[1]).toMatchObject({ severityNumber: 13, ofTrace: 2 })
  expect(events[2]).toMatchObject({ failed: true, status: 503, ofTrace: 2 })
  expect(await listServerEvents(store, { traceIds: [], perTrace: 10 })).toEqual([])
})

test('of a trace with many it keeps the failed and slowest requests and the most severe records, and says how many there are', async () => {
  const traceId = newTraceId()
  const request = (ms: number, of: { status?: 'Error'; durationNs?: bigint }) =>
    spanRow({ traceId, at: after(ms), parentSpanId: randomHexId(8), name: `GET /${ms}`, ...of })
  await using store = await openTestStore([
    ...[1, 2, 3].map(ms => request(ms, {})),
    request(4, { status: 'Error', durationNs: 1n }),
    request(5, { durationNs: 9_000_000n }),
    ...[6, 7].map(ms => logRow({ traceId, at: after(ms), body: `line ${ms}` })),
    logRow({ traceId, at: after(8), body: 'no disk', severityNumber: 17 }),
    logRow({ traceId, at: after(9), body: 'line 9' }),
  ])

  const events = await listServerEvents(store, { traceIds: [traceId], perTrace: 2 })
  expect(events.map(({ name, ofTrace }) => `${name} of ${ofTrace}`)).toEqual([
    'GET /4 of 5',
    'GET /5 of 5',
    'line 6 of 4',
    'no disk of 4',
  ])
})

test('whatever was sent, and however often, each of a trace is there once, up to the limit, oldest first', async () => {
  await using store = await openTestStore()
  const sent = fc.array(fc.record({ ms: fc.nat(200), isLog: fc.boolean(), times: fc.integer({ min: 1, max: 3 }) }), {
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(sent, fc.integer({ min: 1, max: 4 }), async (all, perTrace) => {
      const traceId = newTraceId()
      const rows = all.flatMap(({ ms, isLog, times }): InsertedRow[] => {
        const of = { traceId, at: after(ms) }
        const row = isLog ? logRow({ ...of, body: 'a' }) : spanRow({ ...of, parentSpanId: randomHexId(8) })
        return Array.from({ length: times }, () => row)
      })
      if (rows.length > 0) await store.insert(rows)
      const events = await listServerEvents(store, { traceIds: [traceId], perTrace })
      const logs = all.filter(({ isLog }) => isLog).length
      expect(events.filter(({ kind }) => kind === 'log')).toHaveLength(Math.min(logs, perTrace))
      expect(events.filter(({ kind }) => kind === 'span')).toHaveLength(Math.min(all.length - logs, perTrace))
      expect(events.every(({ kind, ofTrace }) => ofTrace === (kind === 'log' ? logs : all.length - logs))).toBe(true)
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
      expect(events.map(({ atNs }) => atNs)).toEqual(events.map(({ atNs }) => atNs).toSorted((a, b) => Number(a - b)))
    }),
    runs(4),
  )
})
