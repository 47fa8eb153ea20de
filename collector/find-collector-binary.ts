import { accessSync, constants } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import type { CollectorCache } from './cache.ts'
import { describeBinaryFault } from './check-binary.ts'
import { CollectorError } from './collector-error.ts'

export interface CollectorBinary {
  readonly binary: string
  /** How it was found, for the user. */
  readonly origin: string
}

export interface FindCollectorOptions {
  /** Path from the setting; '' for none. */
  readonly configuredPath: string
  readonly env: Env
  readonly cache: CollectorCache
  readonly log: (line: string) => void
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Finds a usable Collector: the one of the setting, on PATH, or in the user's cache.
 *
 * @returns `undefined` if there is none.
 * @throws {CollectorError} If the one of the setting cannot be used: no other one is used then.
 */
export async function findCollectorBinary({
  configuredPath: named,
  env,
  cache,
  log,
}: FindCollectorOptions): Promise<CollectorBinary | undefined> {
  if (named !== '') {
    const fault = await describeBinaryFault(resolve(named))
    if (fault === undefined) return { binary: resolve(named), origin: 'named by ERRATA_OTELCOL' }
    throw new CollectorError(
      `ERRATA_OTELCOL=${named} ${fault}: name an otelcol-contrib v0.161.0 or newer, or leave it empty`,
    )
  }
  const onPath = findExecutableOnPath('otelcol-contrib', env)
  if (onPath !== undefined) {
    const fault = await describeBinaryFault(onPath)
    if (fault === undefined) return { binary: onPath, origin: 'found on PATH' }
    log(`${onPath} ${fault}: skipping it`)
  }
  return findCachedCollector(cache)
}

/** Only complete binaries count, and only if they run. */
export async function findCachedCollector({ built, released }: CollectorCache): Promise<CollectorBinary | undefined> {
  if (isExecutable(built) && (await describeBinaryFault(built)) === undefined)
    return { binary: built, origin: 'built before' }
  if (isExecutable(released) && (await describeBinaryFault(released)) === undefined) {
    return { binary: released, origin: 'downloaded before' }
  }
  return undefined
}

export function findExecutableOnPath(name: string, env: Env): string | undefined {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter(folder => folder !== '')
    .map(folder => join(folder, name))
    .find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
