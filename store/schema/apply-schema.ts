import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { fillPlaceholders, type RetentionDays, splitStatements, type Target } from './fill-placeholders.ts'

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

interface SchemaFile {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly hash: string
}

/** Number under which schema_version remembers the retention in force. */
const RETENTION = 0
const UNKNOWN_TABLE = '60'
const UNKNOWN_DATABASE = '81'
const DDL_TIMEOUT_MS = 300_000

/**
 * Brings a database to the newest schema and to the retention that the settings ask for. May be repeated, may be killed at
 * any moment and run again, and two may run at once: every statement can be repeated, and a file is recorded after its last.
 *
 * @returns Numbers of the newest schema file before (0: none) and after.
 * @throws {SchemaError} When an applied file has changed since, when the database is newer than the files, or when a
 * statement failed (`cause` has the database's own words).
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
    request_timeout: DDL_TIMEOUT_MS,
    log: { level: ClickHouseLogLevel.OFF },
  })
  try {
    const applied = await readApplied(client, database)
    const from = Math.max(0, ...applied.keys())
    refuseStrangers(files, applied, database)
    for (const file of files) {
      if (applied.has(file.number)) continue
      await run(client, file.name, statementsOf(file, target))
      await record(client, database, file)
    }
    await applyRetention(client, readFileSync(join(folder, 'retention.sql'), 'utf8'), target, applied)
    return { from, to: files.at(-1)?.number ?? 0 }
  } finally {
    await client.close()
  }
}

function readSchemaFiles(folder: string): SchemaFile[] {
  return readdirSync(folder)
    .filter(name => /^\d{4}-.*\.sql$/.test(name))
    .sort()
    .map(name => {
      const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { number: Number(name.slice(0, 4)), name, sql, hash: hashOf(sql) }
    })
}

/** A file that opens with `-- cluster only` has nothing to do on a single node. */
function statementsOf({ sql }: SchemaFile, target: Target): string[] {
  if (sql.startsWith('-- cluster only\n') && target.cluster === '') return []
  return splitStatements(fillPlaceholders(sql, target))
}

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
    throw new SchemaError(
      `The schema cannot be read, check that ClickHouse answers at CLICKHOUSE_URL and that CLICKHOUSE_USER may read it: ${wordsOf(error)}`,
      { cause: error },
    )
  }
}

function refuseStrangers(files: SchemaFile[], applied: Map<number, string>, database: string): void {
  const known = new Map(files.map(file => [file.number, file]))
  for (const [number, hash] of applied) {
    if (number === RETENTION) continue
    const file = known.get(number)
    if (file === undefined) {
      throw new SchemaError(
        `Database ${database} has schema ${Math.max(...applied.keys())}, newer than this version knows (${files.at(-1)?.number ?? 0}): run the version that made it, or a newer one.`,
      )
    }
    if (file.hash !== hash) {
      throw new SchemaError(
        `${file.name} was changed after it had been applied to database ${database}: restore the file and put the change into a new one.`,
      )
    }
  }
}

async function applyRetention(
  client: ClickHouseClient,
  sql: string,
  target: Target,
  applied: Map<number, string>,
): Promise<void> {
  const filled = fillPlaceholders(sql, target)
  const hash = hashOf(filled)
  if (applied.get(RETENTION) === hash) return
  await run(client, 'retention.sql', splitStatements(filled))
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

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
