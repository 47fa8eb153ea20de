import { join } from 'node:path'
import { makeFolder } from '../../../supervisor/make-folder.ts'
import type { Database } from './database.ts'
import { moveArchive } from './move-archive.ts'
import { type EngineLocation, takeBackup } from './take-backup.ts'

/** The backup before an upgrade of the schema: a file in `folder`. @returns its path */
export async function backUpBeforeUpgrade(database: Database, engine: EngineLocation, folder: string): Promise<string> {
  makeFolder(folder, 0o700)
  const { path, notes } = await takeBackup(database, engine)
  const time = new Date(notes.takenMs).toISOString().replaceAll(':', '').slice(0, 17)
  const file = join(folder, `schema-${notes.schema}-${time}Z.tar`)
  moveArchive(path, file)
  return file
}
