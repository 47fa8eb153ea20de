import { expect, test } from 'vitest'
import { formatTraceDuration } from './trace-duration.ts'

const ns = (ms: number) => BigInt(ms) * 1_000_000n

test("the duration of a trace is the whole trace's, with that of its root where they differ", () => {
  const trace = { startNs: ns(1_000), endNs: ns(1_120), root: { durationNs: ns(120) } }
  expect(formatTraceDuration(trace, [])).toEqual({ whole: '120 ms', root: '' })
  expect(formatTraceDuration({ ...trace, startNs: ns(900), endNs: ns(5_100) }, [])).toEqual({
    whole: '4.20 s',
    root: '120 ms',
  })
  expect(formatTraceDuration(trace, [{ atNs: ns(1_050) }, { atNs: ns(3_000) }])).toEqual({
    whole: '2.00 s',
    root: '120 ms',
  })
})
