import type { Database } from '../archive/database.ts'
import { listTables, type StoredTable } from './list-tables.ts'

/** A view keeps what it makes of a block in memory: small blocks, since a copy has time. */
const MAX_BLOCK = 'min_insert_block_size_rows = 100000, min_insert_block_size_bytes = 67108864'

export interface CopiedTable {
  readonly name: string
  /** That there were when the copy of the table began. Repeated deliveries count each, until they are merged. */
  readonly rows: number
  /** That the other database read: these, and what each of its views read of them. */
  readonly read: number
}

/**
 * Copies rows from one database to another through this process, in the columns that both have. Rows that the other has already stay as
 * they are, since rows have an identity (docs/decisions/0003). What views fill is copied before what they read, which is therefore newer:
 * where the other database has the views, they complete it.
 *
 * @param options.which tables to copy @default all
 * @param options.tell is called after each table
 * @returns what was read, in this order
 * @throws {BackupError} If one of them fails; what was copied until then stays.
 */
export async function copyTables(
  from: Database,
  to: Database,
  { which = () => true, tell = () => undefined }: CopyOptions = {},
): Promise<CopiedTable[]> {
  const targets = new Map((await listTables(to)).map(table => [table.name, table]))
  const copied: CopiedTable[] = []
  for (const table of await listTables(from)) {
    const target = targets.get(table.name)
    if (target === undefined || !which(table)) continue
    const columns = table.columns.filter(name => target.columns.includes(name))
    const rows = await countRows(from, table.name)
    const read = await copyTable(from, to, table.name, columns)
    copied.push({ name: table.name, rows, read })
    tell({ name: table.name, rows, read })
  }
  return copied
}

export interface CopyOptions {
  readonly which?: (table: StoredTable) => boolean
  readonly tell?: (table: CopiedTable) => void
}

async function copyTable(from: Database, to: Database, table: string, columns: readonly string[]): Promise<number> {
  const list = columns.map(quoteIdentifier).join(', ')
  const rows = await from.read(`SELECT ${list} FROM {database:Identifier}.{table:Identifier} FORMAT Native`, { table })
  return await to.write(
    `INSERT INTO {database:Identifier}.{table:Identifier} (${list})
SETTINGS ${MAX_BLOCK}, max_partitions_per_insert_block = 0, async_insert = 0 FORMAT Native`,
    { table },
    rows,
  )
}

export async function countRows(database: Database, table: string): Promise<number> {
  const [counted] = await database.rows<{ n: string }>(
    'SELECT count() AS n FROM {database:Identifier}.{table:Identifier}',
    { table },
  )
  return Number(counted?.n)
}

/** Names of columns come from the database: two of them contain a dot. */
const quoteIdentifier = (name: string) => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``
