import { describe, expect, test } from 'vitest'
import {
  type InsertedRow,
  openTestStore,
  randomHexId,
  spanRow,
  type TestStore,
} from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listSelfTimes } from './list-self-times.ts'

const nowMs = Date.now() - 60_000
const range = { from: nsOfMs(nowMs - 3_600_000), to: nsOfMs(nowMs + 60_000) }
const ms = (count: number) => BigInt(count) * 1_000_000n

interface Child {
  readonly from: number
  readonly to: number
  readonly name?: string
  readonly service?: string
  readonly kind?: 'Client'
  readonly attributes?: Readonly<Record<string, string>>
}

/** A request of 100 ms with children that run from one millisecond to another. */
function request(children: readonly Child[], of: object = {}): InsertedRow[] {
  const [traceId, root] = [randomHexId(16), randomHexId(8)]
  return [
    spanRow({ at: nsOfMs(nowMs), traceId, spanId: root, name: 'GET /cart', durationNs: ms(100), ...of }),
    ...children.map(({ from, to, name = 'load', ...rest }) =>
      spanRow({
        at: nsOfMs(nowMs + from),
        traceId,
        parentSpanId: root,
        kind: 'Internal',
        name,
        durationNs: ms(to - from),
        ...of,
        ...rest,
      }),
    ),
  ]
}

async function selfTimesOf(store: TestStore, scope: object) {
  const { names, totalNs } = await listSelfTimes(store, { range, service: 'shop', ...scope })
  return [Number(totalNs) / 1e6, Object.fromEntries(names.map(({ value, selfNs }) => [value, Number(selfNs) / 1e6]))]
}

describe('of three services', () => {
  const store = shareTestStore([
    ...request([{ from: 10, to: 30 }], { service: 'alone' }),
    ...request(
      [
        { from: 10, to: 30 },
        { from: 20, to: 50 },
        { from: 90, to: 140 },
        { from: 150, to: 160 },
      ],
      { service: 'side by side' },
    ),
    ...request([{ from: 10, to: 30, service: 'stock' }], { service: 'caller' }),
  ])

  test('takes the time of children from that of their parent, once where they run side by side, and only within the parent', async () => {
    expect(await selfTimesOf(store(), { service: 'alone' })).toEqual([100, { 'GET /cart': 80, load: 20 }])
    expect(await selfTimesOf(store(), { service: 'side by side' })).toEqual([160, { 'GET /cart': 50, load: 110 }])
  })

  test('leaves the time that another service takes to the span that calls it', async () => {
    expect(await selfTimesOf(store(), { service: 'caller' })).toEqual([100, { 'GET /cart': 100 }])
  })
})

test('tells the greatest self time of one span', async () => {
  const rows = [10, 30, 20].flatMap(to => request([{ from: 0, to }]))
  await using store = await openTestStore(rows)
  const { names } = await listSelfTimes(store, { range, service: 'shop' })
  expect(names.map(({ value, longestNs }) => [value, longestNs])).toEqual([
    ['GET /cart', ms(90)],
    ['load', ms(30)],
  ])
})

test('counts what was delivered twice once', async () => {
  const rows = request([{ from: 10, to: 30 }])
  await using store = await openTestStore(rows)
  await store.insert(rows.toReversed())

  const { names } = await listSelfTimes(store, { range, service: 'shop' })
  expect(names).toMatchObject([
    { value: 'GET /cart', count: 1, selfNs: ms(80), p95: ms(100) },
    { value: 'load', count: 1, selfNs: ms(20), p95: ms(20) },
  ])
})

test('counts what is asked for alone', async () => {
  const resource = { 'deployment.environment.name': 'staging', 'service.version': '2' }
  await using store = await openTestStore([...request([]), ...request([], { resource, name: 'GET /staging' })])
  expect(await selfTimesOf(store, {})).toEqual([200, { 'GET /cart': 100, 'GET /staging': 100 }])
  expect(await selfTimesOf(store, { environment: 'staging' })).toEqual([100, { 'GET /staging': 100 }])
  expect(await selfTimesOf(store, { release: '2' })).toEqual([100, { 'GET /staging': 100 }])
})

test('database statements count together where only their literals differ, whatever convention names them', async () => {
  const rows = request([
    {
      from: 0,
      to: 10,
      attributes: { 'db.query.text': 'SELECT a FROM b WHERE c = 1', 'db.system.name': 'postgresql' },
    },
    { from: 20, to: 50, attributes: { 'db.statement': 'SELECT a FROM b WHERE c = 22', 'db.system': 'postgresql' } },
    { from: 60, to: 61, attributes: { 'db.query.text': 'SELECT d FROM b WHERE c = $1' } },
  ])
  await using store = await openTestStore(rows)

  const { statements, totalNs, sample } = await listSelfTimes(store, { range, service: 'shop' })
  expect(statements).toMatchObject([
    { value: 'SELECT a FROM b WHERE c = ?', system: 'postgresql', count: 2, selfNs: ms(40) },
    { value: 'SELECT d FROM b WHERE c = $1', system: '', count: 1, selfNs: ms(1) },
  ])
  expect(totalNs).toBe(ms(100))
  expect(sample).toEqual({ traces: 1, oneIn: 1 })
})

test('calls whose name is only an HTTP method are told apart by whom they call', async () => {
  const call = (from: number, name: string, host: string) => ({
    from,
    to: from + 10,
    name,
    kind: 'Client' as const,
    attributes: { 'http.request.method': 'POST', 'server.address': host },
  })
  const rows = request([
    call(0, 'POST', 'pay.example'),
    call(20, 'POST', 'mail.example'),
    call(40, 'POST /a', 'a.example'),
  ])
  await using store = await openTestStore(rows)

  const { names } = await listSelfTimes(store, { range, service: 'shop' })
  expect(names.map(({ value, target, count }) => [value, target, count])).toEqual([
    ['GET /cart', '', 1],
    ['POST', 'mail.example', 1],
    ['POST', 'pay.example', 1],
    ['POST /a', '', 1],
  ])
})

test('of many traces reads some, and says so', async () => {
  await using store = await openTestStore()
  await store.command(`INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanName, SpanKind, Duration)
    SELECT fromUnixTimestamp64Milli(toInt64(${nowMs})), leftPad(hex(sipHash128(number)), 32, '0'), leftPad(hex(number + 1), 16, '0'),
      'shop', 'GET /', 'Server', 1000000 FROM numbers(40000)`)

  const { names, sample, totalNs } = await listSelfTimes(store, { range, service: 'shop' })
  expect(sample.oneIn).toBe(16)
  expect(Math.abs(sample.traces * 16 - 40_000)).toBeLessThan(4_000)
  expect(names).toMatchObject([{ value: 'GET /', count: sample.traces * 16, selfNs: totalNs }])
})

test('the error of a sample is two standard errors of the self time, from whole traces', async () => {
  await using store = await openTestStore()
  await store.command(`INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanName, SpanKind, Duration)
    SELECT fromUnixTimestamp64Nano(toInt64(${nsOfMs(nowMs)})), leftPad(lower(hex(intDiv(number, 2) + 1)), 32, '0') AS trace, toString(number), 'shop',
      ['GET /', 'GET /rare'][if(number % 2 = 0, 1, 1 + (sipHash64(trace) % 97 = 0))], 'Server', 1000000 * (1 + sipHash64(number) % 50) FROM numbers(40000)`)
  const real = await store.querySql<{ value: string; ns: string }>(
    'SELECT SpanName AS value, sum(Duration) AS ns FROM otel_traces GROUP BY value',
  )
  const { names, sample } = await listSelfTimes(store, { range, service: 'shop' })
  expect(sample.oneIn).toBe(16)
  for (const { value, selfNs, error } of names) {
    const realNs = Number(real.find(one => one.value === value)?.ns)
    expect(Math.abs(Number(selfNs) - realNs) / realNs, value).toBeLessThan(error)
  }
  const errors = Object.fromEntries(names.map(({ value, error }) => [value, error]))
  // 1,250 of 20,000 traces: the coefficient of variation of a trace's time is about 0.4 beside the chance that it is read.
  expect(errors['GET /']).toBeGreaterThan(0.05)
  expect(errors['GET /']).toBeLessThan(0.07)
  expect(errors['GET /rare']).toBeGreaterThan(0.3)
})
