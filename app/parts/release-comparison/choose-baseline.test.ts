import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Release } from '../../../store/releases/list-releases.ts'
import { compareWith, compareWithBaselines, sinceBaseline } from './choose-baseline.ts'
import { mergeReleases, previousOf } from './merge-releases.ts'

/** Releases of a shop, oldest first: their sessions of a thousand without a crash, or the 95th percentile of their durations. */
function compareAll(...figures: readonly { readonly crashFree?: number; readonly p95?: bigint }[]) {
  const all = figures.map((_, at) => releaseOf('shop', at))
  const counts = {
    requests: [],
    sessions: figures.map(({ crashFree = 997 }, at) => ({
      service: 'shop',
      release: `1.${at}`,
      sessions: 1_000,
      crashed: 1_000 - crashFree,
    })),
    durations: figures.map(({ p95 = 170n }, at) => ({
      service: 'shop',
      release: `1.${at}`,
      p50: 50_000_000n,
      p95: p95 * 1_000_000n,
      requests: 1_000,
    })),
  }
  const deploys = mergeReleases(all, counts)
  return deploys.map(deploy =>
    compareWithBaselines(deploy, deploys, name => mergeReleases(compareWith(deploy.byService, name, all), counts)[0]),
  )
}

const releaseOf = (service: string, at: number): Release => ({
  service,
  isBrowser: false,
  release: `1.${at}`,
  previous: at === 0 ? '' : `1.${at - 1}`,
  firstSeenNs: BigInt(at * 10),
  beganNs: BigInt(at * 10),
  lastSeenNs: BigInt(at * 10 + 10),
  previousBeganNs: BigInt(Math.max(0, at - 1) * 10),
})

/** What the newest release is compared with. */
const baselinesOf = (...crashFree: readonly number[]) =>
  compareAll(...crashFree.map(now => ({ crashFree: now })))[0]?.map(previousOf)

test('a release after a bad one is compared with the last good one first, if it is worse than that', () => {
  expect(baselinesOf(997, 728, 950)).toEqual(['1.0', '1.1'])
  expect(baselinesOf(997, 900, 728, 950)).toEqual(['1.0', '1.2'])
  expect(baselinesOf(997, 997, 728, 728)).toEqual(['1.1', '1.2'])
  const [[worse] = []] = compareAll({}, { crashFree: 728 }, { crashFree: 950 })
  expect(worse).toMatchObject({ crashFree: { part: 950 }, crashFreeBefore: { part: 997 }, firstSeenNs: 20n })
})

test('a release is compared with the previous one alone if it is as good again, or if the previous one was not bad', () => {
  expect(baselinesOf(997, 728, 996)).toEqual(['1.1'])
  expect(baselinesOf(950, 997, 996)).toEqual(['1.1'])
  expect(baselinesOf(997, 950)).toEqual(['1.0'])
  expect(baselinesOf(997)).toEqual([''])
})

test('a release that is slower than it was before the bad one is worse than that, even if nothing else is', () => {
  const [[slower] = []] = compareAll({}, { crashFree: 728, p95: 288n }, { p95: 330n })
  expect(slower?.slower).toEqual({ service: 'shop', now: 330_000_000n, before: 170_000_000n })
  expect(compareAll({}, { crashFree: 728, p95: 288n }, { p95: 175n })[0]).toHaveLength(1)
})

const all = ['shop', 'web'].flatMap(service => Array.from({ length: 6 }, (_, at) => releaseOf(service, at)))
const chosen = fc.integer({ min: 1, max: 5 })

test('compared with its own previous release, a release is as it was', () => {
  fc.assert(
    fc.property(chosen, at => {
      const of = all.filter(({ release }) => release === `1.${at}`)
      const same = compareWith(of, `1.${at - 1}`, all)
      expect(same).toEqual(of)
      expect(sinceBaseline(same, all)).toEqual(of)
    }),
  )
})

test('what is new in a release is what was first seen after the one that it is compared with', () => {
  fc.assert(
    fc.property(chosen, chosen, (at, than) => {
      const of = compareWith([releaseOf('shop', at)], `1.${than}`, all)
      const [since] = sinceBaseline(of, all)
      if (than >= at) expect(since).toMatchObject({ previous: '', beganNs: BigInt(at * 10) })
      else expect(since).toMatchObject({ previous: `1.${than}`, beganNs: BigInt((than + 1) * 10) })
    }),
  )
})
