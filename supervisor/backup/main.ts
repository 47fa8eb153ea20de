import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../../config.ts'
import { loadEnvFile } from '../load-env-file.ts'
import { clickhouseEnv } from '../processes.ts'
import { runProcess } from '../run-process.ts'
import { StartError } from '../start-error.ts'
import { backUp } from './back-up.ts'
import type { CommandContext } from './command-context.ts'
import { copyOlder } from './copy.ts'
import { erase } from './erase.ts'
import { restore } from './restore.ts'

/** `npx errata backup`, `restore`, `copy` and `erase`, on the data folder or the server of the settings. The first argument is the folder of the caller. */

const root = join(import.meta.dirname, '../..')
const USAGE = {
  backup: 'npx errata backup FILE [--with-key]',
  restore: 'npx errata restore FILE [--replace] [--without-key]',
  copy: 'npx errata copy FOLDER',
  erase: 'npx errata erase --user ID [--yes]',
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

try {
  loadEnvFile()
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  const expected = error instanceof StartError || error instanceof ConfigError
  const text = expected ? error.message : error instanceof Error ? error.stack : String(error)
  if (text !== '') process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

async function run([from = root, command = '', ...argv]: readonly string[]): Promise<string> {
  if (!Object.hasOwn(USAGE, command)) throw new StartError(`Usage: ${Object.values(USAGE).join(', ')}`)
  const usage = USAGE[command as keyof typeof USAGE]
  const { values, positionals } = parse(argv, usage)
  const context = createContext()
  const path = positionals[0] === undefined ? undefined : resolve(from, positionals[0])
  const { user = '', yes, replace } = values
  if (command === 'erase' && user !== '' && path === undefined) return erase(context, user, yes)
  if (path === undefined || positionals.length > 1 || user !== '') throw new StartError(`Usage: ${usage}`)
  if (command === 'backup') return backUp(context, path, values['with-key'])
  if (command === 'restore') return restore(context, path, { replace, withoutKey: values['without-key'] })
  if (command === 'copy') return copyOlder(context, path)
  throw new StartError(`Usage: ${usage}`)
}

function parse(argv: readonly string[], usage: string) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        user: { type: 'string' },
        yes: { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
        'with-key': { type: 'boolean', default: false },
        'without-key': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw error instanceof TypeError ? new StartError(`${error.message} Usage: ${usage}`) : error
  }
}

function createContext(): CommandContext {
  const config = readConfig()
  return {
    root,
    config,
    async run(args, env = config.clickhouse.embedded ? {} : clickhouseEnv(config, 'errata_schema')) {
      const options = { cwd: root, env: { ...process.env, ...env }, showProgress: true }
      return JSON.parse(await runProcess(['store/schema/backup/main.ts', ...args], options))
    },
  }
}
