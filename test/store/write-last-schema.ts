import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillExpressions } from '../../store/schema/fill-placeholders.ts'
import { readSchemaFiles } from '../../store/schema/schema-files.ts'

const schema = join(import.meta.dirname, '../../store/schema')
/** The schema of the last version, which upgrades are tested on. */
export const lastSchema = join(import.meta.dirname, 'last-schema')

/**
 * Copies the schema to {@link lastSchema}, with expressions filled in, as those may change. To be run at a release, before the first
 * upgrade of the next one is written: `node test/store/write-last-schema.ts`.
 */
function writeLastSchema(): void {
  const { tables, version } = readSchemaFiles(schema)
  rmSync(lastSchema, { recursive: true, force: true })
  mkdirSync(join(lastSchema, 'tables'), { recursive: true })
  for (const name of ['upgrades', 'layout.sql', 'cluster.sql']) {
    cpSync(join(schema, name), join(lastSchema, name), { recursive: true })
  }
  for (const { name, sql } of tables) {
    const withoutComments = sql.replace(/^ *--(?! Shard key: ).*\n/gm, '')
    writeFileSync(join(lastSchema, name), `-- As of version ${version}.\n${fillExpressions(withoutComments)}`)
  }
}

if (process.argv[1] === import.meta.filename) writeLastSchema()
