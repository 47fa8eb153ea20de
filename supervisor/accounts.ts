import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { buildApp } from './build-app.ts'
import { addEngineSqlUser, engineSqlUser } from './engine-sql-user.ts'
import { loadEnvFile } from './load-env-file.ts'
import { clickhouseEnv } from './processes.ts'
import { runProcess } from './run-process.ts'
import { StartError } from './start-error.ts'

/** `npx errata admin …`, `npx errata sql-user …` and `npx errata token …` in this repository: runs server/accounts/ with the credentials of `npm start`. */

const root = join(import.meta.dirname, '..')

try {
  loadEnvFile()
  const args = process.argv.slice(2)
  const config = readConfig()
  const env = { ...process.env, ...deskEnv(config), NODE_ENV: 'production' }
  await buildApp(root)
  const run = (...more: string[]) => runProcess(['server/accounts/main.ts', ...args, ...more], { cwd: root, env })
  // SQL cannot create users of the embedded engine: store/accounts/create-sql-user.test.ts finds when it can.
  if (args[0] === 'sql-user' && config.clickhouse.embedded) {
    const user = engineSqlUser.parse(JSON.parse(await run('--for-engine')))
    const isThere = await addEngineSqlUser(config, user)
    const since = isThere ? '' : ', from the next start of Errata on'
    process.stdout.write(
      `SQL user ${user.name}${since}, until ${new Date(user.untilMs).toISOString().slice(0, 16)}Z. Its password, shown once: ${user.password}\n`,
    )
  } else process.stdout.write(await run())
} catch (error) {
  const expected = error instanceof StartError || error instanceof ConfigError
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}

function deskEnv(config: Config): Record<string, string> {
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
