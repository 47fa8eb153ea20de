/** The part of package-lock.json that is read or written here; other fields stay as they are. */
export interface LockFile {
  packages: Record<string, LockEntry>
}

export interface LockEntry {
  version?: string
  license?: string
  integrity?: string
  /** The folder of a workspace. */
  resolved?: string
  link?: boolean
  /** Systems that it is for; none: all. */
  os?: string[]
  dependencies?: Names
  devDependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

type Names = Record<string, string>

/** A package of npm that a release has. */
export interface ShippedPackage {
  readonly name: string
  /** Where it stands in the lock file and on the disk, such as `node_modules/zod`. */
  readonly path: string
  readonly entry: LockEntry
}

/** `run` keeps the packages that run Errata; `build` also those that build and test it. */
export type Purpose = 'run' | 'build'

/**
 * Lists the packages that are installed where Errata runs, for all systems: not what only a build or a test needs, nor peers that a project
 * may lack, such as Vite.
 *
 * @returns In the order of the lock file, without otel/ itself.
 */
export function listShippedPackages(lock: LockFile): ShippedPackage[] {
  const reached = reachedPaths(lock, 'run')
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => reached.has(path) && path.startsWith('node_modules/') && link !== true)
    .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), path, entry }))
}

/**
 * A lock file that `npm ci` accepts for a package.json without some dependencies, and without those of development for `run`. Versions and
 * integrity stay.
 *
 * @param without names of dependencies of the root
 */
export function reduceLock(
  lock: LockFile,
  { without, purpose }: { without: readonly string[]; purpose: Purpose },
): LockFile {
  const packages = Object.fromEntries(
    Object.entries(lock.packages).map(([path, entry]) => [
      path,
      path.includes('node_modules/') ? entry : reduceManifest(entry, { without: path === '' ? without : [], purpose }),
    ]),
  )
  const reached = reachedPaths({ packages }, purpose)
  return { ...lock, packages: Object.fromEntries(Object.entries(packages).filter(([path]) => reached.has(path))) }
}

/** A package.json, or the root's entry of a lock file, without some dependencies, and without those of development for `run`. */
export function reduceManifest<T extends LockEntry>(
  manifest: T,
  { without, purpose }: { without: readonly string[]; purpose: Purpose },
): T {
  const { dependencies = {} } = manifest
  const kept = Object.entries(dependencies).filter(([name]) => !without.includes(name))
  const reduced = { ...manifest, dependencies: Object.fromEntries(kept) }
  if (purpose === 'run') {
    delete reduced.devDependencies
    for (const [name, { optional }] of Object.entries(reduced.peerDependenciesMeta ?? {}))
      if (optional === true) reduced.peerDependencies = withoutKey(reduced.peerDependencies, name)
    delete reduced.peerDependenciesMeta
  }
  return reduced
}

function withoutKey(names: Names = {}, key: string): Names {
  return Object.fromEntries(Object.entries(names).filter(([name]) => name !== key))
}

function reachedPaths({ packages }: LockFile, purpose: Purpose): Set<string> {
  const reached = new Set<string>()
  const waiting = ['']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = packages[path]
    if (entry === undefined || reached.has(path)) continue
    reached.add(path)
    // A workspace stands twice: as a link, and as itself.
    if (entry.link === true && entry.resolved !== undefined) waiting.push(entry.resolved)
    for (const name of neededBy(entry, purpose)) {
      const target = resolvePackage(packages, path, name)
      if (target !== undefined) waiting.push(target)
    }
  }
  return reached
}

function neededBy(entry: LockEntry, purpose: Purpose): string[] {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = entry
  const { peerDependencies = {}, peerDependenciesMeta = {} } = entry
  const peers = Object.keys(peerDependencies).filter(
    name => purpose === 'build' || peerDependenciesMeta[name]?.optional !== true,
  )
  const needed = [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]
  return purpose === 'build' ? [...needed, ...Object.keys(devDependencies)] : needed
}

/** Looks where Node does: beside the package, then in each folder above it. */
function resolvePackage(packages: LockFile['packages'], from: string, name: string): string | undefined {
  const parts = from === '' ? [] : from.split('/node_modules/')
  for (let depth = parts.length; depth >= 0; depth--) {
    const folder = parts.slice(0, depth).join('/node_modules/')
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path] !== undefined) return path
  }
  return undefined
}
