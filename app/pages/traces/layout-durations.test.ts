import { expect, test } from 'vitest'
import { durationBandStartNs } from './layout-durations.server.ts'

test.each([
  [0, 0n],
  [1, 2n],
  [10, 316n],
  [24, 1_000_000n],
  [34, 316_000_000n],
  [37, 1_780_000_000n],
])('band %i starts at %i ns, in three digits as a search has it', (band, startNs) => {
  expect(durationBandStartNs(band)).toBe(startNs)
})
