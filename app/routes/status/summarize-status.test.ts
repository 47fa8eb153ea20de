import { expect, test } from 'vitest'
import { summarizeStatus } from './summarize-status.server.ts'

const nowMs = 1_795_000_000_000
const stopped = { replaced: [], unreplaced: [] }
const health = { problems: [], queues: [], newestNs: undefined, collectors: ['a'], stopped, leftQueues: [] }
const well = {
  health,
  restarts: [],
  damagedQueues: [],
  lost: 0,
  accounting: undefined,
  timeText: 'last 24 hours',
  nowMs,
}
const queue = (collector: string, size: number) => ({
  collector,
  exporter: 'clickhouse',
  data: 'traces',
  size,
  capacity: 100_000,
  sinceNs: 0n,
  reportedNs: 0n,
})

test('ingest without warnings is green, and says how many Collectors report and restarted', () => {
  const restarted = { ...health, stopped: { ...stopped, replaced: ['x', 'y'] } }
  expect(summarizeStatus({ ...well, health: restarted })).toEqual({
    colour: 'good',
    title: 'Ingest healthy; no known loss, last 24 hours',
    sentences: [],
    reports: '1 Collector reporting; 2 restarted in the last hour. No data is refused, and all queues are draining.',
  })
})

test('data in queues that no Collector sends is amber, in the title, and no queue is said to drain but those that report', () => {
  const left = {
    ...health,
    stopped: { replaced: ['x'], unreplaced: ['b', 'c'] },
    leftQueues: [queue('b', 30_000), queue('b', 2_000)],
  }
  expect(summarizeStatus({ ...well, health: left })).toEqual({
    colour: 'warn',
    title: 'Ingest healthy; 31.3 KiB queued by 1 stopped Collector; no known loss, last 24 hours',
    sentences: [
      '1 stopped Collector had 31.3 KiB queued on disk at the last report, and none was started instead. Start a Collector with the same queue folder to deliver them.',
    ],
    reports:
      '1 Collector reporting; 2 stopped and 1 restarted in the last hour. No data is refused, and its queues are draining.',
  })
})

test('a damaged queue is amber, in the title, and named with its size, reason and place', () => {
  const file = {
    atNs: 1_794_999_000_000_000_000n,
    file: 'exporter_clickhouse__traces',
    bytes: 4_300_000,
    fault: 'neither of its first two pages is one of a queue',
    movedTo: '/data/queue/damaged/exporter_clickhouse__traces.1',
  }
  const { colour, title, sentences } = summarizeStatus({ ...well, damagedQueues: [file] })
  expect([colour, title]).toEqual([
    'warn',
    'Ingest healthy; 1 damaged queue, last 24 hours; no known loss, last 24 hours',
  ])
  expect(sentences).toEqual([
    'A Collector’s queue, exporter_clickhouse__traces (4.10 MiB), was found damaged 16 min ago: neither of its first two pages is one of a queue. It was moved to /data/queue/damaged/exporter_clickhouse__traces.1; telemetry that it held is not stored.',
  ])
})

test('the title agrees with the accounting: a surplus is no loss, and what is missing may be one', () => {
  const of = (lost: number, missing: number, surplus: number) => {
    const { colour, title } = summarizeStatus({ ...well, lost, accounting: { missing, surplus } })
    return [colour, title.replace('Ingest healthy; ', '')]
  }
  expect(of(0, 0, 0)).toEqual(['good', 'no known loss, last 24 hours'])
  expect(of(0, 0, 1_106)).toEqual(['good', 'no known loss, last 24 hours; accounting of the latest hour incomplete'])
  expect(of(0, 12, 0)).toEqual(['warn', '12 unaccounted for in the latest hour; no known loss, last 24 hours'])
  expect(of(3_000, 0, 0)).toEqual(['warn', '3,000 lost, last 24 hours'])
})

test('old records are told beside healthy ingest, and are not told if ingest itself is late', () => {
  const old = { ...well, withOldRecords: 4 }
  const { colour, title } = summarizeStatus(old)
  expect([colour, title]).toEqual([
    'good',
    'Ingest healthy; no known loss, last 24 hours; 4 services sent records over 10 min old',
  ])
  const late = { ...health, problems: [{ kind: 'passes' as const, rule: 'not-found' }] }
  expect(summarizeStatus({ ...old, health: late }).title).not.toContain('old')
})

test('a problem is red, whatever else there is; without a valid range nothing is said of losses', () => {
  const passes = { kind: 'passes' as const, rule: 'not-found' }
  const { colour, title, sentences, reports } = summarizeStatus({
    ...well,
    health: { ...health, problems: [passes] },
    lost: undefined,
  })
  expect([colour, title, sentences.length, reports]).toEqual(['bad', 'Ingest failing', 1, ''])
})
