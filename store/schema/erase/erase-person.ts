import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError, type Database } from '../archive/database.ts'
import type { FurtherNames } from '../conventions.ts'
import type { RetentionDays } from '../fill-placeholders.ts'
import { listFileStatements } from '../schema-files.ts'

export interface ErasedTable {
  readonly name: string
  readonly rows: number
}

export interface ErasureOptions {
  /** The value of `user.id`, or of the attribute by another name. */
  readonly user: string
  readonly retentionDays: RetentionDays
  readonly furtherNames: FurtherNames
  /** Counts the rows and removes none. */
  readonly onlyCount: boolean
}

/**
 * Removes the telemetry of a person: rows that name the user, all rows of sessions with one of these, and of the traces of both. Returns when
 * no query finds them any more; the files that had them are removed some minutes later ({@link GONE_MINUTES}). Tables that count keep
 * their counts (erase-person.sql). One run at a time: a second one takes over from the first, which fails. It may be repeated.
 *
 * @returns rows by table, without tables that had none
 * @throws {BackupError} If the database refuses, or is one of a cluster.
 */
export async function erasePerson(database: Database, options: ErasureOptions): Promise<ErasedTable[]> {
  const { user, retentionDays, furtherNames, onlyCount } = options
  await refuseCluster(database)
  const sql = readFileSync(join(import.meta.dirname, 'erase-person.sql'), 'utf8')
  const target = { database: database.name, cluster: '', retentionDays, furtherNames }
  const erased: ErasedTable[] = []
  for (const statement of listFileStatements({ name: 'erase-person.sql', sql }, target)) {
    const [, table, condition] = /^ALTER TABLE \w+\.(\w+) DELETE WHERE\s+(.+)\s+SETTINGS [^\n]+$/s.exec(statement) ?? []
    if (table === undefined || condition === undefined) {
      if (/\bDELETE\b/.test(statement))
        throw new Error(`erase-person.sql has a DELETE that cannot be counted: ${statement}`)
      await database.command(statement, { user })
      continue
    }
    const [counted] = await database.rows<{ rows: string; deliveries: string }>(
      `SELECT
  (SELECT count() FROM {database:Identifier}.{table:Identifier} FINAL WHERE ${condition}) AS rows,
  (SELECT count() FROM {database:Identifier}.{table:Identifier} WHERE ${condition}) AS deliveries`,
      { table },
    )
    // A row that was replaced may name the person whom the one that replaced it does not.
    if (counted === undefined || counted.deliveries === '0') continue
    if (!onlyCount) await database.command(statement)
    erased.push({ name: table, rows: Number(counted.rows) })
  }
  return erased
}

/** Replaced files of a table stay for eight minutes (`old_parts_lifetime`), and are removed within one more. */
export const GONE_MINUTES = 10

async function refuseCluster(database: Database): Promise<void> {
  const [found] = await database.rows<{ n: string }>(
    "SELECT count() AS n FROM system.tables WHERE database = {database:String} AND engine = 'Distributed'",
  )
  if (found?.n !== '0') {
    throw new BackupError(
      'The database is one of a cluster: run the statements of store/schema/erase/erase-person.sql on each shard.',
    )
  }
}
