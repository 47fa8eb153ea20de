import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { apiGlobalKey } from './contract.ts'
import { say } from './say.ts'

const packageName = '@opentelemetry/api'

/**
 * Lets a second, newer copy of `@opentelemetry/api`, the app's, make its spans here: it reads nothing that an older copy has registered, and
 * makes spans that go nowhere without a word. Call it after the last registration, since an older copy may register nothing from then on.
 *
 * @param folder Of the app: what it imports is looked up from there.
 */
export function serveNewerApi(folder = process.cwd()): void {
  const registered: unknown = Reflect.get(globalThis, apiGlobalKey)
  if (typeof registered !== 'object' || registered === null || !('version' in registered)) return
  const ours = String(registered.version)
  const theirs = versionOf(folder)
  if (theirs === undefined || !isNewer(theirs, ours)) return
  const isServed = theirs.split('.')[0] === ours.split('.')[0] && Reflect.set(registered, 'version', theirs)
  say(
    `two copies of ${packageName} are installed: ${theirs}, which the app uses, and ${ours}. ${
      isServed ? 'The spans of both are sent.' : 'The spans that the app makes itself are lost.'
    } For one copy, install ${packageName}@${ours} in the app.`,
  )
}

/** Its package.json is no export of newer ones, so it is looked for above what the app would load. */
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

/** By major and minor: patches of the API read each other's. */
function isNewer(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number)
  return major === otherMajor ? minor > otherMinor : major > otherMajor
}
