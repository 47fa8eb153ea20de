import { join } from 'node:path'
import { ConfigError, readConfig } from '../config.ts'
import { buildApp } from './build-app.ts'
import { loadEnvFile } from './load-env-file.ts'
import { clickhouseEnv } from './processes.ts'
import { runProcess } from './run-process.ts'
import { StartError } from './start-error.ts'

/** `npx errata admin …` and `npx errata sql-user …` in this repository: runs server/accounts/ with the credentials of `npm start`. */

const root = join(import.meta.dirname, '..')

try {
  loadEnvFile()
  const args = process.argv.slice(2)
  const env = { ...process.env, ...deskEnv(args[0] ?? ''), NODE_ENV: 'production' }
  await buildApp(root)
  process.stdout.write(await runProcess(['server/accounts/main.ts', ...args], { cwd: root, env }))
} catch (error) {
  const expected = error instanceof StartError || error instanceof ConfigError
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}

function deskEnv(command: string): Record<string, string> {
  const config = readConfig()
  // store/accounts/create-sql-user.test.ts finds when this changes.
  if (command === 'sql-user' && config.clickhouse.embedded) {
    throw new StartError(
      'The embedded engine cannot create users: people who query by hand share errata_reader (its password is in the data folder, engine/passwords), or set CLICKHOUSE_URL to a ClickHouse server.',
    )
  }
  try {
    return clickhouseEnv(config, 'errata_desk')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) throw error
    throw new StartError(
      `${config.dataDir} holds no engine yet: run npm start first, or set CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.`,
    )
  }
}
