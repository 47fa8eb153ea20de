import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { summarizeHealth } from './summarize-health.ts'

const nowMs = 1_795_000_000_000
const queue = (size: number) => ({
  collector: 'a',
  exporter: 'e',
  data: 'traces',
  size,
  capacity: 1_000,
  reportedNs: 0n,
})
const silent = { kind: 'silent' as const, reportedNs: undefined }
const late = { kind: 'late' as const, newestNs: nsOfMs(nowMs - 40_900), sinceNs: 0n, reason: undefined }

test('ingest is healthy without problems and with nearly empty queues', () => {
  expect(summarizeHealth({ problems: [], queues: [] }, nowMs)).toEqual({ text: 'Ingest healthy', isGood: true })
  expect(summarizeHealth({ problems: [], queues: [queue(9)] }, nowMs)).toEqual({
    text: 'Ingest healthy',
    isGood: true,
  })
})

test('the fullest queue is shown, and is bad when half full', () => {
  expect(summarizeHealth({ problems: [], queues: [queue(0), queue(25)] }, nowMs)).toEqual({
    text: 'Queue 2 % full',
    isGood: true,
  })
  expect(summarizeHealth({ problems: [], queues: [queue(500)] }, nowMs)).toEqual({
    text: 'Queue 50 % full',
    isGood: false,
  })
})

test('stopped ingest comes before any other problem', () => {
  const { text, isGood } = summarizeHealth({ problems: [silent, late], queues: [] }, nowMs)
  expect(isGood).toBe(false)
  expect(text).toMatch(/^Nothing stored for 40 s: /)
})

test('silent Collectors differ from failing ingest', () => {
  const passes = { kind: 'passes' as const, rule: 'not-found' }
  expect(summarizeHealth({ problems: [silent], queues: [] }, nowMs).text).toBe('Ingest status unknown')
  expect(summarizeHealth({ problems: [silent, passes], queues: [] }, nowMs).text).toBe('Ingest failing')
})
