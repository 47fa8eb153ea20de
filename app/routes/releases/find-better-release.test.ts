import { expect, test } from 'vitest'
import { findBetterRelease } from './find-better-release.ts'
import type { MergedRelease, ShareOfTotal } from './merge-releases.ts'

const none = { part: 0, whole: 0 }
/** A release with its crash-free sessions of a thousand, and those of the release before. */
const deploy = (release: string, previous: string, crashFree: number, before: ShareOfTotal): MergedRelease => ({
  release,
  firstSeenNs: 0n,
  lastSeenNs: 1n,
  of: [{ service: 'shop', release, previous, firstSeenNs: 0n, lastSeenNs: 1n, previousFirstSeenNs: 0n }],
  failed: none,
  failedBefore: none,
  adoption: none,
  runsIn: [],
  crashFree: { part: crashFree, whole: 1_000 },
  crashFreeBefore: before,
  slower: undefined,
  p95: undefined,
  durations: [],
})
/** The better release of the newest one, of crash-free sessions in the order of the releases. */
const betterOf = (...crashFree: readonly number[]) => {
  const all = crashFree.map((now, at) => {
    const before = crashFree[at - 1]
    const previous = before === undefined ? '' : `1.${at - 1}`
    return deploy(`1.${at}`, previous, now, before === undefined ? none : { part: before, whole: 1_000 })
  })
  const newest = all.at(-1)
  return newest && findBetterRelease(newest, all)
}

test('a release after a bad one is worse than the last one that was not bad', () => {
  expect(betterOf(997, 728, 950)).toEqual({
    release: '1.0',
    facts: ['crash-free 99.7 → 95 %'],
    crashes: true,
    errors: false,
    slower: undefined,
  })
  expect(betterOf(997, 900, 728, 950)?.release).toBe('1.0')
  expect(betterOf(997, 997, 728, 728)?.release).toBe('1.1')
})

test('it names the service that is slower than it was before the bad one, even if nothing else is worse', () => {
  const lasting = (ms: bigint) => [
    { service: 'shop', release: '', p50: 50_000_000n, p95: ms * 1_000_000n, requests: 1_000 },
  ]
  const [good, bad, newest] = [
    { ...deploy('1.0', '', 997, none), durations: lasting(170n) },
    { ...deploy('1.1', '1.0', 728, { part: 997, whole: 1_000 }), durations: lasting(288n) },
    { ...deploy('1.2', '1.1', 996, { part: 728, whole: 1_000 }), durations: lasting(330n) },
  ]
  const better = (of: MergedRelease) => findBetterRelease(of, [good, bad, of])
  expect(better(newest)).toMatchObject({ facts: ['p95 of shop 170 → 330 ms'], crashes: false, slower: 'shop' })
  expect(better({ ...newest, durations: lasting(175n) })).toBeUndefined()
})

test('a release is worse than none before if it is as good again, or if the previous one was not bad', () => {
  expect(betterOf(997, 728, 996)).toBeUndefined()
  expect(betterOf(950, 997, 996)).toBeUndefined()
  expect(betterOf(997, 950)).toBeUndefined()
  expect(betterOf(997)).toBeUndefined()
})
