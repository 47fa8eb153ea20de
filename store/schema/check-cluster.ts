import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { describeTriedVersions, fitOfVersion } from './check-version.ts'
import { fillPlaceholders, type SchemaTarget } from './fill-placeholders.ts'
import { splitStatements } from './split-statements.ts'

interface Node {
  readonly Host: string
  readonly Version: string
  readonly Shard: string
  readonly Replica: string
}

/**
 * Finds settings of a cluster that would lose, duplicate or hide rows: versions, macros, and how shards are written.
 *
 * @returns A sentence about what is wrong and what to do; `undefined` if nothing is.
 * @throws Errors of the client, also if a node has no macro.
 */
export async function findClusterFault(client: ClickHouseClient, target: SchemaTarget): Promise<string | undefined> {
  const sql = readFileSync(join(import.meta.dirname, 'cluster.sql'), 'utf8')
  const [ofNodes = '', ofShards = ''] = splitStatements(fillPlaceholders(sql, target))
  const query = async <Row>(query: string) => (await client.query({ query, format: 'JSONEachRow' })).json<Row>()
  const shards = await query<{ Shard: number }>(ofShards)
  if (shards.length > 0) {
    return `Shard ${shards.map(({ Shard }) => Shard).join(', ')} of cluster ${target.cluster} has no internal_replication: set <internal_replication>true</internal_replication> in remote_servers on every node, or each row is written to every replica and replicated as well.`
  }
  const nodes = await query<Node>(ofNodes)
  const old = nodes.find(({ Version }) => fitOfVersion(Version) === 'older')
  if (old !== undefined) {
    return `Node ${old.Host} (shard ${old.Shard}, replica ${old.Replica}) runs ClickHouse ${old.Version}: update it to ${describeTriedVersions()} or newer.`
  }
  const same = nodes.find((node, i) => node.Shard === nodes[i - 1]?.Shard && node.Replica === nodes[i - 1]?.Replica)
  if (same === undefined) return undefined
  return `Two nodes of cluster ${target.cluster} have the macros shard ${same.Shard} and replica ${same.Replica}: give each a pair of its own.`
}
