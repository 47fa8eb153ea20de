import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { describeDiskShortage, MIN_FREE_BYTES_FOR_ENGINE } from './disk-notice.ts'
import { clickhouseEnv, engineDir, type StackPaths, waitUntilAnswering } from './processes.ts'
import { runProcess } from './run-process.ts'
import { StartError } from './start-error.ts'

/**
 * Brings the database to the schema of this version. An engine that ends meanwhile is restarted by its supervisor; then it begins again,
 * because every statement can be repeated.
 *
 * On a full disk ClickHouse truncates the description of a table that it creates or changes, and reports success: the folder could not be
 * opened again. So nothing is changed then.
 *
 * @param enginePid the current process of the engine; `undefined` while there is none.
 * @param stop aborts it; the next start continues from there.
 * @returns the file of the backup, if the schema was upgraded and the settings ask for one
 * @throws {StartError} If the database refuses it, has a newer version, or its disk is full.
 */
export async function runSchema(
  config: Config,
  { root }: StackPaths,
  enginePid: () => number | undefined,
  stop: AbortSignal,
): Promise<string | undefined> {
  const shortage = config.clickhouse.embedded
    ? describeDiskShortage(config.dataDir, MIN_FREE_BYTES_FOR_ENGINE)
    : undefined
  if (shortage !== undefined) {
    throw new StartError(`The disk of ${config.dataDir} is full (${shortage}): free some space and start again.`)
  }
  const { CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = clickhouseEnv(config, 'errata_schema')
  const env = {
    ...process.env,
    ...clickhouseEnv(config, 'errata_desk'),
    ERRATA_CLICKHOUSE_SCHEMA_USER: user,
    ERRATA_CLICKHOUSE_SCHEMA_PASSWORD: password,
    ERRATA_CLICKHOUSE_SCHEMA_PASSWORD_FILE: '',
  }
  for (;;) {
    const engine = enginePid()
    try {
      const printed = await runProcess(['store/schema/main.ts', ...backupArgs(config)], {
        cwd: root,
        env,
        signal: stop,
      })
      const warnings = printed.split('\n').filter(line => !/^(?:$|schema |backed up to )/.test(line))
      for (const warning of warnings) process.stderr.write(`  ${warning}\n`)
      return /^backed up to (.+)$/m.exec(printed)?.[1]
    } catch (error) {
      // The connection ends before the supervisor hears of it.
      await wait(500, undefined, { signal: stop })
      if (enginePid() === engine) throw error
      await waitUntilAnswering(`${config.clickhouse.url}/ping`, stop)
    }
  }
}

/** A server's database is backed up by whoever upgrades: docs/production.md. */
const backupArgs = (config: Config): string[] =>
  config.clickhouse.embedded && config.engine.backsUpBeforeUpgrade
    ? ['--engine-dir', engineDir(config), '--backups', join(config.dataDir, 'backups')]
    : []
