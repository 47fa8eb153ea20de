import { argv, env, stderr, stdout } from 'node:process'
import { ConfigError, readConfig } from '../config.ts'
import { loadEnvFile } from '../supervisor/load-env-file.ts'
import { authorizationOf } from '../supervisor/secret-key.ts'
import { StartError } from '../supervisor/start-error.ts'
import { COULD_NOT } from './define/exit-code.ts'
import { run } from './run.ts'

/** `npx errata …` in this repository: asks the desk of `npm start`, unless the environment or an option names another. */
try {
  const given = { ...env }
  loadEnvFile()
  process.exitCode = await run(argv.slice(2), { stdout, stderr, env: given, localDesk: findLocalDesk() })
} catch (error) {
  const expected = error instanceof StartError || error instanceof ConfigError
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = COULD_NOT
}

function findLocalDesk() {
  const config = readConfig()
  const { authorization = '' } = authorizationOf(config)
  return { url: config.desk.url, token: authorization.replace(/^Bearer /, '') }
}
