import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import type { TestEngine } from '../engine/start-engine.ts'
import type { InsertedRow } from '../store/open-test-store.ts'

/** Tables of which every node has all rows: replication would copy them, which does not exist here. */
const EVERYWHERE = new Set<string>([
  TABLES.issueEvents,
  TABLES.accountEvents,
  TABLES.alertStatements,
  TABLES.alertEvents,
  TABLES.alertEvaluations,
  TABLES.alertDeliveries,
  TABLES.deploys,
  TABLES.sourceMaps,
])

/** Inserts like the exporter, through the distributed tables of one node. */
export async function insertRows(
  nodes: readonly TestEngine[],
  through: number,
  rows: readonly InsertedRow[],
): Promise<void> {
  for (const [table, some] of Map.groupBy(rows, row => row.table)) {
    for (const node of nodes.filter((_, index) => EVERYWHERE.has(table) || index === through)) {
      const { user: username, password } = node.writer
      const log = { level: ClickHouseLogLevel.OFF }
      const client = createClient({ url: node.url, username, password, database: 'otel', log })
      const values = some.map(row => row.values)
      const clickhouse_settings = { date_time_input_format: 'best_effort', distributed_foreground_insert: '1' } as const
      await client.insert({ table, values, format: 'JSONEachRow', clickhouse_settings }).finally(() => client.close())
    }
  }
}

/** Deletes all rows of the tables of every node. */
export async function emptyTables(nodes: readonly TestEngine[]): Promise<void> {
  const sql =
    "SELECT name FROM system.tables WHERE database = 'otel' AND engine LIKE '%MergeTree' AND name != 'schema_version' AND total_rows > 0"
  for (const node of nodes) {
    const { text } = await node.send({ body: sql })
    for (const name of text.split('\n').filter(line => line !== ''))
      await node.send({ body: `TRUNCATE TABLE otel.${name}` })
  }
}
