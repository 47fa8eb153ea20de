import { exceptionRow, type InsertedRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const times = (count: number, fromMs: number, toMs: number) =>
  Array.from({ length: count }, (_, i) => fromMs - ((fromMs - toMs) * (i + 0.5)) / count)

/** Five incidents, each of services of its own, with the time before. */
export const incidentRows = (): InsertedRow[] => [
  ...canaryOnOneShard(),
  ...retryStorm(),
  ...silentJob(),
  ...slowLeak(),
  ...errorOfOneBrowser(),
]

/** In the last hours a release takes requests on two machines, and most fail on one of them. */
function canaryOnOneShard(): InsertedRow[] {
  const request = (at: number, host: string, release: string, fails = false) => {
    const ids = { at, traceId: randomHexId(16), spanId: randomHexId(8), service: 'payments' }
    const resource = { 'service.version': release, 'host.name': host, 'deployment.environment.name': 'production' }
    const thrown = { type: 'ShardError', message: 'no lease on the shard' }
    return [
      spanRow({
        ...ids,
        resource,
        name: 'POST /pay',
        status: fails ? 'Error' : 'Unset',
        attributes: { 'http.route': '/pay', 'http.response.status_code': fails ? '500' : '200' },
      }),
      ...(fails ? [exceptionRow({ ...ids, resource, ...thrown })] : []),
    ]
  }
  return [
    ...times(200, 2 * DAY_MS, 0).flatMap((at, i) => request(at, `pay-${i % 6}`, '5.0')),
    ...times(120, 4 * HOUR_MS, 0).flatMap((at, i) =>
      request(at, i % 2 ? 'pay-7' : 'pay-6', '5.1', i % 2 > 0 && i % 6 > 1),
    ),
  ]
}

/** Each request calls once before, and four times in the last day. */
function retryStorm(): InsertedRow[] {
  return times(160, 2 * DAY_MS, 0).flatMap(at => {
    const traceId = randomHexId(16)
    const spanId = randomHexId(8)
    const calls = Array.from({ length: at > DAY_MS ? 1 : 4 }, () => randomHexId(8))
    return [
      spanRow({ at, traceId, spanId, service: 'basket', name: 'GET /basket', attributes: { 'http.route': '/basket' } }),
      ...calls.flatMap(call => [
        spanRow({ at, traceId, spanId: call, parentSpanId: spanId, service: 'basket', kind: 'Client', name: 'GET' }),
        spanRow({
          at,
          traceId,
          parentSpanId: call,
          service: 'prices',
          name: 'GET /price',
          attributes: { 'http.route': '/price' },
        }),
      ]),
    ]
  })
}

function silentJob(): InsertedRow[] {
  return Array.from({ length: 12 }, (_, i) =>
    spanRow({ at: (3 + i) * HOUR_MS + 5 * MINUTE_MS, service: 'ledger', kind: 'Internal', name: 'close-day' }),
  )
}

/** Requests are as quick as ever until some hours ago, then slower each hour. */
function slowLeak(): InsertedRow[] {
  const request = (at: number, durationMs: number) =>
    spanRow({
      at,
      service: 'thumbs',
      name: 'GET /resize',
      attributes: { 'http.route': '/resize' },
      durationNs: BigInt(Math.round(durationMs * 1e6)),
    })
  const hourly = [11_000, 900, 120, 40]
  return [
    ...times(600, 3 * DAY_MS, 4 * HOUR_MS).map((at, i) => request(at, 15 + (i % 6))),
    ...hourly.flatMap((ms, hours) =>
      times(30, (hours + 1) * HOUR_MS, hours * HOUR_MS).map((at, i) => request(at, ms * (0.9 + (i % 5) / 20))),
    ),
  ]
}

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36'
const OLD_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:88.0) Gecko/20100101 Firefox/88.0'

/** Every session of an old version fails, none of the others does. */
function errorOfOneBrowser(): InsertedRow[] {
  return times(80, 20 * HOUR_MS, 0).flatMap((at, i) => {
    const isOld = i % 2 === 0
    const ids = { at, traceId: randomHexId(16), spanId: randomHexId(8), service: 'kiosk-browser' }
    const resource = { 'service.version': '9.4' }
    const attributes = { 'session.id': `kiosk-${i}`, 'user_agent.original': isOld ? OLD_FIREFOX : CHROME }
    const thrown = { type: 'TypeError', message: 'list.at is not a function' }
    return [
      spanRow({ ...ids, resource, kind: 'Internal', name: 'pageload /menu', attributes }),
      ...(isOld ? [exceptionRow({ ...ids, resource, attributes, ...thrown })] : []),
    ]
  })
}
