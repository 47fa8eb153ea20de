import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { findClusterFault } from './check-cluster.ts'
import { describeTriedVersions, fitOfVersion } from './check-version.ts'
import type { FurtherNames } from './conventions.ts'
import type { RetentionDays, SchemaTarget } from './fill-placeholders.ts'
import {
  FIRST_SCHEMA_VERSION,
  hashSql,
  listConventionStatements,
  listCreationStatements,
  listFileStatements,
  listMoves,
  listRetentionStatements,
  listUpgradeStatements,
  readSchemaFiles,
  type SchemaFiles,
} from './schema-files.ts'

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
  /** Names of attributes that an operator adds to those of conventions.ts. @default none */
  readonly furtherNames?: FurtherNames
  /** Folder of the schema files. @default this folder */
  readonly folder?: string
  /** Is told in one sentence that the server is newer than what was tried. @default nobody is */
  readonly warn?: (sentence: string) => void
  /** Is waited for before the first statement that upgrades a database of an older version. */
  readonly beforeUpgrade?: () => Promise<void>
}

/** Thrown by {@link applySchema}; the message is one sentence that says what to do. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

/** The number of the row in schema_version that stores the retention and the names of attributes in force. */
const SETTINGS_NUMBER = 0
const UNKNOWN_TABLE = '60'
const UNKNOWN_DATABASE = '81'
/** An upgrade may read every stored row: some seconds for a million spans. */
const STATEMENT_TIMEOUT_MS = 3_600_000

/**
 * Brings a database to the newest schema, the configured retention and names of attributes. It may be repeated or killed at any time, and two may run at once:
 * every statement can be repeated, and a version is recorded after its last statement.
 *
 * @returns The schema version before (0: none) and after.
 * @throws {SchemaError} If the server is older than what was tried, if the database has a version that cannot be upgraded or is newer than
 * the files, if an applied file has changed since, if the database was created for a single node and a cluster is configured (or the
 * reverse), or if a statement failed (`cause` has the database's message).
 */
export async function applySchema(options: SchemaOptions): Promise<{ from: number; to: number }> {
  const { url, user, password, retentionDays, furtherNames = {}, database = 'otel', cluster = '' } = options
  const folder = options.folder ?? import.meta.dirname
  const target: SchemaTarget = { database, cluster, retentionDays, furtherNames, folder }
  const files = readSchemaFiles(folder)
  const client = createClient({
    url,
    username: user,
    password,
    application: 'errata-schema',
    request_timeout: STATEMENT_TIMEOUT_MS,
    // An insert that fills a table is done when the shards have stored it.
    clickhouse_settings: { distributed_foreground_insert: '1' },
    log: { level: ClickHouseLogLevel.OFF },
  })
  try {
    await refuseOldServer(client, options.warn)
    await refuseOtherLayout(client, readFileSync(join(folder, 'layout.sql'), 'utf8'), target)
    await refuseUnfitCluster(client, target)
    const applied = await readApplied(client, database)
    const from = Math.max(0, ...applied.keys())
    refuseForeign(files, applied, database)
    if (applied.has(FIRST_SCHEMA_VERSION)) {
      if (from < files.version) await options.beforeUpgrade?.()
      await upgrade(client, files, target, applied)
    } else await createSchema(client, files, target)
    await applySettings(client, files, target, applied)
    return { from, to: files.version }
  } finally {
    await client.close()
  }
}

const tablesOf = ({ hash }: SchemaFiles): Version => ({ number: FIRST_SCHEMA_VERSION, name: 'tables', hash })

/** The tables are recorded last: a run that was killed before starts again. */
async function createSchema(client: ClickHouseClient, files: SchemaFiles, target: SchemaTarget): Promise<void> {
  for (const { name, statement } of listCreationStatements(files.tables, target))
    await runStatement(client, name, statement)
  for (const applied of files.upgrades) await recordVersion(client, target.database, applied)
  await recordVersion(client, target.database, settingsVersion(files, target))
  await recordVersion(client, target.database, tablesOf(files))
}

/**
 * The new tables are recorded before the last upgrade: a run that was killed before continues with that upgrade. If an upgrade changed the
 * grouping rule, the new issues of exceptions are merged into issues that somebody acted on.
 */
async function upgrade(
  client: ClickHouseClient,
  files: SchemaFiles,
  target: SchemaTarget,
  applied: ReadonlyMap<number, string>,
): Promise<void> {
  for (const file of files.upgrades.filter(({ number }) => !applied.has(number))) {
    const isLast = file.number === files.version
    for (const each of isLast ? [file, files.keepIssues] : [file]) {
      for (const statement of listUpgradeStatements(each, target)) await runStatement(client, each.name, statement)
    }
    if (isLast) await recordVersion(client, target.database, tablesOf(files))
    await recordVersion(client, target.database, file)
  }
}

/** @throws {SchemaError} If the database does not answer. */
async function ask<Row>(client: ClickHouseClient, query: string, params: Record<string, string> = {}): Promise<Row[]> {
  try {
    const result = await client.query({ query, query_params: params, format: 'JSONEachRow' })
    return await result.json<Row>()
  } catch (error) {
    throw readError(error)
  }
}

/** An older server lacks functions of the queries, some of which would fail only when somebody opens their page. */
async function refuseOldServer(client: ClickHouseClient, warn: (sentence: string) => void = () => {}): Promise<void> {
  const [{ Version: version } = { Version: '' }] = await ask<{ Version: string }>(client, 'SELECT version() AS Version')
  const fit = fitOfVersion(version)
  if (fit === 'older')
    throw new SchemaError(`CLICKHOUSE_URL is ClickHouse ${version}: Errata needs ${describeTriedVersions()} or newer.`)
  if (fit === 'newer')
    warn(`ClickHouse ${version} is newer than what Errata was tried with, ${describeTriedVersions()}.`)
}

/** Every statement would leave tables of the other layout unchanged and create only half of the schema. */
async function refuseOtherLayout(client: ClickHouseClient, sql: string, target: SchemaTarget): Promise<void> {
  const { database, cluster } = target
  const [query = ''] = listFileStatements({ name: 'layout.sql', sql }, target)
  const rows = await ask<{ Host: string; ForCluster: number }>(client, query)
  const other = rows.find(row => (row.ForCluster === 1) !== (cluster !== ''))
  if (other === undefined) return
  throw new SchemaError(
    cluster === ''
      ? `Database ${database} is one of a cluster: set ERRATA_CLICKHOUSE_CLUSTER to the cluster's name.`
      : `Database ${database} on ${other.Host} was made for a single node and cannot become one of cluster ${cluster}: leave ERRATA_CLICKHOUSE_CLUSTER empty, or move the rows as store/README.md says under "From one node to a cluster".`,
  )
}

async function refuseUnfitCluster(client: ClickHouseClient, target: SchemaTarget): Promise<void> {
  if (target.cluster === '') return
  const fault = await findClusterFault(client, target).catch(error =>
    Promise.reject(clusterError(target.cluster, error)),
  )
  if (fault !== undefined) throw new SchemaError(fault)
}

const clusterError = (cluster: string, cause: unknown) =>
  new SchemaError(
    `The nodes of cluster ${cluster} cannot be checked, see that each answers and has the macros shard and replica: ${messageOf(cause)}`,
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
    throw readError(error)
  }
}

const readError = (cause: unknown) =>
  new SchemaError(
    `The schema cannot be read, check that ClickHouse answers at CLICKHOUSE_URL and that CLICKHOUSE_USER may read it: ${messageOf(cause)}`,
    { cause },
  )

function refuseForeign(files: SchemaFiles, applied: ReadonlyMap<number, string>, database: string): void {
  const has = Math.max(0, ...applied.keys())
  if (has > 0 && has < FIRST_SCHEMA_VERSION) {
    throw new SchemaError(
      `Database ${database} was made by 0.2, by an older version or by an unreleased one, which cannot be upgraded: start with a new one, for npm start by moving the folder .errata away, and copy what it has by npx errata copy FOLDER, or drop it.`,
    )
  }
  if (has > files.version) {
    throw new SchemaError(
      `Database ${database} has schema ${has}, newer than this version knows (${files.version}): run the version that made it, or a newer one.`,
    )
  }
  const changed = files.upgrades.find(({ number, hash }) => applied.has(number) && applied.get(number) !== hash)
  if (changed !== undefined) {
    throw new SchemaError(
      `store/schema/${changed.name} was changed after it had been applied to database ${database}: restore the file and put the change into a new one.`,
    )
  }
  if (has === files.version && applied.has(FIRST_SCHEMA_VERSION) && applied.get(FIRST_SCHEMA_VERSION) !== files.hash) {
    throw new SchemaError(
      `The files of store/schema/tables/ were changed after they had been applied to database ${database}: restore them, or write what brings it to them into a file of store/schema/upgrades/.`,
    )
  }
}

/** Statements that bring existing tables to the settings. */
const listSettingStatements = ({ tables }: SchemaFiles, target: SchemaTarget, moves?: Moves) => [
  ...listRetentionStatements(tables, target, moves),
  ...listConventionStatements(tables, target),
]

const settingsVersion = (files: SchemaFiles, target: SchemaTarget): Version => {
  const sql = listSettingStatements(files, target).map(({ statement }) => statement)
  return { number: SETTINGS_NUMBER, name: 'settings', hash: hashSql(sql.join(';\n')) }
}

async function applySettings(
  client: ClickHouseClient,
  files: SchemaFiles,
  target: SchemaTarget,
  applied: ReadonlyMap<number, string>,
): Promise<void> {
  const wanted = settingsVersion(files, target)
  if (!applied.has(FIRST_SCHEMA_VERSION) && !applied.has(SETTINGS_NUMBER)) return
  if (applied.get(SETTINGS_NUMBER) === wanted.hash) return
  const moves = await readMoves(client, target.database)
  for (const { name, statement } of listSettingStatements(files, target, moves))
    await runStatement(client, name, statement)
  await recordVersion(client, target.database, wanted)
}

/** The parts that an operator added to the TTL of each table, by its name. */
type Moves = ReadonlyMap<string, readonly string[]>

async function readMoves(client: ClickHouseClient, database: string): Promise<Moves> {
  const query = 'SELECT name, engine_full AS engine FROM system.tables WHERE database = {database:String} ORDER BY name'
  const rows = await ask<{ name: string; engine: string }>(client, query, { database })
  return new Map(rows.map(({ name, engine }) => [name, listMoves(engine)]))
}

interface Version {
  readonly number: number
  readonly name: string
  readonly hash: string
}

function runStatement(client: ClickHouseClient, name: string, query: string): Promise<void> {
  return nameInError(`store/schema/${name}`, client.command({ query }))
}

async function recordVersion(
  client: ClickHouseClient,
  database: string,
  { number, name, hash }: Version,
): Promise<void> {
  const inserted = client.insert({
    table: `${database}.schema_version`,
    values: [{ Number: number, Name: name, Hash: hash }],
    columns: ['Number', 'Name', 'Hash'],
    format: 'JSONEachRow',
  })
  await nameInError(`${name} (${database}.schema_version)`, inserted)
}

async function nameInError(name: string, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (cause) {
    throw new SchemaError(
      `${name} could not be applied, run the schema job again when this is mended: ${messageOf(cause)}`,
      { cause },
    )
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message.trim() : String(error))
