import { expect, test } from 'vitest'
import { formatTraceDuration } from './trace-duration.ts'

const ms = (startMs: number, lengthMs: number) => ({
  startNs: BigInt(startMs) * 1_000_000n,
  durationNs: BigInt(lengthMs) * 1_000_000n,
})

test('the duration of a trace is that of its root, with that of the whole trace beside it where they differ', () => {
  const root = ms(1_000, 120)
  expect(formatTraceDuration({ root, spans: [root, ms(1_010, 50)] })).toBe('120 ms')
  expect(formatTraceDuration({ root, spans: [root, ms(1_100, 4_100)] })).toBe('root 120 ms, whole trace 4.20 s')
  expect(formatTraceDuration({ root, spans: [ms(900, 10)] })).toBe('root 120 ms, whole trace 220 ms')
})
