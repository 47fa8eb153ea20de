import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONVENTIONS } from './conventions.ts'
import { fillExpressions, fillPlaceholders, type SchemaTarget } from './fill-placeholders.ts'
import { normalizeSql, splitList, splitStatements } from './split-statements.ts'

/** A file of the schema. */
export interface SchemaFile {
  readonly name: string
  readonly sql: string
}

/** A numbered file of upgrades/. */
export interface SchemaUpgrade extends SchemaFile {
  readonly number: number
  /** See {@link hashSql}. */
  readonly hash: string
}

export interface SchemaFiles {
  /** The database and its version, then one file for each table, by name. */
  readonly tables: readonly SchemaFile[]
  /** Upgrades of a database of an older version to these tables, in order. */
  readonly upgrades: readonly SchemaUpgrade[]
  /** Runs after upgrades: it merges the issues of a new grouping rule into those that somebody acted on. */
  readonly keepIssues: SchemaFile
  /** Number of the newest upgrade, or {@link FIRST_SCHEMA_VERSION}. */
  readonly version: number
  /** A hash of all tables, with the expressions that they are written with. */
  readonly hash: string
}

/** The version without upgrades. Smaller numbers belong to versions up to 0.2 and to unreleased ones, which cannot be upgraded. */
export const FIRST_SCHEMA_VERSION = 200

/** @throws {Error} If two upgrades have the same number, or one is not above {@link FIRST_SCHEMA_VERSION}. */
export function readSchemaFiles(folder: string): SchemaFiles {
  const read = (name: string): SchemaFile => ({
    name,
    sql: readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n'),
  })
  const inFolder = (name: string) =>
    readdirSync(join(folder, name))
      .filter(file => file.endsWith('.sql'))
      .sort()
      .map(file => read(`${name}/${file}`))
  const tables = [read('schema-version.sql'), ...inFolder('tables')]
  const upgrades = inFolder('upgrades').map(file => ({ ...file, number: numberOf(file.name), hash: hashSql(file.sql) }))
  const repeated = upgrades.find(({ number }, i) => number <= (upgrades[i - 1]?.number ?? FIRST_SCHEMA_VERSION))
  if (repeated !== undefined) throw new Error(`${repeated.name} needs a number above the one before it`)
  return {
    tables,
    upgrades,
    keepIssues: read('keep-issues.sql'),
    version: upgrades.at(-1)?.number ?? FIRST_SCHEMA_VERSION,
    hash: hashSql(tables.map(({ sql }) => fillExpressions(withoutRetention(sql), folder)).join('\n')),
  }
}

const numberOf = (name: string) => Number(/^upgrades\/(\d{4})-/.exec(name)?.[1])

/** The statements of a file, with values in place of placeholders. */
export function listFileStatements({ sql }: SchemaFile, target: SchemaTarget): string[] {
  return splitStatements(fillPlaceholders(sql, target))
}

/**
 * All statements that create a new database: all tables, on a cluster each with a distributed one under its plain name, then all views,
 * which may read any table.
 */
export function listCreationStatements(
  files: readonly SchemaFile[],
  target: SchemaTarget,
): { name: string; statement: string }[] {
  const all = files.flatMap(file => listFileStatements(file, target).map(statement => ({ name: file.name, statement })))
  const isView = ({ statement }: { statement: string }) => statement.startsWith('CREATE MATERIALIZED VIEW')
  const twins = target.cluster === '' ? [] : files.flatMap(file => distributedOver(file, target))
  return [...all.filter(each => !isView(each)), ...twins, ...all.filter(isView)]
}

/** The statements of an upgrade. On a cluster the table that it creates, at most one, gets its distributed one next. */
export function listUpgradeStatements(file: SchemaFile, target: SchemaTarget): string[] {
  const statements = listFileStatements(file, target)
  const twins = target.cluster === '' ? [] : distributedOver(file, target).map(({ statement }) => statement)
  return statements.toSpliced(statements.findIndex(each => each.startsWith('CREATE TABLE')) + 1, 0, ...twins)
}

/** The distributed table over the local ones of a file; none if every node has all rows. */
function distributedOver({ name, sql }: SchemaFile, target: SchemaTarget): { name: string; statement: string }[] {
  const [, table] = /^CREATE TABLE IF NOT EXISTS \{\{database\}\}\.(\w+)\{\{local\}\} /m.exec(sql) ?? []
  if (table === undefined) return []
  const [, key = ''] = /^-- Shard key: (.+)$/m.exec(sql) ?? []
  const sharding = key.startsWith('none') ? '' : `, ${key}`
  const twin = `CREATE TABLE IF NOT EXISTS {{database}}.${table} {{on_cluster}} AS {{database}}.${table}_local
ENGINE = Distributed({{cluster}}, {{database}}, ${table}_local${sharding})`
  return [{ name, statement: fillPlaceholders(twin, target) }]
}

const TTL = /^TTL (.+?)\s+(?=SETTINGS\b)/ms
/** A column that expires before its row, with the TTL on a line of its own. */
const COLUMN_TTL = /^ {2}(\w+) [^\n]+(?:\n {4}(?!TTL)[^\n]+)*\n {4}TTL ([^\n]+?),?$/gm

/**
 * Statements that set the retention of existing tables.
 *
 * @param moves What an operator added to the TTL of a table, by its name, which stays: see {@link listMoves}. @default nothing
 */
export function listRetentionStatements(
  files: readonly SchemaFile[],
  target: SchemaTarget,
  moves: ReadonlyMap<string, readonly string[]> = new Map(),
): { name: string; statement: string }[] {
  return files.flatMap(({ name, sql }) => {
    const [, table] = /^CREATE TABLE IF NOT EXISTS (\S+(?: \{\{on_cluster\}\})?) /m.exec(sql) ?? []
    const [, ttl] = TTL.exec(sql) ?? []
    if (table === undefined || ttl === undefined) return []
    const ofColumn = Array.from(sql.matchAll(COLUMN_TTL), ([, column, ends]) => `MODIFY COLUMN ${column} TTL ${ends}`)
    const altered = fillPlaceholders(`ALTER TABLE ${table}`, target)
    const [, of = ''] = /^ALTER TABLE [^.]+\.(\w+)/.exec(altered) ?? []
    const ofTable = ['MODIFY TTL', [fillPlaceholders(ttl, target), ...(moves.get(of) ?? [])].join(', ')].join(' ')
    return [...ofColumn.map(change => fillPlaceholders(change, target)), ofTable].map(change => ({
      name,
      statement: `${altered} ${change}`,
    }))
  })
}

/**
 * The parts of a table's TTL that move or compress rows, which only an operator writes: retention is about the others, that delete.
 *
 * @param engine `engine_full` of system.tables
 * @see https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree#table_engine-mergetree-ttl
 */
export function listMoves(engine: string): string[] {
  const [, ttl = ''] = / TTL (.+?)(?: SETTINGS |$)/s.exec(engine) ?? []
  return splitList(ttl).filter(part => /\s(TO (DISK|VOLUME)|RECOMPRESS CODEC)\b/.test(part))
}

/** A name for each meaning, which tells what depends on names. */
const ANY_NAMES = Object.fromEntries(Object.keys(CONVENTIONS).map(meaning => [meaning, [{ name: 'any' }]]))

/** Statements that make the columns and views of existing tables read attributes by the names in force. */
export function listConventionStatements(
  files: readonly SchemaFile[],
  target: SchemaTarget,
): { name: string; statement: string }[] {
  const withAnyNames = { ...target, furtherNames: ANY_NAMES }
  return files.flatMap(file => {
    const others = listFileStatements(file, withAnyNames)
    return listFileStatements(file, target)
      .flatMap((made, i) => listChanges(made, others[i] ?? ''))
      .map(statement => ({ name: file.name, statement }))
  })
}

const VIEW = /^CREATE MATERIALIZED VIEW IF NOT EXISTS (.+?)\s+TO \S+ AS\s+(.+)$/s
const TABLE = /^CREATE TABLE IF NOT EXISTS (\S+?)(_local)?( ON CLUSTER \S+)?\s+\((.+?)\)\s+ENGINE/s

/** Changes the columns of a table that differ, on a cluster those of its distributed one too, or the query of a view. */
function listChanges(made: string, other: string): string[] {
  if (made === other) return []
  const [, view, query] = VIEW.exec(made) ?? []
  if (view !== undefined) return [`ALTER TABLE ${view} MODIFY QUERY ${query}`]
  const [, table, local = '', onCluster = '', columns = ''] = TABLE.exec(made) ?? []
  const otherColumns = splitList(TABLE.exec(other)?.[4] ?? '')
  const changed = splitList(columns).filter((column, i) => column !== otherColumns[i])
  const changes = changed.map(column => `MODIFY COLUMN ${column}`).join(', ')
  return [...new Set([table + local, table])].map(name => `ALTER TABLE ${name}${onCluster} ${changes}`)
}

const withoutRetention = (sql: string) => sql.replace(TTL, '').replace(COLUMN_TTL, '')

/** A hash of what SQL does: comments and white space do not matter. */
export function hashSql(sql: string): string {
  return createHash('sha256').update(normalizeSql(sql)).digest('hex')
}
