import { expect, test } from 'vitest'
import { omitThinBuckets } from './omit-thin-buckets.ts'

const buckets = (vital: 'inp' | 'lcp', ...samples: readonly number[]) =>
  samples.map((samples, i) => ({ vital, bucketNs: BigInt(i), p75: 100, samples }))
const kept = (of: ReturnType<typeof buckets>) => omitThinBuckets(of).map(({ vital, samples }) => `${vital} ${samples}`)

test('a bucket that has just begun is left out, by the average of its own vital', () => {
  expect(kept([...buckets('lcp', 30, 28, 4), ...buckets('inp', 5, 4, 3)])).toEqual([
    ...['lcp 30', 'lcp 28', 'inp 5', 'inp 4', 'inp 3'],
  ])
})

test('enough samples are drawn beside far more', () => {
  expect(kept(buckets('lcp', 500, 10, 9))).toEqual(['lcp 500', 'lcp 10'])
})
