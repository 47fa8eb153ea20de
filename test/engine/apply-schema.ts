import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestEngine } from './start-engine.ts'

/** Applies the current schema to an engine as the stack does: with the schema's command, in its own process. */
export async function applySchema(engine: TestEngine): Promise<void> {
  const env = {
    ...process.env,
    CLICKHOUSE_URL: engine.url,
    CLICKHOUSE_USER: engine.schema.user,
    CLICKHOUSE_PASSWORD: engine.schema.password,
  }
  await promisify(execFile)(process.execPath, ['store/schema/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env,
  })
}
