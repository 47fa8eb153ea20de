import { expect, test } from 'vitest'
import { listCreationStatements, listUpgradeStatements, readSchemaFiles } from '../../store/schema/schema-files.ts'
import type { TestEngine } from '../engine/start-engine.ts'
import { TEST_RETENTION_DAYS } from '../engine/test-databases.ts'
import { copyWithUpgrade } from '../store/made-up-upgrade.ts'
import { CLUSTER, startCluster, withoutKeeper } from './start-cluster.ts'

const targetOf = (database: string, folder: string) => ({
  database,
  cluster: CLUSTER,
  retentionDays: TEST_RETENTION_DAYS,
  folder,
})

test('an upgraded cluster has the tables of a new one, and the rows of every shard', async () => {
  const next = copyWithUpgrade()
  await using cluster = await startCluster({ shards: 2, schema: true })
  const [first, second] = cluster.nodes as [TestEngine, TestEngine]
  const { tables, upgrades } = readSchemaFiles(next)
  for (const node of cluster.nodes) {
    for (const { statement } of listCreationStatements(tables, targetOf('otel_new', next))) await run(node, statement)
  }
  for (const [i, node] of cluster.nodes.entries())
    await run(node, `INSERT INTO otel.otel_logs_local (Timestamp, ServiceName) VALUES (now64(9), 'of shard ${i}')`)
  for (const statement of upgrades.flatMap(file => listUpgradeStatements(file, targetOf('otel', next)))) {
    const isOnOneNode = /^INSERT\b/.test(statement)
    for (const node of isOnOneNode ? [first] : cluster.nodes) await run(node, statement, 'schema')
  }

  expect(await shapeOf(second, 'otel')).toEqual(await shapeOf(second, 'otel_new'))
  expect(await run(first, 'SELECT ServiceName FROM otel.later ORDER BY ServiceName')).toBe('of shard 0\nof shard 1\n')
})

async function run(node: TestEngine, statement: string, as: 'writer' | 'schema' = 'writer'): Promise<string> {
  const { status, text } = await node.send({
    query: { distributed_foreground_insert: '1' },
    body: withoutKeeper(statement),
    as,
  })
  if (status !== 200) throw new Error(`${statement.slice(0, 300)}: ${text}`)
  return text
}

/** Distributed tables without their copies of defaults, which nothing uses: rows come to the local ones. */
async function shapeOf(node: TestEngine, database: string): Promise<string[]> {
  const columns = `SELECT table, arrayStringConcat(groupArray(name || ' ' || type), ', ') AS columns FROM system.columns
    WHERE database = '${database}' GROUP BY table`
  const shape = await run(
    node,
    `SELECT name, engine, if(engine = 'Distributed', columns || engine_full, replaceAll(create_table_query, '${database}.', 'db.'))
    FROM system.tables JOIN (${columns}) AS columns ON table = name WHERE database = '${database}' ORDER BY name`,
  )
  return shape.replaceAll(`\\'${database}\\'`, "'db'").split('\n')
}
