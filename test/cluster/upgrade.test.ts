import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listCreationStatements, listUpgradeStatements, readSchemaFiles } from '../../store/schema/schema-files.ts'
import type { TestEngine } from '../engine/start-engine.ts'
import { TEST_RETENTION_DAYS } from '../engine/test-databases.ts'
import { LAST_SCHEMA_DIR } from '../store/write-last-schema.ts'
import { CLUSTER, startCluster, withoutKeeper } from './start-cluster.ts'

const folder = join(import.meta.dirname, '../../store/schema')
const targetOf = (database: string, files = folder) => ({
  database,
  cluster: CLUSTER,
  retentionDays: TEST_RETENTION_DAYS,
  folder: files,
})

test('an upgraded cluster has the tables of a new one, and the rows of every shard', async () => {
  await using cluster = await startCluster({ shards: 2 })
  const [first, second] = cluster.nodes as [TestEngine, TestEngine]
  const { tables, upgrades } = readSchemaFiles(folder)
  const old = targetOf('otel', LAST_SCHEMA_DIR)
  for (const node of cluster.nodes) {
    for (const { statement } of listCreationStatements(readSchemaFiles(LAST_SCHEMA_DIR).tables, old))
      await run(node, statement)
    for (const { statement } of listCreationStatements(tables, targetOf('otel_new'))) await run(node, statement)
    await run(
      node,
      "INSERT INTO otel.noise_specimens_local VALUES ('not-found', toStartOfHour(now()), 1, tuple(1, now64(9), 1, 'span', 'shop', '', '', '', '', '', '', '', ''))",
    )
    await run(node, "INSERT INTO otel.issue_statements VALUES ('a', now64(9), '1', '1', 'Ada', 'owner', 'Ada')")
  }
  for (const statement of upgrades.flatMap(file => listUpgradeStatements(file, targetOf('otel')))) {
    const isOnOneNode = /^INSERT\b/.test(statement)
    for (const node of isOnOneNode ? [first] : cluster.nodes) await run(node, statement, 'schema')
  }

  expect(await shapeOf(second, 'otel')).toEqual(await shapeOf(second, 'otel_new'))
  expect(await run(first, 'SELECT DISTINCT Rule FROM otel.noise_samples')).toBe('not-found\n')
  expect(await run(first, 'SELECT Issue, Value FROM otel.issue_events')).toBe('a\tAda\n')
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
