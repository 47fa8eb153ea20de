import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { engineDir } from '../processes.ts'
import { StartError } from '../start-error.ts'

/** The root, settings and runner that the commands on a database share. */
export interface CommandContext {
  readonly root: string
  readonly config: Config
  /** Runs a command of store/schema/backup/. @returns the JSON that it printed @throws {StartError} If it fails. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<unknown>
}

/** True if the data folder has a database of Errata. */
export const hasDatabase = (config: Config) => existsSync(join(engineDir(config), 'chdb', 'metadata', 'otel.sql'))

export function refuseMissingDatabase(config: Config): void {
  if (hasDatabase(config)) return
  throw new StartError(
    `${config.dataDir} has no database: set ERRATA_DATA_DIR to the folder that has one, or CLICKHOUSE_URL to a server.`,
  )
}

/** `2026-11-30 10:41:07Z` */
export const formatTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}Z`

export const formatRows = (rows: number) => rows.toLocaleString('en')

export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let [size, unit] = [bytes, 0]
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`
}
