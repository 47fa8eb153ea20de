import type { Database } from '../archive/database.ts'

export interface StoredTable {
  readonly name: string
  /** True if views fill it. Senders or the app write to the others. */
  readonly isFilled: boolean
  /** True if views read it. */
  readonly isRead: boolean
  /** Columns that an INSERT may name. */
  readonly columns: readonly string[]
  /** The column that tells when a row was stored, or for want of it when it happened; `undefined` for a table without. */
  readonly timeColumn: string | undefined
}

/** The tables that have rows: first those that no view reads, last those that views read and none fills; then by name. */
export async function listTables(database: Database): Promise<StoredTable[]> {
  const tables = await database.rows<{ name: string; isRead: number; isFilled: number }>(TABLES_AND_VIEWS)
  const columns = await database.rows<{ table: string; name: string; kind: string }>(COLUMNS)
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const listed = tables.map(({ name, isRead, isFilled }): StoredTable => {
    const all = byTable.get(name) ?? []
    return {
      name,
      isFilled: isFilled === 1,
      isRead: isRead === 1,
      columns: all.filter(({ kind }) => kind !== 'ALIAS' && kind !== 'MATERIALIZED').map(column => column.name),
      timeColumn: ['StoredAt', 'Timestamp'].find(time => all.some(column => column.name === time)),
    }
  })
  const depth = ({ isRead, isFilled }: StoredTable) => (isRead ? (isFilled ? 1 : 2) : 0)
  return listed.toSorted((one, other) => depth(one) - depth(other) || (one.name < other.name ? -1 : 1))
}

const TABLES_AND_VIEWS = `SELECT name, notEmpty(dependencies_table) AS isRead, name IN (
  SELECT extract(create_table_query, ' TO \`?\\\\w+\`?\\\\.\`?(\\\\w+)') FROM system.tables
  WHERE database = {database:String} AND engine = 'MaterializedView'
) AS isFilled
FROM system.tables
WHERE database = {database:String} AND engine LIKE '%MergeTree'
ORDER BY name`

const COLUMNS = `SELECT table, name, default_kind AS kind
FROM system.columns
WHERE database = {database:String}
ORDER BY table, position`
