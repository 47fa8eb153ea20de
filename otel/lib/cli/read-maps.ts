import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { z } from 'zod'
import type { SourceMapUpload } from './upload-source-maps.ts'

/** The maps of one release. */
export interface BuildMaps {
  readonly release: string
  readonly maps: readonly SourceMapUpload[]
}

/** Thrown by {@link readBuild}; the message is one sentence that says what to do. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
}

/**
 * Finds the maps of a build: those that the Vite plugin of `@errata/otel` keeps in `maps/<release>/`, or, where there are none, every
 * `x.js.map` with its `x.js`, as other build tools write them.
 *
 * @param release '' for the newest that the plugin keeps.
 * @throws {BuildError} When there is no map of that release.
 */
export function readBuild(folder: string, release: string): BuildMaps {
  if (!existsSync(folder)) throw new BuildError(`There is no folder ${folder}.`)
  const archive = [folder, join(folder, 'maps')].find(place => listBuilds(place).length > 0)
  return archive === undefined ? readScripts(folder, release) : readArchive(archive, release)
}

/** As `otel/lib/maps/map-archive.ts` writes it. */
const build = z.object({
  release: z.string(),
  side: z.enum(['client', 'server']),
  builtAtMs: z.number(),
  scriptsFrom: z.string(),
  scripts: z.record(z.string(), z.string().regex(/^[0-9a-f-]{36}$/)),
})

type Build = z.infer<typeof build> & { readonly folder: string }

/** Newest first. */
function listBuilds(archive: string): Build[] {
  if (!existsSync(archive)) return []
  const files = readdirSync(archive, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(archive, name)).map(file => ({ folder: join(archive, name), file })))
    .filter(({ file }) => /^(?:client|server)-\d+\.json$/.test(file))
  return files
    .map(({ folder, file }) => ({ folder, ...build.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))) }))
    .sort((a, b) => b.builtAtMs - a.builtAtMs)
}

function readArchive(archive: string, wanted: string): BuildMaps {
  const builds = listBuilds(archive)
  const release = wanted === '' ? (builds[0]?.release ?? '') : wanted
  const ofRelease = builds.filter(one => one.release === release)
  if (ofRelease.length === 0) {
    const known = [...new Set(builds.map(one => one.release))].join(', ')
    throw new BuildError(`${archive} has no build of release ${release}: it has ${known}.`)
  }
  const byScript = new Map<string, SourceMapUpload>()
  for (const { side, scriptsFrom, scripts, folder } of ofRelease) {
    for (const [name, debugId] of Object.entries(scripts)) {
      // Browsers name a script by the path below their origin, a server by the path of its file.
      const script = side === 'client' ? name : posix.normalize(posix.join('maps', scriptsFrom, name))
      if (!byScript.has(script)) {
        byScript.set(script, { script, debugId, read: () => readFileSync(join(folder, `${debugId}.map`), 'utf8') })
      }
    }
  }
  return { release, maps: [...byScript.values()] }
}

function readScripts(folder: string, release: string): BuildMaps {
  if (release === '') throw new BuildError('Say which release it is: --release 1.2.3.')
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.[cm]?js\.map$/.test(file) && !file.split(sep).includes('node_modules'))
    .sort()
    .map(file => {
      const read = () => readFileSync(join(folder, file), 'utf8')
      const script = relative('', file).split(sep).join('/').slice(0, -'.map'.length)
      return { script, debugId: debugIdOf(read(), file), read }
    })
  if (maps.length === 0)
    throw new BuildError(`${folder} has no source maps: build with them (build.sourcemap: 'hidden').`)
  return { release, maps }
}

const sourceMap = z.looseObject({
  version: z.literal(3),
  debugId: z.string().optional(),
  debug_id: z.string().optional(),
})

/** What the map says of itself, else a hash of it in the same form. */
function debugIdOf(text: string, file: string): string {
  const said = sourceMap.safeParse(parsedOrUndefined(text))
  if (!said.success) throw new BuildError(`${file} is no source map of version 3.`)
  const own = said.data.debugId ?? said.data.debug_id
  if (own !== undefined && /^[0-9a-f-]{36}$/i.test(own)) return own.toLowerCase()
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
