import { expect, test } from 'vitest'
import { type KnownStatus, summarizeStatus } from './summarize-status.server.ts'

const nowMs = 1_795_000_000_000
const stopped = { replaced: [], unreplaced: [] }
const health = { problems: [], queues: [], newestNs: undefined, collectors: ['a'], stopped, leftQueues: [] }
const well = {
  health,
  restarts: [],
  damagedQueues: [],
  lost: 0,
  tooLarge: 0,
  timeText: 'last 24 hours',
  nowMs,
}
const queue = (collector: string, size: number) => ({
  collector,
  host: '',
  exporter: 'clickhouse',
  data: 'traces',
  size,
  capacity: 100_000,
  fullInNs: undefined,
  sinceNs: 0n,
  reportedNs: 0n,
})

test('ingest without warnings is green, and says how many Collectors report and restarted', () => {
  const restarted = { ...health, stopped: { ...stopped, replaced: ['x', 'y'] } }
  expect(summarizeStatus({ ...well, health: restarted })).toEqual({
    colour: 'good',
    title: 'Ingest healthy',
    label: 'Ingest healthy',
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
    title: '31.3 KiB queued by 1 stopped Collector',
    label: 'Data queued',
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
  expect([colour, title]).toEqual(['warn', '1 damaged queue, last 24 hours'])
  expect(sentences).toEqual([
    'A Collector’s queue, exporter_clickhouse__traces (4.10 MiB), was found damaged 16 min ago: neither of its first two pages is one of a queue. It was moved to /data/queue/damaged/exporter_clickhouse__traces.1; telemetry that it held is not stored.',
  ])
})

test('of several things that are wrong the title is the worst: a problem, what was lost, what may be, what is over', () => {
  const damaged = { atNs: 0n, file: 'x', bytes: 1, fault: 'it is cut off', movedTo: '/x' }
  const restart = { process: 'desk', atNs: 1_794_999_900_000_000_000n, reason: '' }
  const all: KnownStatus = {
    ...{ ...well, health: { ...health, leftQueues: [queue('b', 2_048)] } },
    ...{ lost: 3_000, tooLarge: 2, damagedQueues: [damaged], restarts: [restart] },
  }
  const told = (known: KnownStatus) => {
    const { colour, title } = summarizeStatus(known)
    return [colour, title]
  }
  const passes = { kind: 'passes' as const, rule: 'not-found' }
  expect(told({ ...all, health: { ...health, queues: [queue('a', 60_000)] } })).toEqual(['bad', 'Queue 60 % full'])
  expect(summarizeStatus({ ...all, health: { ...health, problems: [passes] } })).toMatchObject({
    colour: 'bad',
    title: expect.stringMatching(/^Noise that .* is being stored/),
  })
  expect(told(all)).toEqual(['warn', '3,000 records given up after all retries, last 24 hours'])
  expect(told({ ...all, lost: 0 })).toEqual(['warn', '2 requests refused for good, last 24 hours'])
  const none = { lost: 0, tooLarge: 0 }
  expect(told({ ...all, ...none })).toEqual(['warn', '1 damaged queue, last 24 hours'])
  expect(told({ ...all, ...none, damagedQueues: [] })).toEqual(['warn', '2.00 KiB queued by 1 stopped Collector'])
  expect(told({ ...all, ...none, damagedQueues: [], health })).toEqual(['warn', 'desk restarted in the last 2 min'])
})

test('a problem is red, and the title says it in words that no sentence below repeats', () => {
  const passes = { kind: 'passes' as const, rule: 'not-found' }
  const silent = { kind: 'silent' as const, reportedNs: undefined }
  const { colour, title, sentences, reports } = summarizeStatus({
    ...well,
    health: { ...health, problems: [silent, passes] },
  })
  expect([colour, reports]).toEqual(['bad', ''])
  expect(title).toMatch(/^Noise that .* should drop is being stored/)
  expect(sentences).toEqual([expect.stringMatching(/^No Collector has reported/)])
})
