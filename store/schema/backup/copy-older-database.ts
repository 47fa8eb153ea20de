import { BackupError, type Database } from '../archive/database.ts'
import { readSchemaVersion } from '../archive/take-backup.ts'
import { TABLES } from '../tables/table-names.ts'
import { type CopiedTable, copyTables } from './copy-tables.ts'
import { listTables } from './list-tables.ts'

/**
 * Copies what a database of another version stored, such as of 0.2, into one of this version: what senders and people wrote, of which the
 * views make the rest, and digests, which are kept for longer than what they were made of. Rows have an identity, so that it may be
 * repeated, and the database may have rows already.
 *
 * @returns rows by table, as the older database had them
 * @throws {BackupError} If one of them has no schema of Errata, or refuses. What was copied until then stays.
 */
export async function copyOlderDatabase(
  older: Database,
  database: Database,
  tell: (table: CopiedTable) => void,
): Promise<CopiedTable[]> {
  if ((await readSchemaVersion(older)) === 0) throw new BackupError('That folder has no database of Errata.')
  if ((await readSchemaVersion(database)) === 0) {
    throw new BackupError('There is no database to copy into yet: run npm start first.')
  }
  const filled = new Set((await listTables(database)).filter(({ isFilled }) => isFilled).map(({ name }) => name))
  const which = ({ name }: { name: string }) =>
    name !== 'schema_version' && (!filled.has(name) || name === TABLES.digests)
  return await copyTables(older, database, { which, tell })
}
