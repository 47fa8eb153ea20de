import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { findClusterFault } from './check-cluster.ts'
import { fillPlaceholders, type RetentionDays, type Target } from './fill-placeholders.ts'
import { hasChanged, hashOf, readSchemaFiles, type SchemaFile, statementsOf } from './schema-files.ts'

export interface SchemaOptions {
  readonly url: string
  /** A user that may create databases and tables. */
  readonly user: string
  readonly password: string
  /** @default 'otel' */
  readonly database?: string
  /** Name of a ClickHouse cluster; '' for a single node. @default '' */
  readonly cluster?: string
  readonly retentionDays: RetentionDays
  /** Folder of the numbered files. @default this folder */
  readonly folder?: string
}

/** Thrown by {@link applySchema}; the message is one sentence that says what to do. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

/** Number under which schema_version remembers the retention in force. */
const RETENTION = 0
const UNKNOWN_TABLE = '60'
const UNKNOWN_DATABASE = '81'
/** What fills a new table reads every row that is there: some seconds a million spans. */
const STATEMENT_TIMEOUT_MS = 3_600_000

/**
 * Brings a database to the newest schema and to the retention that the settings ask for. May be repeated, may be killed at
 * any moment and run again, and two may run at once: every statement can be repeated, and a file is recorded after its last.
 *
 * @returns Numbers of the newest schema file before (0: none) and after.
 * @throws {SchemaError} When an applied file has changed since, when the database is newer than the files or was made for a single node
 * where a cluster is wanted (or the other way round), or when a statement failed (`cause` has the database's own words).
 */
export async function applySchema(options: SchemaOptions): Promise<{ from: number; to: number }> {
  const { url, user, password, retentionDays, database = 'otel', cluster = '' } = options
  const folder = options.folder ?? import.meta.dirname
  const target: Target = { database, cluster, retentionDays }
  const files = readSchemaFiles(folder)
  const client = createClient({
    url,
    username: user,
    password,
    application: 'errata-schema',
    request_timeout: STATEMENT_TIMEOUT_MS,
    // What fills a table is done when the shards have it.
    clickhouse_settings: { distributed_foreground_insert: '1' },
    log: { level: ClickHouseLogLevel.OFF },
  })
  try {
    await refuseOtherLayout(client, readFileSync(join(folder, 'layout.sql'), 'utf8'), target)
    await refuseUnfitCluster(client, target)
    const applied = await readApplied(client, database)
    const from = Math.max(0, ...applied.keys())
    refuseStrangers(files, applied, database)
    for (const file of files) {
      if (applied.get(file.number) === file.hash) continue
      if (!applied.has(file.number)) await run(client, file.name, statementsOf(file, target))
      await record(client, database, file)
    }
    await applyRetention(client, readFileSync(join(folder, 'retention.sql'), 'utf8'), target, applied)
    return { from, to: files.at(-1)?.number ?? 0 }
  } finally {
    await client.close()
  }
}

/** Tables of the other kind would be left as they are by every statement, and what is made beside them would be half a schema. */
async function refuseOtherLayout(client: ClickHouseClient, sql: string, target: Target): Promise<void> {
  const { database, cluster } = target
  const [query = ''] = statementsOf({ sql }, target)
  const result = await client.query({ query, format: 'JSONEachRow' }).catch(error => Promise.reject(unreadable(error)))
  const rows = await result.json<{ Host: string; ForCluster: number }>()
  const other = rows.find(row => (row.ForCluster === 1) !== (cluster !== ''))
  if (other === undefined) return
  throw new SchemaError(
    cluster === ''
      ? `Database ${database} is one of a cluster: set ERRATA_CLICKHOUSE_CLUSTER to the cluster's name.`
      : `Database ${database} on ${other.Host} was made for a single node and cannot become one of cluster ${cluster}: leave ERRATA_CLICKHOUSE_CLUSTER empty, or move the rows as store/README.md says under "From one node to a cluster".`,
  )
}

async function refuseUnfitCluster(client: ClickHouseClient, target: Target): Promise<void> {
  if (target.cluster === '') return
  const fault = await findClusterFault(client, target).catch(error => Promise.reject(unfit(target.cluster, error)))
  if (fault !== undefined) throw new SchemaError(fault)
}

const unfit = (cluster: string, cause: unknown) =>
  new SchemaError(
    `The nodes of cluster ${cluster} cannot be checked, see that each answers and has the macros shard and replica: ${wordsOf(cause)}`,
    { cause },
  )

async function readApplied(client: ClickHouseClient, database: string): Promise<Map<number, string>> {
  try {
    const result = await client.query({
      query: 'SELECT Number, Hash FROM {database:Identifier}.schema_version FINAL ORDER BY Number',
      query_params: { database },
      format: 'JSONEachRow',
    })
    const rows = await result.json<{ Number: number; Hash: string }>()
    return new Map(rows.map(row => [row.Number, row.Hash]))
  } catch (error) {
    if (error instanceof ClickHouseError && (error.code === UNKNOWN_TABLE || error.code === UNKNOWN_DATABASE)) {
      return new Map()
    }
    throw unreadable(error)
  }
}

const unreadable = (cause: unknown) =>
  new SchemaError(
    `The schema cannot be read, check that ClickHouse answers at CLICKHOUSE_URL and that CLICKHOUSE_USER may read it: ${wordsOf(cause)}`,
    { cause },
  )

function refuseStrangers(files: SchemaFile[], applied: Map<number, string>, database: string): void {
  const newest = files.at(-1)?.number ?? 0
  const has = Math.max(0, ...applied.keys())
  if (has > newest) {
    throw new SchemaError(
      `Database ${database} has schema ${has}, newer than this version knows (${newest}): run the version that made it, or a newer one.`,
    )
  }
  const changed = files.find(file => hasChanged(file, applied.get(file.number)))
  if (changed !== undefined) {
    throw new SchemaError(
      `${changed.name} was changed after it had been applied to database ${database}: restore the file and put the change into a new one.`,
    )
  }
}

async function applyRetention(
  client: ClickHouseClient,
  sql: string,
  target: Target,
  applied: Map<number, string>,
): Promise<void> {
  const hash = hashOf(fillPlaceholders(sql, target))
  if (applied.get(RETENTION) === hash) return
  await run(client, 'retention.sql', statementsOf({ sql }, target))
  await record(client, target.database, { number: RETENTION, name: 'retention.sql', hash })
}

async function run(client: ClickHouseClient, name: string, statements: string[]): Promise<void> {
  for (const query of statements) await sayWhichFile(name, client.command({ query }))
}

async function record(
  client: ClickHouseClient,
  database: string,
  { number, name, hash }: Pick<SchemaFile, 'number' | 'name' | 'hash'>,
): Promise<void> {
  const inserted = client.insert({
    table: `${database}.schema_version`,
    values: [{ Number: number, Name: name, Hash: hash }],
    columns: ['Number', 'Name', 'Hash'],
    format: 'JSONEachRow',
  })
  await sayWhichFile(name, inserted)
}

async function sayWhichFile(name: string, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (cause) {
    throw new SchemaError(
      `${name} could not be applied, run the schema job again when this is mended: ${wordsOf(cause)}`,
      { cause },
    )
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message.trim() : String(error))
