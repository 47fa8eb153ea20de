import { BackupError, type Database } from '../archive/database.ts'
import { readSchemaVersion } from '../archive/take-backup.ts'
import { type CopiedTable, copyTables, countRows } from './copy-tables.ts'
import { listTables } from './list-tables.ts'

/** The copy of a server's database. */
export interface FetchedDatabase {
  /** All rows that were acknowledged until then are in it. Unix milliseconds. */
  readonly takenMs: number
  readonly rows: number
}

type Tell = (table: CopiedTable) => void

/**
 * Copies a server's database into one of the embedded engine with the same schema and no rows, through this process: it takes no more
 * rights than reading, and no disk of the server. Rows that arrive meanwhile may be in what is copied last; {@link copyTables} tells why
 * that does no harm.
 *
 * @throws {BackupError} If the schemas differ, or one of them refuses.
 */
export async function fetchDatabase(server: Database, engine: Database, tell: Tell): Promise<FetchedDatabase> {
  const [has, knows] = await Promise.all([readSchemaVersion(server), readSchemaVersion(engine)])
  if (has !== knows) {
    throw new BackupError(
      `The database has schema ${has}, and this version knows ${knows}: back it up with the version that runs on it.`,
    )
  }
  await dropViews(engine)
  const takenMs = Date.now()
  const copied = await copyTables(server, engine, { tell })
  return { takenMs, rows: sumOf(copied) }
}

/** They would make once more what is copied. */
async function dropViews(database: Database): Promise<void> {
  const views = await database.rows<{ name: string }>(VIEWS)
  for (const { name } of views) {
    await database.command('DROP VIEW {database:Identifier}.{name:Identifier} SYNC', { name })
  }
}

const VIEWS = `SELECT name FROM system.tables
WHERE database = {database:String} AND engine = 'MaterializedView'
ORDER BY name`

/**
 * Copies a database of the embedded engine, restored and complete, into a server's. The views and the version of the schema come last: until
 * then the database is not taken for a whole one.
 *
 * @param options.replace removes what the server has. Otherwise a server with rows is refused.
 * @param options.bringToSchema creates what is missing of the server's tables and views
 * @throws {BackupError} If the server has rows, or did not store all of them. What was copied until then is removed.
 */
export async function sendDatabase(
  engine: Database,
  server: Database,
  { replace, tell, bringToSchema }: { replace: boolean; tell: Tell; bringToSchema: () => Promise<void> },
): Promise<{ rows: number }> {
  if (replace) await removeTables(server)
  else await refuseFilled(server)
  try {
    await bringToSchema()
    await dropViews(server)
    await server.command('DROP TABLE {database:Identifier}.schema_version SYNC')
    const copied = await copyTables(engine, server, { tell })
    for (const { name, rows, read } of copied) {
      if (read !== rows) throw new BackupError(`The server stored ${read} of ${rows} rows of table ${name}.`)
    }
    await bringToSchema()
    return { rows: sumOf(copied) }
  } catch (error) {
    await removeTables(server)
    throw error
  }
}

/** A database that is to be restored into has no rows, but for the versions of its schema. */
async function refuseFilled(server: Database): Promise<void> {
  for (const { name } of await listTables(server)) {
    if (name !== 'schema_version' && (await countRows(server, name)) > 0) {
      throw new BackupError(
        `Database ${server.name} has rows already: restore into an empty one, or let --replace remove what it has.`,
      )
    }
  }
}

/** Views first: without its tables a view would refuse inserts. */
async function removeTables(server: Database): Promise<void> {
  const tables = await server.rows<{ name: string; isView: number }>(TABLES_AND_VIEWS)
  for (const { name, isView } of tables) {
    const kind = isView === 1 ? 'VIEW' : 'TABLE'
    await server.command(`DROP ${kind} IF EXISTS {database:Identifier}.{name:Identifier} SYNC`, { name })
  }
}

const TABLES_AND_VIEWS = `SELECT name, engine = 'MaterializedView' AS isView
FROM system.tables
WHERE database = {database:String}
ORDER BY isView DESC, engine = 'Buffer' DESC, name`

const sumOf = (copied: readonly CopiedTable[]) => copied.reduce((sum, { read }) => sum + read, 0)
