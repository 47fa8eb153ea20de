import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The version to download or build. Installed newer ones are used too. */
export const COLLECTOR_VERSION = '0.161.0'

export const builderManifest = join(import.meta.dirname, 'builder-config.yaml')

export interface CollectorCache {
  /** Shared by all clones of this user, and outside of them. */
  readonly dir: string
  /** Path of a binary built from the manifest. It is complete if it exists, because it is renamed into place. */
  readonly built: string
  /** Path of the official release's binary; likewise. */
  readonly released: string
}

/** Paths in the user's cache folder. Keyed by manifest, system and processor, because machines may share a home folder. */
export function locateCollectorCache(env: Readonly<Record<string, string | undefined>>): CollectorCache {
  const set = env['XDG_CACHE_HOME']
  const base = set === undefined || set === '' ? join(homedir(), '.cache') : set
  const dir = join(base, 'errata')
  const machine = `${process.platform}-${process.arch}`
  const hash = createHash('sha256').update(readFileSync(builderManifest)).digest('hex').slice(0, 12)
  return {
    dir,
    built: join(dir, `otelcol-${hash}-${machine}`, 'otelcol-errata'),
    released: join(dir, `otelcol-contrib-${COLLECTOR_VERSION}-${machine}`, 'otelcol-contrib'),
  }
}
