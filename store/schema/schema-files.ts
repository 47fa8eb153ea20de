import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillPlaceholders, type Target } from './fill-placeholders.ts'
import { meaningOf, splitStatements } from './split-statements.ts'

/** A numbered file of the schema. */
export interface SchemaFile {
  readonly number: number
  readonly name: string
  readonly sql: string
  /** As {@link hashOf} gives it. */
  readonly hash: string
}

/** The first line of a file that has nothing to do on a single node. */
const CLUSTER_ONLY = '-- cluster only\n'
/** Tells these hashes from those of 0.1.0, which were of the whole text. */
const OF_STATEMENTS = 'statements '

/** @returns The numbered files of a folder in their order. */
export function readSchemaFiles(folder: string): SchemaFile[] {
  return readdirSync(folder)
    .filter(name => /^\d{4}-.*\.sql$/.test(name))
    .sort()
    .map(name => {
      // What groups stands once, for several tables: it is read with the file, so a change of it is one of the file.
      const sql = readFileSync(join(folder, name), 'utf8')
        .replaceAll('{{grouping_rule}}', () => readFileSync(join(folder, 'grouping-rule.sql'), 'utf8').trimEnd())
        .replaceAll('\r\n', '\n')
      return { number: Number(name.slice(0, 4)), name, sql, hash: hashOf(sql) }
    })
}

export function statementsOf({ sql }: Pick<SchemaFile, 'sql'>, target: Target): string[] {
  if (sql.startsWith(CLUSTER_ONLY) && target.cluster === '') return []
  return splitStatements(fillPlaceholders(sql, target))
}

/** A hash of what a text does: other comments and other white space leave it as it is. */
export function hashOf(sql: string): string {
  const marked = sql.startsWith(CLUSTER_ONLY) ? CLUSTER_ONLY : ''
  return `${OF_STATEMENTS}${createHash('sha256')
    .update(`${marked}${meaningOf(sql)}`)
    .digest('hex')}`
}

/**
 * Whether a file does something else than what was recorded when it was applied. Of what 0.1.0 recorded nothing can be told, for it hashed
 * comments too; upgrade.test.ts holds that its files still do the same.
 */
export function hasChanged(file: SchemaFile, recorded: string | undefined): boolean {
  return recorded?.startsWith(OF_STATEMENTS) === true && recorded !== file.hash
}
