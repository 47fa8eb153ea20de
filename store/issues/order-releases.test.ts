import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderReleases } from './order-releases.ts'

const semver: { readonly compare: (one: string, other: string) => number } = createRequire(import.meta.url)('semver')

const seen = (...releases: string[]) => releases.map((release, at) => ({ release, firstSeenNs: BigInt(at) }))
const namesOf = (releases: readonly { release: string }[]) => releases.map(({ release }) => release)

test.each([
  ['semver', ['10.18.6', '10.18.7', '10.24.0-rc.2', '10.24.0-rc.10', '10.24.0']],
  ['with a v', ['v1.9', 'v1.10', 'v2.0']],
  ['with the name of a package', ['shop@1.9.0', 'shop@1.10.0']],
  ['calendar', ['2026.9.30', '2026.11.29', '2026.11.29-1', '2026.11.29-10', '2026.12.1']],
  ['dates', ['2026-09-30', '2026-11-29', '2026-11-29-2']],
  ['dates without separators', ['20260930', '20261129']],
  ['build numbers', ['9', '10', '101']],
  ['commits since a tag', ['1.2.3', '1.2.3-2-gaaaa111', '1.2.3-14-g1a2b3c4', '1.2.4']],
  ['of Python', ['1.2b2', '1.2rc1', '1.2rc10', '1.2', '1.2.1']],
])('versions are in order, whichever was seen first: %s', (_, ordered) => {
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), shuffled => {
      expect(namesOf(orderReleases(seen(...shuffled)))).toEqual(ordered)
    }),
  )
})

test.each([
  ['commits', ['fe12ab9', 'a9c0012', '1234567', 'd123456', '0123456']],
  ['a new scheme', ['2026.11.29', '1.0.0']],
  ['names', ['blue', 'amber']],
])('others are in the order in which they were first seen: %s', (_, releases) => {
  expect(namesOf(orderReleases(seen(...releases)))).toEqual(releases)
})

test('a release that is no version comes after those seen before it, and before newer versions seen after it', () => {
  expect(namesOf(orderReleases(seen('1.0.0', 'fe12ab9', '1.1.0', '1.0.1', 'a9c0012')))).toEqual([
    '1.0.0',
    'fe12ab9',
    '1.0.1',
    '1.1.0',
    'a9c0012',
  ])
})

const number = fc.nat({ max: 1_500 })
const identifier = fc.oneof(number.map(String), fc.stringMatching(/^[a-z-][0-9A-Za-z-]{0,3}$/))
const semvers = fc
  .tuple(number, number, number, fc.array(identifier, { maxLength: 3 }), fc.constantFrom('', '+5'))
  .map(([major, minor, patch, before, build]) =>
    [`${major}.${minor}.${patch}`, before.join('.')].filter(Boolean).join('-').concat(build),
  )
const releases = fc.uniqueArray(
  fc.record({
    release: fc.oneof(
      semvers,
      semvers.map(version => `v${version}`),
      fc.stringMatching(/^[0-9a-f]{7}$/),
      fc.constantFrom('2026.11.29', '2026.11.29-1', '2026.2.1', 'main', '', '9', '10', '1.0', '1.0.0'),
    ),
    firstSeenNs: fc.bigInt({ min: 0n, max: 20n }),
  }),
  { selector: ({ release }) => release, maxLength: 12 },
)

test('the order is total: it has each release once, and does not depend on the order in which they are given', () => {
  fc.assert(
    fc.property(releases, fc.infiniteStream(fc.nat()), (all, keys) => {
      const shuffled = all.map(of => ({ of, key: keys.next().value })).toSorted((one, other) => one.key - other.key)
      expect(orderReleases(shuffled.map(({ of }) => of))).toEqual(orderReleases(all))
      expect(new Set(orderReleases(all))).toEqual(new Set(all))
    }),
  )
})

test('versions of semver are ordered as semver says, and those that it calls equal by first sight', () => {
  fc.assert(
    fc.property(fc.uniqueArray(semvers, { maxLength: 12 }), versions => {
      const of = seen(...versions)
      const bySemver = of.toSorted(
        (one, other) =>
          semver.compare(one.release, other.release) || Number(one.firstSeenNs) - Number(other.firstSeenNs),
      )
      // Versions that are equal but for the build are as old as the older of them.
      const precedence = (all: typeof of) => all.map(({ release }) => release.replace(/\+.*/, ''))
      expect(precedence(orderReleases(of))).toEqual(precedence(bySemver))
    }),
  )
})
