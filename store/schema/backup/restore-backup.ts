import type { ArchiveNotes } from '../archive/archive.ts'
import { BackupError, type Database, withFile } from '../archive/database.ts'
import { listTables } from './list-tables.ts'

/**
 * Lets ClickHouse restore a database of the embedded engine, which must not exist, from a file of its folder for backups. Every file of it
 * is read and checked, and the rows counted. The engine must not merge meanwhile, or rows that were delivered twice would be missing.
 *
 * @returns rows of all tables
 * @throws {BackupError} If it is damaged or incomplete. The database is of no use then.
 */
export async function restoreBackup(database: Database, file: string, notes: ArchiveNotes): Promise<number> {
  await database.command(`RESTORE ${withFile(database.name, 'FROM', file)}`)
  const counted = await database.rows<{ table: string; n: string }>(COUNT_ROWS)
  const found = new Map(counted.map(({ table, n }) => [table, Number(n)]))
  for (const [table, rows] of Object.entries(notes.rows)) {
    if (found.get(table) !== rows) {
      throw new BackupError(`Table ${table} has ${found.get(table) ?? 0} of ${rows} rows: the archive is damaged.`)
    }
  }
  for (const { name } of await listTables(database)) {
    const [check] = await database.rows<{ result: number }>(
      'CHECK TABLE {database:Identifier}.{table:Identifier} SETTINGS check_query_single_value_result = 1',
      { table: name },
    )
    if (check?.result !== 1) throw new BackupError(`Table ${name} fails its checksums: the archive is damaged.`)
  }
  return [...found.values()].reduce((sum, rows) => sum + rows, 0)
}

const COUNT_ROWS = `SELECT table, sum(rows) AS n
FROM system.parts
WHERE database = {database:String} AND active
GROUP BY table
ORDER BY table`

/**
 * Has the views read once more what was stored last before a backup: of an insert that was under way then, a table may have rows that the
 * tables made of it have not. Rows have an identity, so that nothing counts twice.
 */
export async function completeViews(
  database: Database,
  { underWayMs }: Pick<ArchiveNotes, 'underWayMs'>,
): Promise<void> {
  const tables = (await listTables(database)).filter(({ isRead, isFilled }) => isRead && !isFilled)
  for (const { name, columns, timeColumn } of tables) {
    if (timeColumn === undefined) continue
    const list = columns.map(column => `\`${column}\``).join(', ')
    await database.command(
      `INSERT INTO {database:Identifier}.{table:Identifier} (${list})
SELECT ${list} FROM {database:Identifier}.{table:Identifier}
WHERE {time:Identifier} >= fromUnixTimestamp({from:Int64})
SETTINGS max_partitions_per_insert_block = 0, async_insert = 0`,
      { table: name, time: timeColumn, from: Math.floor(underWayMs / 1000) },
    )
  }
}
