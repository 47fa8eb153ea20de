import { randomBytes } from 'node:crypto'
import { readdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { applySchema } from '../../store/schema/apply-schema.ts'
import type { EngineAccess } from './start-engine.ts'

// Databases of finished tests are reused, because creating one takes most of a second of a core. Each is a file with its name; only one of
// several processes can remove a file.

export const TEST_RETENTION_DAYS = { traces: 14, logs: 30, metrics: 30, exceptions: 90, digests: 400 }

/** @returns the name of an empty database with the schema. */
export async function takeDatabase({ url, writer }: EngineAccess): Promise<string> {
  const { freeDatabases } = inject('engine')
  for (const database of await readdir(freeDatabases)) {
    const taken = await unlink(join(freeDatabases, database)).then(
      () => true,
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? false : Promise.reject(error)),
    )
    if (taken) return database
  }
  const database = `test_${randomBytes(6).toString('hex')}`
  await applySchema({ url, ...writer, database, retentionDays: TEST_RETENTION_DAYS })
  return database
}

/** Returns an empty database with an unchanged schema. */
export function giveBackDatabase(database: string): Promise<void> {
  return writeFile(join(inject('engine').freeDatabases, database), '')
}
