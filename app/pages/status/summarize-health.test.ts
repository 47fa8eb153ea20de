import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { summarizeHealth } from './summarize-health.ts'

const nowMs = 1_795_000_000_000
const queue = (size: number) => ({
  collector: 'a',
  host: '',
  exporter: 'e',
  data: 'traces',
  size,
  capacity: 1_000,
  fullInNs: undefined,
  sinceNs: 0n,
  reportedNs: 0n,
})
const silent = { kind: 'silent' as const, reportedNs: undefined }
const late = { kind: 'late' as const, app: undefined, newestNs: nsOfMs(nowMs - 40_900), sinceNs: 0n, reason: undefined }

test('ingest is healthy without problems and with nearly empty queues', () => {
  expect(summarizeHealth({ problems: [], newestNs: undefined, queues: [] }, nowMs)).toEqual({
    text: 'Ingest healthy',
    isGood: true,
    label: 'Ingest healthy',
  })
  expect(summarizeHealth({ problems: [], newestNs: undefined, queues: [queue(9)] }, nowMs)).toEqual({
    text: 'Ingest healthy',
    isGood: true,
    label: 'Ingest healthy',
  })
})

test('the fullest queue is shown, and is bad when half full', () => {
  expect(summarizeHealth({ problems: [], newestNs: undefined, queues: [queue(0), queue(25)] }, nowMs)).toEqual({
    text: 'Queue 2 % full',
    isGood: true,
    label: 'Queue 2 % full',
  })
  expect(summarizeHealth({ problems: [], newestNs: undefined, queues: [queue(500)] }, nowMs)).toEqual({
    text: 'Queue 50 % full',
    isGood: false,
    label: 'Queue 50 % full',
  })
})

test('stopped ingest comes before any other problem', () => {
  const { text, isGood } = summarizeHealth({ problems: [silent, late], newestNs: undefined, queues: [] }, nowMs)
  expect(isGood).toBe(false)
  expect(text).toMatch(/^Nothing stored for 40 s: /)
})

test('silent Collectors are the least of all problems, and the heading says whether telemetry arrives', () => {
  const passes = { kind: 'passes' as const, rule: 'not-found' }
  const textOf = (health: Parameters<typeof summarizeHealth>[0]) => summarizeHealth(health, nowMs).text
  expect(textOf({ problems: [silent], newestNs: nsOfMs(nowMs - 8_000), queues: [] })).toBe(
    'Collector metrics missing for the last hour; telemetry still arrives.',
  )
  expect(textOf({ problems: [silent], newestNs: undefined, queues: [] })).toMatch(
    /^No Collector has reported in the last/,
  )
  expect(textOf({ problems: [silent, passes], newestNs: undefined, queues: [] })).toMatch(/^Noise that /)
})
