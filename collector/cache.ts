import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The version that is fetched or built. Newer ones are taken where they are found. */
export const COLLECTOR_VERSION = '0.161.0'

export const builderManifest = join(import.meta.dirname, 'builder-config.yaml')

export interface Cache {
  /** Shared by every clone of this user; outside all of them. */
  readonly dir: string
  /** Where a binary built from the manifest lies. Whole as soon as it exists: it gets there by renaming. */
  readonly built: string
  /** Where the official release's binary lies; likewise. */
  readonly released: string
}

/** Names the places in the user's cache folder. Keyed by the manifest, system and processor: homes are shared between machines. */
export function openCache(env: Readonly<Record<string, string | undefined>>): Cache {
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
