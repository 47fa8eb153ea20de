import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readSchemaFiles } from '../../store/schema/schema-files.ts'
import { TABLES } from '../../store/schema/tables/table-names.ts'

const schema = join(import.meta.dirname, '../../store/schema')
const newest = readSchemaFiles(schema).version

/** The name of the upgrade of {@link copyWithUpgrade}. */
export const UPGRADE = `0${newest + 1}-later.sql`

/** Copies the schema files to a new folder, which the test may change; it is removed when the test has finished. */
export function copySchemaFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(schema, folder, { recursive: true })
  return folder
}

/** Copies the schema files and adds what a next version may: one more column in a table, and a new table, filled from stored rows. */
export function copyWithUpgrade(): string {
  const folder = copySchemaFiles()
  const logs = join(folder, 'tables/otel-logs.sql')
  const later = `-- One row per service.
-- Key: service
-- Shard key: none
CREATE TABLE IF NOT EXISTS {{database}}.later{{local}} {{on_cluster}} (ServiceName String) ENGINE = {{replacing}} ORDER BY ServiceName;\n`
  writeFileSync(logs, readFileSync(logs, 'utf8').replace('  StoredAt', '  Later UInt8,\n  StoredAt'))
  writeFileSync(join(folder, 'tables/later.sql'), later)
  // On a cluster the distributed table has the new column too.
  writeFileSync(
    join(folder, `upgrades/${UPGRADE}`),
    `ALTER TABLE {{database}}.${TABLES.logs}{{local}} {{on_cluster}} ADD COLUMN IF NOT EXISTS Later UInt8 AFTER Id;
ALTER TABLE {{database}}.${TABLES.logs} {{on_cluster}} ADD COLUMN IF NOT EXISTS Later UInt8 AFTER Id;
${later}
INSERT INTO {{database}}.later SELECT DISTINCT ServiceName FROM {{database}}.${TABLES.logs};\n`,
  )
  return folder
}
