import { expect, test } from 'vitest'
import { CLUSTER, type ClusterOptions, startCluster } from '../../test/cluster/start-cluster.ts'
import { TEST_RETENTION_DAYS as retentionDays } from '../../test/engine/test-databases.ts'
import { applySchema } from './apply-schema.ts'

/** What the schema job reports about two nodes, on which it changes nothing. */
async function refusal(options: Partial<ClusterOptions>): Promise<string> {
  await using cluster = await startCluster({ shards: 2, ...options })
  const [node] = cluster.nodes
  if (node === undefined) throw new Error('No node was started')
  const applied = applySchema({ url: node.url, ...node.writer, retentionDays, cluster: CLUSTER })
  const outcome = await applied.then(
    () => 'nothing',
    (error: Error) => error.message,
  )
  const { text } = await node.send({ body: "SELECT count() FROM system.databases WHERE name = 'otel'" })
  expect(text).toBe('0\n')
  return outcome
}

test.each<[string, Partial<ClusterOptions>, RegExp]>([
  [
    'shards that write to all replicas',
    { internalReplication: false },
    /^Shard 1, 2 of cluster shards has no internal_replication: set /,
  ],
  [
    'a node without a macro',
    { macros: index => `<shard>${index}</shard>` },
    /has the macros shard and replica: .*macro.*replica/,
  ],
  [
    'two nodes of one name',
    { macros: () => '<shard>1</shard><replica>a</replica>' },
    /^Two nodes of cluster shards have the macros shard 1 and replica a: give each a pair of its own\.$/,
  ],
])('the schema job reports %s in one sentence', async (_what, options, sentence) => {
  expect(await refusal(options)).toMatch(sentence)
})

test('a complete cluster passes the checks, up to a missing Keeper', async () => {
  expect(await refusal({})).toMatch(/could not be applied, .*: Replicated DDL queries are disabled/)
})
