import { join } from 'node:path'
import { installedVersion, isNewer } from './installed-version.ts'
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
  const theirs = installedVersion(packageName, join(folder, 'package.json'))
  if (theirs === undefined || !isNewer(theirs, ours)) return
  const isSupported = theirs.split('.')[0] === ours.split('.')[0] && Reflect.set(registered, 'version', theirs)
  warn(
    `two copies of ${packageName} are installed: ${theirs} (used by the app) and ${ours}. ${
      isSupported ? 'The spans of both are sent.' : 'The spans of the app are lost.'
    } To use one copy, install ${packageName}@${ours} in the app.`,
  )
}
