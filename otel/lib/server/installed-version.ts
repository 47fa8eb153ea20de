import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Version of the copy of a package that a file gets; undefined if it gets none. Newer packages do not export their package.json, so it is
 * searched for above the resolved file.
 *
 * @param from Path or URL of the file, which need not exist.
 */
export function installedVersion(packageName: string, from: string): string | undefined {
  let file: string
  try {
    file = createRequire(from).resolve(packageName)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
  for (let at = dirname(file); at !== dirname(at); at = dirname(at)) {
    const manifest = readManifest(join(at, 'package.json'))
    if (manifest?.name === packageName) return manifest.version
  }
  return undefined
}

function readManifest(file: string): { readonly name?: unknown; readonly version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Compares major and minor: copies that differ only in the patch version work alike. */
export function isNewer(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number)
  return major === otherMajor ? minor > otherMinor : major > otherMajor
}
