import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { listBuilds, mapFile } from '../maps/map-archive.ts'
import type { SourceMapUpload } from './upload-maps.ts'

/** The maps of one release. */
export interface BuildMaps {
  readonly release: string
  readonly maps: readonly SourceMapUpload[]
}

/**
 * Finds the maps of a build: those that the Vite plugin of `@errata/otel` keeps in `maps/<release>/`, or, if there are none, every
 * `x.js.map` with its `x.js`, as other build tools write them.
 *
 * @param release '' for the newest that the plugin keeps.
 * @throws {Error} If that release has no map.
 */
export function readMaps(folder: string, release: string): BuildMaps {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`)
  const archive = [folder, join(folder, 'maps')].find(place => listBuilds(place).length > 0)
  return archive === undefined ? readScripts(folder, release) : readArchive(archive, release)
}

function readArchive(archive: string, wanted: string): BuildMaps {
  const builds = listBuilds(archive)
  const release = wanted === '' ? (builds[0]?.release ?? '') : wanted
  const ofRelease = builds.filter(one => one.release === release)
  if (ofRelease.length === 0) {
    const known = [...new Set(builds.map(one => one.release))].join(', ')
    throw new Error(`${archive} has no build of release ${release}: it has ${known}.`)
  }
  const byScript = new Map<string, SourceMapUpload>()
  for (const build of ofRelease) {
    const { side, scriptsFrom } = build
    for (const [name, debugId] of Object.entries(build.scripts)) {
      // Browsers identify a script by the path below their origin, a server by the path of its file.
      const script = side === 'client' ? name : posix.normalize(posix.join('maps', scriptsFrom, name))
      if (!byScript.has(script)) {
        byScript.set(script, { script, debugId, read: () => readFileSync(mapFile(build, debugId), 'utf8') })
      }
    }
  }
  return { release, maps: [...byScript.values()] }
}

function readScripts(folder: string, release: string): BuildMaps {
  if (release === '') throw new Error('No release given: add --release 1.2.3.')
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.[cm]?js\.map$/.test(file) && !file.split(sep).includes('node_modules'))
    .sort()
    .map(file => {
      const read = () => readFileSync(join(folder, file), 'utf8')
      const script = relative('', file).split(sep).join('/').slice(0, -'.map'.length)
      return { script, debugId: debugIdOf(read(), file), read }
    })
  if (maps.length === 0) throw new Error(`${folder} has no source maps: build with them (build.sourcemap: 'hidden').`)
  return { release, maps }
}

/** The map's own debug id, else a hash of it in the same form. */
function debugIdOf(text: string, file: string): string {
  const map = parsedOrUndefined(text)
  if (typeof map !== 'object' || map === null || !('version' in map) || map.version !== 3) {
    throw new Error(`${file} is no source map of version 3.`)
  }
  const own = 'debugId' in map ? map.debugId : 'debug_id' in map ? map.debug_id : undefined
  if (typeof own === 'string' && /^[0-9a-f-]{36}$/i.test(own)) return own.toLowerCase()
  const hash = createHash('sha256').update(text).digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function parsedOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
