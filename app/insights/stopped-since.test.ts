import { expect, test } from 'vitest'
import { stoppedSince } from './stopped-since.ts'

const releases = [
  { service: 'shop', release: '2', firstSeenNs: 100n },
  { service: 'stock', release: '7', firstSeenNs: 150n },
  { service: 'shop', release: '3', firstSeenNs: 200n },
  { service: 'shop', release: '4', firstSeenNs: 300n },
]
const issue = { service: 'shop', firstSeenNs: 110n, lastSeenNs: 190n, newestReleaseNs: 110n, events: 9 }
const of = { releases, fromNs: 0n, nowNs: 400n }

test('an issue has stopped with the next release of its service', () => {
  expect(stoppedSince(issue, of)?.release).toBe('3')
  expect(stoppedSince({ ...issue, service: 'stock' }, of)?.release).toBe('7')
})

test('an issue that was seen in the newest release goes on, as one without a later release', () => {
  expect(stoppedSince({ ...issue, newestReleaseNs: 310n }, of)).toBeUndefined()
  expect(stoppedSince({ ...issue, service: 'mail' }, of)).toBeUndefined()
})

test('an issue that is too rare or too recent to tell has not stopped', () => {
  expect(stoppedSince({ ...issue, events: 1 }, of)).toBeUndefined()
  expect(stoppedSince(issue, { ...of, nowNs: 220n })).toBeUndefined()
  expect(stoppedSince({ ...issue, lastSeenNs: 390n }, of)).toBeUndefined()
})

test('the rate is that since the beginning of the range', () => {
  expect(stoppedSince({ ...issue, firstSeenNs: -9_000n, events: 3 }, { ...of, fromNs: 0n })?.release).toBe('3')
  expect(stoppedSince({ ...issue, firstSeenNs: -9_000n, events: 2 }, { ...of, fromNs: 0n })).toBeUndefined()
})
