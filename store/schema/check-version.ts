/** The versions of ClickHouse that schema and queries are tested with: year and number, the oldest first. docs/production.md names them. */
export const TRIED_VERSIONS = [[26, 7]] as const

/** The place of a server's version among those tried. */
export type VersionFit = 'older' | 'tried' | 'newer'

/** @param version as `version()` of ClickHouse has it, such as 26.7.2.1 */
export function fitOfVersion(version: string): VersionFit {
  const [year = 0, number = 0] = version.split('.').map(Number)
  const order = (other: readonly [number, number] | undefined) => year - (other?.[0] ?? 0) || number - (other?.[1] ?? 0)
  if (order(TRIED_VERSIONS[0]) < 0) return 'older'
  return order(TRIED_VERSIONS.at(-1)) > 0 ? 'newer' : 'tried'
}

/** The versions as people write them, such as "26.7 and 26.8". */
export const describeTriedVersions = (): string => TRIED_VERSIONS.map(version => version.join('.')).join(' and ')
