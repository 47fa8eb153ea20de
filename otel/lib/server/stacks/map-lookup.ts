import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ArchivedBuild, listBuilds, mapFile } from '../../maps/map-archive.ts'

/** Which side sent a stack, which determines the frames that may be in-app. */
export type StackOrigin =
  | {
      readonly side: 'browser'
      /** Origins that the page's own scripts come from, as `https://shop.example`. */
      readonly origins: readonly string[]
      /** The release that the browser sent; '' for none. */
      readonly release: string
    }
  | { readonly side: 'server' }

/** `own` is a script of the app of which no map is here. */
export type ScriptLookup = { readonly mapFile: string } | 'own' | 'foreign'

const leastMsBetweenLists = 5_000

/**
 * Finds the map of a script that a stack names. What the stack says is only ever compared with names in the archive's lists: no part of it
 * becomes part of a path. Held by map-lookup.test.ts.
 *
 * @param isOfThisProcess Which builds of the server may be the one that runs: one that came later is not.
 */
export function mapLookup(
  archive: string,
  isOfThisProcess: (build: ArchivedBuild) => boolean,
  nowMs: () => number = () => performance.now(),
): (file: string, reporter: StackOrigin) => ScriptLookup {
  let listedMs = Number.NEGATIVE_INFINITY
  /** Newest first, by what frames call a script: for the server its path, for browsers a path from the origin, or a whole URL. */
  let known = new Map<string, { release: string; mapFile: string }[]>()

  const list = () => {
    listedMs = nowMs()
    known = new Map()
    const builds = listBuilds(archive)
    for (const build of [
      ...builds.filter(({ side }) => side === 'client'),
      ...runningServers(builds, isOfThisProcess),
    ]) {
      for (const [script, debugId] of Object.entries(build.scripts)) {
        const key =
          build.side === 'server' ? `file:${resolve(archive, build.scriptsFrom, script)}` : `${build.base}${script}`
        const same = known.get(key) ?? []
        same.push({ release: build.release, mapFile: mapFile(build, debugId) })
        known.set(key, same)
      }
    }
  }
  /** A build that came while the process runs is found at the first script of it, at most every few seconds. */
  const lookUp = (key: string) => {
    const isStale = () => nowMs() - listedMs >= leastMsBetweenLists
    if (!known.has(key) && isStale()) list()
    return known.get(key)
  }

  return (file, reporter) => {
    if (reporter.side === 'server') {
      const path = serverPath(file)
      const [newest] = (path === undefined ? undefined : lookUp(`file:${path}`)) ?? []
      return newest === undefined ? 'foreign' : { mapFile: newest.mapFile }
    }
    if (!URL.canParse(file)) return 'foreign'
    const { origin, pathname, protocol } = new URL(file)
    if (protocol !== 'https:' && protocol !== 'http:') return 'foreign'
    const isOwnOrigin = reporter.origins.includes(origin)
    const builds = (isOwnOrigin ? lookUp(pathname) : undefined) ?? lookUp(`${origin}${pathname}`)
    if (builds === undefined) return isOwnOrigin && /\.[cm]?js$/.test(pathname) ? 'own' : 'foreign'
    const newest = builds.find(({ release }) => release === reporter.release) ?? builds[0]
    return newest === undefined ? 'own' : { mapFile: newest.mapFile }
  }
}

/**
 * For each folder that servers are built into, the newest build that may be running; the newest of all if none may, because the clock of
 * the building machine was ahead.
 */
function runningServers(builds: readonly ArchivedBuild[], mayRun: (build: ArchivedBuild) => boolean): ArchivedBuild[] {
  const ofServers = builds.filter(({ side }) => side === 'server')
  const folders = new Set(ofServers.map(({ scriptsFrom }) => scriptsFrom))
  return [...folders].flatMap(folder => {
    const of = ofServers.filter(({ scriptsFrom }) => scriptsFrom === folder)
    return of.find(mayRun) ?? of.slice(0, 1)
  })
}

function serverPath(file: string): string | undefined {
  if (!file.startsWith('file:')) return file
  try {
    return fileURLToPath(file)
  } catch {
    return undefined // a host, or an escape that is none
  }
}
