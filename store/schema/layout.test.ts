import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../../test/engine/start-engine.ts'
import { TEST_RETENTION_DAYS as retentionDays } from '../../test/engine/test-databases.ts'
import { applySchema } from './apply-schema.ts'

/** An engine that knows a cluster `prod` of which it is the only node. Without a keeper its replicated tables cannot be created. */
const config = `<clickhouse>
  <tcp_port>9000</tcp_port>
  <remote_servers><prod><shard><replica><host>127.0.0.1</host><port>9000</port></replica></shard></prod></remote_servers>
</clickhouse>
`
let engine: TestEngine
let dataDir: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'errata-layout-'))
  mkdirSync(join(dataDir, 'config.d'))
  writeFileSync(join(dataDir, 'config.d', 'cluster.xml'), config)
  engine = await startEngine({ dataDir })
})

afterAll(async () => {
  await engine?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const apply = (options: { database: string; cluster?: string }) =>
  applySchema({ url: engine.url, ...engine.writer, retentionDays, ...options })

async function tablesOf(database: string): Promise<string> {
  const sql = `SELECT name, create_table_query FROM system.tables WHERE database = '${database}' ORDER BY name`
  return (await engine.send({ body: sql })).text
}

test('a single-node database cannot become part of a cluster: one error, and nothing is changed', async () => {
  await apply({ database: 'lonely' })
  const before = await tablesOf('lonely')

  await expect(apply({ database: 'lonely', cluster: 'prod' })).rejects.toThrow(
    /^Database lonely on \S+ was made for a single node and cannot become one of cluster prod: leave ERRATA_CLICKHOUSE_CLUSTER empty, or move the rows as store\/README\.md says under "From one node to a cluster"\.$/,
  )
  expect(await tablesOf('lonely')).toBe(before)
})

test('nor can a single-node database whose creation was killed after the first file', async () => {
  await engine.send({ body: 'CREATE DATABASE begun' })
  await engine.send({
    body: 'CREATE TABLE begun.schema_version (Number UInt32) ENGINE = ReplacingMergeTree ORDER BY Number',
  })

  await expect(apply({ database: 'begun', cluster: 'prod' })).rejects.toThrow('was made for a single node')
})

test('a database of a cluster is not accepted as a single-node database', async () => {
  await engine.send({ body: 'CREATE DATABASE sharded' })
  await engine.send({
    body: 'CREATE TABLE sharded.otel_traces_local (TraceId String) ENGINE = MergeTree ORDER BY TraceId',
  })
  await engine.send({
    body: "CREATE TABLE sharded.otel_traces AS sharded.otel_traces_local ENGINE = Distributed('prod', sharded, otel_traces_local)",
  })
  const before = await tablesOf('sharded')

  await expect(apply({ database: 'sharded' })).rejects.toThrow(
    "Database sharded is one of a cluster: set ERRATA_CLICKHOUSE_CLUSTER to the cluster's name.",
  )
  expect(await tablesOf('sharded')).toBe(before)
})

test('an unknown cluster is named in the error', async () => {
  await expect(apply({ database: 'nowhere', cluster: 'unheard_of' })).rejects.toThrow(
    "Requested cluster 'unheard_of' not found",
  )
})
