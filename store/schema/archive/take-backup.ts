import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ArchiveNotes, sealArchive } from './archive.ts'
import { BackupError, type Database, type DatabaseLogin, withFile } from './database.ts'
import { markOf, readSecret } from './secret-mark.ts'

/** A running embedded engine: its address, and the data folder of `node engine/main.ts`. */
export interface EngineLocation {
  readonly url: string
  readonly engineDir: string
}

/** The owner of the data folder, who alone may back up and restore. */
export const ownerOf = ({ url, engineDir }: EngineLocation): DatabaseLogin => ({
  url,
  user: 'errata_admin',
  password: readFileSync(join(engineDir, 'passwords', 'errata_admin'), 'utf8').trim(),
})

/** The only folder that ClickHouse writes backups to and reads them from (engine/server-config.ts). */
export const backupsOf = ({ engineDir }: Pick<EngineLocation, 'engineDir'>) => join(engineDir, 'chdb', 'backups')

/**
 * Lets ClickHouse back up the database of an embedded engine, and seals the archive. Tables are taken within milliseconds of each other;
 * of what is inserted at this moment, some may have rows that others have not: `completeViews` mends that at a restore.
 *
 * @param options.takenMs when the rows were as they are now, if not at this moment
 * @returns its notes; the file is in {@link backupsOf} then
 * @throws {BackupError} If the database refuses, or has no schema of Errata.
 */
export async function takeBackup(
  database: Database,
  engine: EngineLocation,
  { withKey = false, takenMs }: { readonly withKey?: boolean; readonly takenMs?: number | undefined } = {},
): Promise<{ path: string; notes: ArchiveNotes }> {
  const folder = backupsOf(engine)
  removeLeftovers(folder)
  const schema = await readSchemaVersion(database)
  if (schema === 0) throw new BackupError('There is no database of Errata yet: nothing was backed up.')
  const [clock] = await database.rows<{ ms: string; insertMs: string }>(CLOCK)
  // No zip: the library has none, and parts are compressed already.
  const file = `${process.pid}-${randomUUID()}.tar`
  const path = join(folder, file)
  try {
    await database.command(`BACKUP ${withFile(database.name, 'TO', file)}`)
    const secret = readSecret()
    if (withKey && secret === undefined) throw new BackupError('There is no secret key yet: leave --with-key out.')
    const notes = sealArchive(path, {
      errata: readVersion(),
      schema,
      takenMs: takenMs ?? Number(clock?.ms),
      underWayMs: takenMs === undefined ? Number(clock?.ms) - Number(clock?.insertMs) : takenMs - SERVER_INSERT_MS,
      keyMark: secret === undefined ? '' : markOf(secret),
      ...(withKey && { secretKey: secret }),
    })
    return { path, notes }
  } catch (error) {
    rmSync(path, { force: true })
    rmSync(`${path}.lock`, { force: true })
    throw error
  }
}

/** Tells for how many milliseconds the oldest insert has run, and one more second, since rows tell when they were stored by the second. */
const CLOCK = `SELECT toUnixTimestamp64Milli(now64(3)) AS ms, toUInt64(1000 + 1000 * max(elapsed)) AS insertMs
FROM system.processes
WHERE query_kind IN ('Insert', 'AsyncInsertFlush')`

/** The same of a server, whose running statements this user may not see. */
const SERVER_INSERT_MS = 300_000

/** Removes the files of commands that were killed. */
function removeLeftovers(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const [, pid] = /^(\d+)-.+\.tar(\.lock)?$/.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** 0 for a database without a schema of Errata. */
export async function readSchemaVersion(database: Database): Promise<number> {
  const [known] = await database.rows<{ n: string }>(
    "SELECT count() AS n FROM system.tables WHERE database = {database:String} AND name = 'schema_version'",
  )
  if (known?.n !== '1') return 0
  const [newest] = await database.rows<{ version: number }>(
    'SELECT max(Number) AS version FROM {database:Identifier}.schema_version',
  )
  return newest?.version ?? 0
}

const readVersion = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')).version
