import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError, openDatabase } from './database.ts'
import { moveArchive } from './move-archive.ts'
import { type EngineLocation, ownerOf, takeBackup } from './take-backup.ts'

/**
 * Backs up the database of an embedded engine before its schema is upgraded, into a file of `folder` named after its schema and the time.
 *
 * @returns its path
 * @throws {BackupError} If it fails: nothing may be upgraded then.
 */
export async function backUpBeforeUpgrade(engine: EngineLocation, folder: string): Promise<string> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await using database = openDatabase(ownerOf(engine))
    const { path, notes } = await takeBackup(database, engine)
    const time = new Date(notes.takenMs).toISOString().replaceAll(/[:-]/g, '').slice(0, 15)
    const file = join(folder, `schema-${notes.schema}-${time}Z.tar`)
    moveArchive(path, file)
    return file
  } catch (cause) {
    throw new BackupError(
      `The database could not be backed up before its upgrade, set ERRATA_UPGRADE_BACKUP=0 to upgrade without: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
}
