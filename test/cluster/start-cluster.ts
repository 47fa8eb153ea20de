import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listCreationStatements, readSchemaFiles } from '../../store/schema/schema-files.ts'
import { startEngine, type TestEngine } from '../engine/start-engine.ts'
import { TEST_RETENTION_DAYS } from '../engine/test-databases.ts'
import { freePorts } from '../free-ports.ts'

/** As in the nodes' configuration. */
export const CLUSTER = 'shards'

/** Real ClickHouse processes, each a shard of one cluster. */
export interface TestCluster extends AsyncDisposable {
  readonly nodes: readonly TestEngine[]
  /** Kills a node with SIGKILL. Its folder stays. */
  kill(index: number): Promise<void>
  /** Restarts a killed node on its port. */
  restart(index: number): Promise<void>
}

export interface ClusterOptions {
  readonly shards: number
  /** Additional configuration of each node, such as `<profiles>…</profiles>`. */
  readonly config?: string
  /** Macros of the node with this index. */
  readonly macros?: (index: number) => string
  /** @default true */
  readonly internalReplication?: boolean
  /** Whether the nodes start with the cluster's schema. @default false */
  readonly schema?: boolean
}

const PASSWORDS = ['desk', 'collector', 'schema', 'maps', 'reader', 'admin'].map(name => `errata_${name}`)

/** Starts nodes that know each other. The Collector's user is the cluster's user: it only reads and inserts. */
export async function startCluster(options: ClusterOptions): Promise<TestCluster> {
  const { shards, config = '', internalReplication = true } = options
  // Ends what was started if a later step fails.
  await using started = new AsyncDisposableStack()
  const macros = options.macros ?? (index => `<shard>${index + 1}</shard><replica>a</replica>`)
  const root = started.adopt(mkdtempSync(join(tmpdir(), 'errata-cluster-')), path =>
    rmSync(path, { recursive: true, force: true }),
  )
  const passwords = PASSWORDS.map(user => [user, randomBytes(24).toString('base64url')] as const)
  const password = new Map(passwords).get('errata_collector')
  const ports = await freePorts(shards * 2)
  const natives = ports.slice(shards)
  const members = natives.map(
    port => `<shard><internal_replication>${internalReplication}</internal_replication><replica>
      <host>127.0.0.1</host><port>${port}</port><user>errata_collector</user><password>${password}</password>
    </replica></shard>`,
  )
  const dirs = natives.map((_, index) => {
    const dir = join(root, `${index}`)
    mkdirSync(join(dir, 'config.d'), { recursive: true })
    mkdirSync(join(dir, 'passwords'), { mode: 0o700 })
    for (const [user, secret] of passwords) writeFileSync(join(dir, 'passwords', user), `${secret}\n`, { mode: 0o600 })
    writeFileSync(
      join(dir, 'config.d', 'cluster.xml'),
      `<clickhouse>
  <remote_servers><${CLUSTER}>${members.join('')}</${CLUSTER}></remote_servers>
  <macros>${macros(index)}</macros>
  ${config}
</clickhouse>`,
    )
    return dir
  })
  const nodes: TestEngine[] = []
  started.defer(async () => {
    await Promise.all(nodes.map(node => node.stop()))
  })
  const start = async (index: number) => {
    const args = ['--port', `${ports[index]}`, '--native-port', `${natives[index]}`]
    const node = await startEngine({ dataDir: dirs[index] ?? '', args })
    nodes[index] = node
    return node
  }
  if (options.schema) {
    const first = await start(0)
    await applyClusterSchema(first)
    await first.stop()
    // Copying is much faster than creating.
    for (const dir of dirs.slice(1))
      cpSync(join(root, '0', 'chdb'), join(dir, 'chdb'), { recursive: true, verbatimSymlinks: true })
  }
  const starts = await Promise.allSettled(dirs.map((_, index) => start(index)))
  for (const result of starts) if (result.status === 'rejected') throw result.reason
  const all = started.move()
  return {
    nodes,
    async kill(index) {
      nodes[index]?.kill()
      await nodes[index]?.stop()
    },
    async restart(index) {
      await start(index)
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/**
 * The cluster's schema on one node: without Keeper there is no `ON CLUSTER` and no replication. Rows of tables that every node has
 * completely must be inserted into each.
 */
async function applyClusterSchema(node: TestEngine): Promise<void> {
  const target = { database: 'otel', cluster: CLUSTER, retentionDays: TEST_RETENTION_DAYS }
  const files = readSchemaFiles(join(import.meta.dirname, '../../store/schema'))
  for (const { statement } of listCreationStatements(files.tables, target)) {
    const { status, text } = await node.send({ body: withoutKeeper(statement), as: 'schema' })
    if (status !== 200) throw new Error(`${statement.slice(0, 200)}: ${text}`)
  }
}

/** A statement for a cluster, as it runs on one node that has no Keeper. */
export const withoutKeeper = (statement: string) =>
  statement.replace(` ON CLUSTER ${CLUSTER}`, '').replace(/\bReplicated(\w+MergeTree)\('[^']*', '[^']*'(, )?/, '$1(')
