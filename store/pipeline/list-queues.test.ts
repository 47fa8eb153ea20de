import { expect, test } from 'vitest'
import { gaugeRow, openTestStore } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listQueues } from './list-queues.ts'

const lastHour = () => ({ range: rangeEndingAt(Date.now() + 60_000, 3_600_000) })

const gauge = (collector: string, at: number, name: string, value: number, data = 'traces') =>
  gaugeRow({
    at,
    name: `otelcol_exporter_queue_${name}`,
    value,
    attributes: { exporter: 'clickhouse', data_type: data },
    resource: { 'service.instance.id': collector },
  })

test('reports the fill level of each queue at its newest report, latest Collector first', async () => {
  await using store = await openTestStore()
  await store.insert([
    gauge('a', 300_000, 'size', 70),
    gauge('a', 200_000, 'size', 10),
    gauge('a', 200_000, 'capacity', 100),
    gauge('b', 20_000, 'size', 0),
    gauge('b', 20_000, 'capacity', 100),
    gauge('b', 20_000, 'size', 5, 'logs'),
    gauge('b', 20_000, 'capacity', 100, 'logs'),
    gauge('long-gone', 7_200_000, 'size', 9),
  ])

  const queues = await listQueues(store, lastHour())
  expect(queues.map(({ sinceNs, reportedNs, fullInNs, ...queue }) => queue)).toEqual([
    { collector: 'b', host: '', exporter: 'clickhouse', data: 'logs', size: 5, capacity: 100 },
    { collector: 'b', host: '', exporter: 'clickhouse', data: 'traces', size: 0, capacity: 100 },
    { collector: 'a', host: '', exporter: 'clickhouse', data: 'traces', size: 10, capacity: 100 },
  ])
  const agoOf = (ns: bigint) => Math.round((Date.now() - Number(ns / 1_000_000n)) / 100_000)
  expect(queues.map(({ reportedNs }) => agoOf(reportedNs))).toEqual([0, 0, 2])
  expect(queues.map(({ sinceNs }) => agoOf(sinceNs))).toEqual([0, 0, 3])
})

test('a queue that grew in the last minutes is full when the rest has come at the same rate, one that shrank or has just begun is not', async () => {
  await using store = await openTestStore()
  await store.insert([
    gauge('grows', 1_800_000, 'size', 90),
    gauge('grows', 500_000, 'size', 10),
    gauge('grows', 200_000, 'size', 5),
    gauge('grows', 20_000, 'size', 34),
    gauge('grows', 20_000, 'capacity', 100),
    gauge('shrinks', 300_000, 'size', 50),
    gauge('shrinks', 20_000, 'size', 40),
    gauge('shrinks', 20_000, 'capacity', 100),
    gauge('begins', 50_000, 'size', 0),
    gauge('begins', 20_000, 'size', 40),
    gauge('begins', 20_000, 'capacity', 100),
    gauge('full', 300_000, 'size', 90),
    gauge('full', 20_000, 'size', 100),
    gauge('full', 20_000, 'capacity', 100),
  ])

  const queues = await listQueues(store, lastHour())
  const secondsOf = (name: string) => {
    const { fullInNs } = queues.find(({ collector }) => collector === name) ?? {}
    return fullInNs === undefined ? undefined : Math.round(Number(fullInNs / 1_000_000_000n))
  }
  // 24 more in 480 s, of 66 that are left.
  expect(secondsOf('grows')).toBeCloseTo(1_320, -1)
  expect(secondsOf('shrinks')).toBeUndefined()
  expect(secondsOf('begins')).toBeUndefined()
  expect(secondsOf('full')).toBe(0)
})
