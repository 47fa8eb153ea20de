import { env } from 'node:process'
import { parseArgs } from 'node:util'
import { readConfig } from '../../../config.ts'
import { BackupError, openDatabase } from '../archive/database.ts'
import { readFurtherNames } from '../read-further-names.ts'
import { erasePerson, GONE_MINUTES } from './erase-person.ts'

/**
 * Removes the telemetry of a person from the configured database; with `--count` only counts it. Prints one line of JSON: rows by table, and
 * in how many minutes no file has them any more.
 */
try {
  const { values } = parseArgs({ options: { user: { type: 'string', default: '' }, count: { type: 'boolean' } } })
  if (values.user === '') throw new BackupError('--user is missing.')
  const { clickhouse, retentionDays, conventions } = readConfig(env)
  await using database = openDatabase(clickhouse)
  const furtherNames = readFurtherNames(conventions)
  const onlyCount = values.count === true
  const tables = await erasePerson(database, { user: values.user, retentionDays, furtherNames, onlyCount })
  process.stdout.write(`${JSON.stringify({ tables, goneMinutes: GONE_MINUTES })}\n`)
} catch (error) {
  process.stderr.write(
    `${error instanceof BackupError ? error.message : error instanceof Error ? error.stack : error}\n`,
  )
  process.exitCode = 1
}
