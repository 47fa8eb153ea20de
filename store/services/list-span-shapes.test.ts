import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listSpanShapes } from './list-span-shapes.ts'

const nowMs = Date.now() - 60_000
const range = { from: nsOfMs(nowMs - 3_600_000), to: nsOfMs(nowMs + 60_000) }
const names = ['http.route', 'http.status_code', 'service.version', 'user.id']
const traceId = randomHexId(16)
const [caller, call, lost] = [randomHexId(8), randomHexId(8), randomHexId(8)]
const at = nsOfMs(nowMs)

const rows = [
  spanRow({ at, traceId, spanId: caller, service: 'web', attributes: { 'http.route': '/' } }),
  spanRow({ at, traceId, spanId: call, parentSpanId: caller, service: 'web', kind: 'Client' }),
  spanRow({
    at: at + 2_000_000n,
    traceId,
    parentSpanId: call,
    attributes: { 'http.status_code': '500', 'url.path': '/' },
    resource: { 'service.version': '1', 'telemetry.sdk.language': 'go', 'telemetry.sdk.version': '1.4.0' },
    events: [{ name: 'exception', attributes: { 'exception.type': 'E' } }],
  }),
  spanRow({
    at,
    parentSpanId: lost,
    attributes: { 'http.user_agent': 'curl/8', 'http.route': '', 'http.status_code': '404' },
    durationNs: 0n,
  }),
  spanRow({ at: at - 2_000_000n, traceId, parentSpanId: call, durationNs: 2n ** 63n }),
  spanRow({ at, kind: 'Internal', name: 'graphql.resolve price', status: 'Error' }),
]
const shape = {
  isNotFound: false,
  ...{ kind: 'Server', names: [], resourceNames: [], language: '', sdkVersion: '', threshold: '', failed: false },
  ...{
    isGraphql: false,
    hasException: false,
    lacksStack: false,
    timing: '',
    parent: 'none',
    caller: '',
    isEarly: false,
    spans: 1,
  },
}

test('tells what spans of a service have and lack, however often they came', async () => {
  await using store = await openTestStore([...rows, ...rows.toReversed()])
  const { shapes, sample } = await listSpanShapes(store, { range, service: 'shop', names })
  expect(sample).toEqual({ traces: 3, oneIn: 1 })
  expect(shapes).toHaveLength(4)
  expect(shapes).toEqual(
    expect.arrayContaining([
      {
        ...shape,
        ...{ names: ['http.status_code'], resourceNames: ['service.version'], language: 'go', sdkVersion: '1.4.0' },
        ...{ failed: true, hasException: true, lacksStack: true, parent: 'arrived' },
      },
      { ...shape, names: ['http.status_code'], isNotFound: true, timing: 'zero', parent: 'missing', caller: 'curl/8' },
      { ...shape, timing: 'backwards', parent: 'arrived', isEarly: true },
      { ...shape, kind: 'Internal', failed: true, isGraphql: true },
    ]),
  )
})

test('counts spans of one shape together, within the range and scope', async () => {
  const resource = { 'deployment.environment': 'test' }
  await using store = await openTestStore([
    ...[1, 2, 3].map(minutes => spanRow({ at: minutes * 60_000, attributes: { 'user.id': 'ada' }, resource })),
    spanRow({ at: 60_000 }),
    spanRow({ at: 2 * 3_600_000, resource }),
  ])
  const { shapes } = await listSpanShapes(store, { range, service: 'shop', environment: 'test', names })
  expect(shapes).toEqual([{ ...shape, names: ['user.id'], spans: 3 }])
})
