import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { apiGlobalKey } from './sdk/contract.ts'
import { warn } from './warn.ts'

const packageName = '@opentelemetry/api'

/**
 * Makes a newer copy of `@opentelemetry/api` in the app use the providers that the older copy here has registered. A newer copy ignores
 * what an older one registered, so its spans would be lost silently. Call it last: afterwards the older copy cannot register anything.
 *
 * @param folder The app's folder, from which its copy is resolved.
 */
export function supportNewerApi(folder = process.cwd()): void {
  const registered: unknown = Reflect.get(globalThis, apiGlobalKey)
  if (typeof registered !== 'object' || registered === null || !('version' in registered)) return
  const ours = String(registered.version)
  const theirs = versionOf(folder)
  if (theirs === undefined || !isNewer(theirs, ours)) return
  const isSupported = theirs.split('.')[0] === ours.split('.')[0] && Reflect.set(registered, 'version', theirs)
  warn(
    `two copies of ${packageName} are installed: ${theirs} (used by the app) and ${ours}. ${
      isSupported ? 'The spans of both are sent.' : 'The spans of the app are lost.'
    } To use one copy, install ${packageName}@${ours} in the app.`,
  )
}

/** Newer versions do not export their package.json, so it is searched for above the resolved file. */
function versionOf(folder: string): string | undefined {
  let file: string
  try {
    file = createRequire(join(folder, 'package.json')).resolve(packageName)
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

/** Compares major and minor: copies that differ only in the patch version share their providers. */
function isNewer(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number)
  return major === otherMajor ? minor > otherMinor : major > otherMajor
}
