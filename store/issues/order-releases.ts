import type { Ns } from '../units.ts'

interface SeenRelease {
  readonly release: string
  readonly firstSeenNs: Ns
}

/**
 * Orders the releases of one service, oldest first. Versions of one scheme (semver, calendar, build numbers) are in the order of versions:
 * a hotfix of an older line stays older than what was released before it. A version counts as first seen no later than a newer one; by
 * that, releases that are not comparable, such as git commits, are in order too.
 */
export function orderReleases<Release extends SeenRelease>(releases: readonly Release[]): Release[] {
  const versions = releases.map(of => ({ of, version: parseVersion(of.release) }))
  const schemes = [...Map.groupBy(versions, ({ version }) => version?.scheme)].map(([scheme, of]) =>
    scheme === undefined ? of.map(one => ({ ...one, sinceNs: one.of.firstSeenNs })) : dateByNewer(of),
  )
  return schemes
    .flat()
    .toSorted(
      (one, other) =>
        compare(one.sinceNs, other.sinceNs) ||
        compare(one.version?.scheme ?? '', other.version?.scheme ?? '') ||
        compareVersions(one.version, other.version) ||
        compare(one.of.firstSeenNs, other.of.firstSeenNs) ||
        compare(one.of.release, other.of.release),
    )
    .map(({ of }) => of)
}

interface Version {
  /** Versions of different schemes are not comparable. */
  readonly scheme: string
  readonly numbers: readonly bigint[]
  /** The prerelease of semver, which is less than the version itself; `undefined` for none. */
  readonly prerelease: readonly string[] | undefined
  /** A number behind a calendar version, or of commits since a tag: more than the version itself. */
  readonly since: bigint
}

/** Each with the earliest first sight of it and all newer versions. */
function dateByNewer<Of extends { of: SeenRelease; version: Version | undefined }>(
  versions: readonly Of[],
): (Of & { sinceNs: Ns })[] {
  let sinceNs: Ns | undefined
  return versions
    .toSorted(
      (one, other) => compareVersions(other.version, one.version) || compare(other.of.firstSeenNs, one.of.firstSeenNs),
    )
    .map(one => {
      const ownNs = one.of.firstSeenNs
      sinceNs = sinceNs === undefined || ownNs < sinceNs ? ownNs : sinceNs
      return { ...one, sinceNs }
    })
}

/**
 * `1.2.3-rc.1+5`, `v1.2`, `shop@1.2.3`, `1.2rc1`, `2026.11.29-2`, `2026-11-29`, `1.2.3-14-g1a2b3c4` of git describe, `42`. `undefined` for
 * others: a number of seven digits may be a commit, and so may one after letters from a to f.
 *
 * @see https://semver.org/#spec-item-11
 */
function parseVersion(release: string): Version | undefined {
  const { name = '', main, commits = 0, prerelease, early } = versionPattern.exec(release)?.groups ?? {}
  if (main === undefined) return undefined
  const numbers = main.split(/[.-]/).map(BigInt)
  const isNumber = numbers.length === 1
  if (isNumber && (!/^(?:\d{1,6}|20\d{6})$/.test(main) || /^[a-f]+$/i.test(name))) return undefined
  const isCalendar = isNumber ? main.length === 8 : isYear(numbers[0] ?? 0n)
  const isRebuilt = isCalendar && /^\d+$/.test(prerelease ?? '')
  return {
    scheme: `${isCalendar ? 'calendar' : isNumber ? 'number' : 'version'} ${name.replace(/[@_/-]?v?$/i, '')}`,
    numbers,
    prerelease: isRebuilt ? undefined : (prerelease?.split('.') ?? early?.match(/[a-z]+|\d+/g) ?? undefined),
    since: BigInt((isRebuilt ? prerelease : commits) ?? 0),
  }
}

const versionPattern = new RegExp(
  [
    '^(?<name>(?:[\\w./-]*@)?[A-Za-z_/-]*)',
    '(?<main>(?:19|20|21)\\d\\d-\\d\\d-\\d\\d(?!\\d)|\\d{1,18}(?:\\.\\d{1,18})*)',
    '(?:-(?<commits>\\d{1,9})-g[0-9a-f]{4,40}|-(?<prerelease>[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)|(?<early>(?:a|b|rc)\\d{1,9}))?',
    '(?:\\+[0-9A-Za-z.-]*)?$',
  ].join(''),
)

const isYear = (number: bigint) => number >= 1990n && number < 2200n

function compareVersions(one: Version | undefined, other: Version | undefined): number {
  if (one === undefined || other === undefined) return 0
  return (
    compareLists(one.numbers, other.numbers, 0n, compare) ||
    comparePrereleases(one.prerelease, other.prerelease) ||
    compare(one.since, other.since)
  )
}

function comparePrereleases(one: Version['prerelease'], other: Version['prerelease']): number {
  if (one === undefined || other === undefined) return compare(one === undefined, other === undefined)
  return compareLists(one, other, undefined, compareIdentifiers)
}

/** Numbers are less than words, and nothing is less than anything. */
function compareIdentifiers(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return compare(one !== undefined, other !== undefined)
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)]
  if (isNumber && isOtherNumber) return compare(BigInt(one), BigInt(other))
  return compare(!isNumber, !isOtherNumber) || compare(one, other)
}

function compareLists<Item, Missing>(
  one: readonly Item[],
  other: readonly Item[],
  missing: Missing,
  compareItems: (one: Item | Missing, other: Item | Missing) => number,
): number {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    const order = compareItems(one[i] ?? missing, other[i] ?? missing)
    if (order !== 0) return order
  }
  return 0
}

const compare = <Value extends bigint | string | boolean>(one: Value, other: Value) =>
  one < other ? -1 : one > other ? 1 : 0
