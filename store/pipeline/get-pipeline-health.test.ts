import { expect, test } from 'vitest'
import { gaugeRow, openTestStore, sumRow } from '../../test/open-test-store.ts'
import { getPipelineHealth } from './get-pipeline-health.ts'

const now = () => ({ nowMs: Date.now() })
const resource = { 'service.instance.id': 'a' }
const of = { exporter: 'clickhouse', data_type: 'traces' }
const queue = (at: number, value: number, instance = 'a') =>
  gaugeRow({
    at,
    name: 'otelcol_exporter_queue_size',
    value,
    attributes: of,
    resource: { 'service.instance.id': instance },
  })
const flight = (at: number, value: number) =>
  sumRow({ at, name: 'otelcol_exporter_in_flight_requests', value, attributes: of, resource })
const sent = (at: number, value: number) =>
  sumRow({ at, name: 'otelcol_exporter_sent_spans', value, attributes: { exporter: 'clickhouse' }, resource })

test('all is well where a Collector reports, refuses nothing and sends what it takes', async () => {
  await using store = await openTestStore()
  await store.insert([queue(5_000, 700), flight(300_000, 1), flight(60_000, 0), flight(5_000, 1), sent(5_000, 9)])

  expect(await getPipelineHealth(store, now())).toMatchObject({ collectors: ['a'], troubles: [], leftQueues: [] })
})

test('no Collector that reports is trouble, and says when one last did', async () => {
  await using empty = await openTestStore()
  expect(await getPipelineHealth(empty, now())).toMatchObject({
    collectors: [],
    troubles: [{ kind: 'silent', heardNs: undefined }],
    queues: [],
  })

  await using store = await openTestStore()
  await store.insert([queue(600_000, 0)])
  expect(await getPipelineHealth(store, now())).toMatchObject({
    collectors: [],
    troubles: [{ kind: 'silent', heardNs: expect.any(BigInt) }],
    queues: [],
    leftQueues: [],
  })
})

test('what a Collector that ended had in its queues is not called waiting', async () => {
  await using store = await openTestStore()
  await store.insert([queue(600_000, 5_000, 'ended'), queue(5_000, 0, 'its-successor')])

  const health = await getPipelineHealth(store, now())
  expect(health).toMatchObject({ collectors: ['its-successor'], troubles: [] })
  expect(health.queues.map(({ collector, size }) => ({ collector, size }))).toEqual([
    { collector: 'its-successor', size: 0 },
  ])
  expect(health.leftQueues.map(({ collector, size }) => ({ collector, size }))).toEqual([
    { collector: 'ended', size: 5_000 },
  ])
})

test('a batch that has been under way for minutes is trouble, with what waits behind it', async () => {
  await using store = await openTestStore()
  await store.insert([
    queue(5_000, 4_000_000),
    flight(600_000, 0),
    flight(300_000, 1),
    flight(5_000, 1),
    sent(600_000, 9),
    sent(5_000, 9),
  ])

  const { troubles } = await getPipelineHealth(store, now())
  expect(troubles).toEqual([
    {
      kind: 'stuck',
      collector: 'a',
      exporter: 'clickhouse',
      data: 'traces',
      busySinceNs: expect.any(BigInt),
      sentLately: 0,
      waiting: 4_000_000,
    },
  ])
})

test('a Collector that refuses is trouble', async () => {
  const refused = (at: number, value: number) => sumRow({ at, name: 'otelcol_receiver_refused_spans', value, resource })
  await using store = await openTestStore()
  await store.insert([queue(5_000, 0), refused(300_000, 0), refused(5_000, 12)])

  const { troubles } = await getPipelineHealth(store, now())
  expect(troubles).toEqual([{ kind: 'refuses', collector: 'a', items: 12, byMemory: 0, byQueue: 0 }])
})
