import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Source maps of the last builds, in a folder that is not served: `<release>/<debug id>.map`, and a list for each build with the maps of
 * its scripts. The Vite plugin writes it; the relay and the exception recorder read it.
 */

/** The scripts of a build, for the browser or for the server. */
export interface MappedBuild {
  readonly release: string
  readonly side: 'client' | 'server'
  /** Unix milliseconds. */
  readonly builtAtMs: number
  /** URL prefix of the scripts with a final slash: a path, or a URL of another host. */
  readonly base: string
  /** Folder of the scripts, relative to the archive. */
  readonly scriptsFrom: string
  /** Debug ids by the scripts' names below `base` and `scriptsFrom`. */
  readonly scripts: Readonly<Record<string, string>>
}

/** A build and the folder of its maps. */
export interface ArchivedBuild extends MappedBuild {
  readonly folder: string
}

/** Maximum number of builds of each side, and of bytes of maps. The newest build is always kept. */
export const archiveBounds = { builds: 10, bytes: 512 * 1024 * 1024 } as const

export const archiveName = 'maps'

const debugIds = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** File of a map. Debug ids come from the archive's own lists, never from a request: {@link listBuilds} rejects all others. */
export const mapFile = ({ folder }: ArchivedBuild, debugId: string): string => join(folder, `${debugId}.map`)

/**
 * Adds a build and deletes the oldest beyond the limits.
 *
 * @param maps Text of each map by its debug id.
 */
export function addBuild(archive: string, build: MappedBuild, maps: ReadonlyMap<string, string>): void {
  const folder = join(archive, folderName(build.release))
  mkdirSync(folder, { recursive: true })
  for (const [debugId, text] of maps) writeFileSync(join(folder, `${debugId}.map`), text)
  writeFileSync(join(folder, `${build.side}-${build.builtAtMs}.json`), JSON.stringify(build))
  forgetOldest(archive, archiveBounds)
}

/** All builds, newest first; none if there is no archive. Invalid lists are ignored. */
export function listBuilds(archive: string): ArchivedBuild[] {
  const builds: ArchivedBuild[] = []
  for (const release of namesIn(archive)) {
    const folder = join(archive, release)
    for (const name of namesIn(folder)) {
      if (!name.endsWith('.json')) continue
      const build = readBuild(join(folder, name))
      if (build !== undefined) builds.push({ ...build, folder })
    }
  }
  return builds.sort((a, b) => b.builtAtMs - a.builtAtMs)
}

/** Exported for its test. */
export function forgetOldest(archive: string, bounds: { readonly builds: number; readonly bytes: number }): void {
  const kept = new Set<string>()
  const folders = new Set<string>()
  let bytes = 0
  const counts = { client: 0, server: 0 }
  const seen = new Set<string>()
  for (const build of listBuilds(archive)) {
    folders.add(build.folder)
    const same = JSON.stringify([build.folder, build.side, build.scripts])
    if (seen.has(same)) continue // the same source built again
    seen.add(same)
    const files = Object.values(build.scripts).map(debugId => mapFile(build, debugId))
    const own = files.filter(file => !kept.has(file)).reduce((sum, file) => sum + sizeOf(file), 0)
    const isNewest = counts[build.side] === 0
    if (!isNewest && (counts[build.side] >= bounds.builds || bytes + own > bounds.bytes)) continue
    counts[build.side]++
    bytes += own
    for (const file of files) kept.add(file)
    kept.add(join(build.folder, `${build.side}-${build.builtAtMs}.json`))
  }
  for (const folder of folders) {
    const names = namesIn(folder)
    const unwanted = names.filter(name => !kept.has(join(folder, name)))
    if (unwanted.length === names.length) rmSync(folder, { recursive: true })
    else for (const name of unwanted) rmSync(join(folder, name), { recursive: true })
  }
}

function readBuild(file: string): MappedBuild | undefined {
  try {
    const build: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isBuild(build) ? build : undefined
  } catch {
    return undefined // half written, or deleted meanwhile
  }
}

function isBuild(value: unknown): value is MappedBuild {
  if (typeof value !== 'object' || value === null) return false
  const fields: Partial<Record<keyof MappedBuild, unknown>> = value
  const { release, side, builtAtMs, base, scriptsFrom, scripts } = fields
  const areTexts = [release, base, scriptsFrom].every(text => typeof text === 'string')
  if (!areTexts || (side !== 'client' && side !== 'server') || typeof builtAtMs !== 'number') return false
  if (typeof scripts !== 'object' || scripts === null) return false
  return Object.values(scripts).every(debugId => typeof debugId === 'string' && debugIds.test(debugId))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const isNone = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    if (isNone) return []
    throw error
  }
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** A release may have any name, so it is never used as a path. */
const folderName = (release: string) => release.replace(/[^\w.+-]/g, '_').replace(/^\.+/, '_') || 'unreleased'
