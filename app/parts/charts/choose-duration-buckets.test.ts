import { expect, test } from 'vitest'
import { chooseDurationBuckets } from './choose-duration-buckets.server.ts'

const HOUR_NS = 3_600_000_000_000n
const day = { from: 24_000n * HOUR_NS, to: 24_024n * HOUR_NS }
const choose = (requests: number) => {
  const { stepNs, percentiles } = chooseDurationBuckets(day, requests)
  return [Number((stepNs * 60n) / HOUR_NS), ...percentiles]
}

test('durations of few requests are percentiles of longer intervals, without p99 where that is the longest request', () => {
  expect(choose(77)).toEqual([180, 'p50', 'p95'])
  expect(choose(500)).toEqual([60, 'p50', 'p95'])
  expect(choose(1_500)).toEqual([30, 'p50', 'p95'])
  expect(choose(6_000)).toEqual([30, 'p50', 'p95', 'p99'])
  expect(choose(0)).toEqual([180, 'p50', 'p95'])
})
