import { cpSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const schema = join(import.meta.dirname, '../../store/schema')
/** A copy of the last version's schema, on which upgrades are tested. */
export const LAST_SCHEMA_DIR = join(import.meta.dirname, 'last-schema')

/** Run it at a release, before the first upgrade of the next version is written: `node test/store/write-last-schema.ts`. */
function writeLastSchema(): void {
  rmSync(LAST_SCHEMA_DIR, { recursive: true, force: true })
  for (const file of globSync(['*.sql', 'tables/*.sql', 'upgrades/*'], { cwd: schema })) {
    cpSync(join(schema, file), join(LAST_SCHEMA_DIR, file))
  }
}

if (process.argv[1] === import.meta.filename) writeLastSchema()
