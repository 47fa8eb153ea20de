import { expect, test } from 'vitest'
import { exceptionRow, logRow, openTestStore, randomHexId, spanRow } from '../test/store/open-test-store.ts'
import { listExceptions } from './exceptions/list-exceptions.ts'
import { getTrace } from './traces/get-trace.ts'
import { listTraces } from './traces/list-traces.ts'
import { parseTraceId, rangeEndingAt, type TraceId } from './units.ts'

const DAY_NS = 86_400_000_000_000n
const lastHour = () => rangeEndingAt(Date.now() + 60_000, 3_600_000)
const exceptionAttributes = { 'exception.type': 'E', 'exception.message': 'm' }
const nowNs = () => BigInt(Date.now()) * 1_000_000n

test('span events of 150 days in one insert are stored at the time of their span', async () => {
  const at = nowNs()
  const events = Array.from({ length: 150 }, (_, i) => ({
    at: at - BigInt(i) * DAY_NS,
    name: 'exception',
    attributes: { ...exceptionAttributes, 'exception.message': `error ${i}` },
  }))
  await using store = await openTestStore([spanRow({ at, events })])

  const exceptions = await listExceptions(store, { range: lastHour(), limit: 500 })
  expect(exceptions).toHaveLength(150)
  expect(new Set(exceptions.map(({ atNs }) => atNs))).toEqual(new Set([at]))
})

test('an event shortly before or after its span keeps its time', async () => {
  const at = nowNs()
  await using store = await openTestStore([
    spanRow({ at, events: [{ at: at + 5n, name: 'exception', attributes: exceptionAttributes }] }),
    spanRow({ at, events: [{ at: at - 5n, name: 'exception', attributes: exceptionAttributes }] }),
  ])

  const exceptions = await listExceptions(store, { range: lastHour(), limit: 10 })
  expect(exceptions.map(({ atNs }) => atNs)).toEqual([at + 5n, at - 5n])
})

test.each([
  ['1900', -2_208_988_800_000_000_000n],
  ['1970', 0n],
  ['2100', 4_102_444_800_000_000_000n],
  ['2262', 9_223_372_036_000_000_000n],
])('a span, its event and a log of %s are stored', async (_, at) => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  await using store = await openTestStore()
  const events = [
    { at: 0n, name: 'exception', attributes: exceptionAttributes },
    { at: 9_223_372_036_854_775_807n, name: 'exception' },
  ]
  // The newest and oldest of these have expired or may be merged away; the insert must be accepted.
  await store.insert([
    ...[0n, 1_000_000n, 604_799_999_999_999n, 18_446_744_073_709_551_615n].map(durationNs =>
      spanRow({ at, traceId, durationNs, events }),
    ),
    spanRow({ at: 1000, name: 'now' }),
    logRow({ at, traceId }),
    exceptionRow({ at, traceId, attributes: { 'errata.error.digest': 'd' } }),
  ])

  expect(await listTraces(store, { range: lastHour(), limit: 10 })).toMatchObject([{ name: 'now' }])
})

test('a span that ends before it starts has no duration anywhere', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  await using store = await openTestStore([spanRow({ at: 1000, traceId, durationNs: 2n ** 64n - 5n })])

  expect((await getTrace(store, { traceId }))?.spans[0]?.durationNs).toBe(0n)
  expect(await listTraces(store, { range: lastHour(), limit: 10 })).toMatchObject([{ durationNs: 0n }])
  const [row] = await store.querySql<{ Duration: string }>('SELECT Duration FROM transactions')
  expect(row?.Duration).toBe('0')
})

test('invalid status codes and arbitrary bytes in attributes do not fail an insert', async () => {
  const odd = '\u0000\u{1f989} "\\\' {x:String} \ud7ff %s $1'
  await using store = await openTestStore([
    spanRow({ at: 1000, attributes: { 'http.response.status_code': 'teapot' } }),
    spanRow({
      at: 1000,
      attributes: { 'http.response.status_code': '99999999999', 'errata.transaction.status_code': '-1' },
    }),
    spanRow({ at: 1000, name: odd, attributes: { [odd]: odd, 'http.route': odd, 'session.id': odd } }),
    exceptionRow({ at: 1000, type: odd, message: odd, stacktrace: `${odd}\n    at ${odd} (${odd}:1:2)\n`.repeat(200) }),
    exceptionRow({
      at: 1000,
      message: '('.repeat(60_000),
      attributes: { 'errata.issue.fingerprint': 'f'.repeat(60_000) },
    }),
  ])

  const statuses = (await listTraces(store, { range: lastHour(), limit: 10 })).map(({ httpStatus }) => httpStatus)
  expect(statuses).toEqual([0, 0, 0])
  const exceptions = await listExceptions(store, { range: lastHour(), limit: 10 })
  expect(exceptions).toHaveLength(2)
  expect(exceptions.map(({ message }) => message)).toContain(odd)
})

test('invalid UTF-8 does not fail an insert', async () => {
  await using store = await openTestStore()
  await store.command(`INSERT INTO otel_logs (Timestamp, ServiceName, LogAttributes)
    SELECT now64(9), 'shop', map('exception.type', 'E', 'exception.message', unhex('ff00fe'), 'exception.stacktrace', unhex('0aff40fe28'))`)

  expect(await listExceptions(store, { range: lastHour(), limit: 10 })).toMatchObject([{ type: 'E' }])
})
