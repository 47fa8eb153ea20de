import { join } from 'node:path'
import { ConfigError, readConfig } from '../config.ts'
import { loadEnvFile } from './load-env-file.ts'
import { clickhouseEnv } from './processes.ts'
import { runProcess } from './run-process.ts'
import { StartError } from './start-error.ts'

/** `npx errata maps …` in this repository: runs the command of @errata/otel with the credentials of `npm start`. */

const root = join(import.meta.dirname, '..')

try {
  loadEnvFile()
  const env = { ...process.env, ...uploaderEnv() }
  const [from = root, ...args] = process.argv.slice(2)
  process.stdout.write(await runProcess([join(root, 'otel/lib/cli/errata.ts'), 'maps', ...args], { cwd: from, env }))
} catch (error) {
  const expected = error instanceof StartError || error instanceof ConfigError
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}

function uploaderEnv(): Record<string, string> {
  const config = readConfig()
  try {
    return clickhouseEnv(config, 'errata_maps')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) throw error
    throw new StartError(
      `${config.dataDir} holds no engine yet: run npm start first, or set CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.`,
    )
  }
}
