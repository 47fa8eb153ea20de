import { env } from 'node:process'
import { parseArgs } from 'node:util'
import { readConfig } from '../../config.ts'
import { nameUnknownSettings } from '../../unknown-settings.ts'
import { applySchema } from './apply-schema.ts'
import { backUpBeforeUpgrade } from './archive/back-up-before-upgrade.ts'
import { findDeskShortage } from './find-desk-shortage.ts'
import { readFurtherNames } from './read-further-names.ts'

/**
 * Brings the configured database to the newest schema. Prints one line, and a second one if the app's user may not run enough queries at
 * once; exits with 1 on failure. With `--engine-dir` and `--backups`, the data folder of the embedded engine and a folder for backups, it first
 * backs up a database that it is going to upgrade, and prints where to.
 */
try {
  for (const { told } of nameUnknownSettings(env)) console.error(told)
  const { values } = parseArgs({ options: { 'engine-dir': { type: 'string' }, backups: { type: 'string' } } })
  const { 'engine-dir': engineDir, backups } = values
  const { clickhouse, retentionDays, conventions } = readConfig(env)
  const { from, to } = await applySchema({
    warn: sentence => console.error(sentence),
    url: clickhouse.url,
    ...clickhouse.schema,
    cluster: clickhouse.cluster,
    retentionDays,
    furtherNames: readFurtherNames(conventions),
    ...(engineDir !== undefined &&
      backups !== undefined && {
        beforeUpgrade: async () => {
          console.log(`backed up to ${await backUpBeforeUpgrade({ url: clickhouse.url, engineDir }, backups)}`)
        },
      }),
  })
  console.log(from === to ? `schema is at ${to}` : `schema brought from ${from} to ${to}`)
  const shortage = await findDeskShortage(clickhouse)
  if (shortage !== undefined) console.log(shortage)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
