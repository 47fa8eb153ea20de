import { expect, test } from 'vitest'
import { describeTimeInQueue } from './time-in-queue.ts'

const SECOND_NS = 1_000_000_000n
const span = (kind: string, startS: number) => ({
  kind,
  startNs: BigInt(startS * 1000) * 1_000_000n,
  durationNs: SECOND_NS,
})

test('a message waits from the end of its producer to the start of its consumer', () => {
  expect(describeTimeInQueue([span('Producer', 0)], [span('Consumer', 13)])).toBe('12.0 s')
})

test('the messages of a batch wait for the least to the most', () => {
  const producers = [span('Producer', 2), span('Producer', 0), span('Client', 0)]
  expect(describeTimeInQueue(producers, [span('Consumer', 5)])).toBe('2.00 s to 4.00 s')
})

test('nothing waits between other spans, and nothing is received before it was sent', () => {
  expect(describeTimeInQueue([span('Client', 0)], [span('Server', 3)])).toBe('')
  expect(describeTimeInQueue([span('Producer', 3)], [span('Consumer', 1)])).toBe('')
  expect(describeTimeInQueue([], [])).toBe('')
})
