import { randomBytes } from 'node:crypto'
import { createClient } from '@clickhouse/client'
import { onTestFinished } from 'vitest'
import { TEST_RETENTION_DAYS } from '../engine/test-databases.ts'
import { getTestEngine, toWriterOptions } from './open-test-store.ts'

/** A database that does not exist yet, with a client to inspect it. */
export async function newDatabase(atEnd: (work: () => Promise<void>) => void = onTestFinished) {
  const writer = toWriterOptions(getTestEngine())
  const database = `test_${randomBytes(6).toString('hex')}`
  const client = createClient({ url: writer.url, username: writer.user, password: writer.password })
  atEnd(async () => {
    await client.command({ query: `DROP DATABASE IF EXISTS ${database}` })
    await client.close()
  })
  const query = async <T>(sql: string) => {
    const result = await client.query({ query: sql, query_params: { database }, format: 'JSONEachRow' })
    return await result.json<T>()
  }
  return {
    options: { ...writer, database, retentionDays: TEST_RETENTION_DAYS },
    query,
    command: (sql: string) => client.command({ query: sql }),
    tables: () =>
      query<{ name: string; sql: string }>(
        'SELECT name, create_table_query AS sql FROM system.tables WHERE database = {database:String} ORDER BY name',
      ),
  }
}
