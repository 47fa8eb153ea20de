import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { type CommandContext, formatBytes, formatRows, formatTime, refuseMissingDatabase } from './command-context.ts'
import { engineArgs, openOwnEngine, startEngine } from './engines.ts'

const taken = z.object({ takenMs: z.number(), rows: z.number(), keyMark: z.string() })
const fetched = z.object({ takenMs: z.number() })

/**
 * `npx errata backup FILE`. The embedded engine is backed up as it is, running or not. A server's database is copied into an engine that is
 * started for it, and that one is backed up: it takes rights to read and no place on the server's disk, and makes the same kind of file.
 *
 * @returns what to print
 * @throws {StartError} If it fails: then there is no file.
 */
export async function backUp(context: CommandContext, file: string, withKey: boolean): Promise<string> {
  const { config } = context
  if (existsSync(file)) throw new StartError(`${file} is there already: choose another name, or remove it.`)
  const fromMs = performance.now()
  const args = withKey ? ['--with-key'] : []
  const { takenMs, rows, keyMark } = config.clickhouse.embedded
    ? await takeOwn(context, file, args)
    : await takeServers(context, file, args)
  const seconds = ((performance.now() - fromMs) / 1000).toFixed(1)
  const key =
    withKey || keyMark === ''
      ? ''
      : '\nThe secret key is not in it: keep the file secret-key of the data folder, or ERRATA_SECRET_KEY, in another place.'
  const what = withKey ? 'states, rules, people and the secret key included' : 'states, rules and people included'
  return `backed up at ${formatTime(takenMs)}, ${formatRows(rows)} rows, ${what}: ${file} (${formatBytes(statSync(file).size)}, ${seconds} s)${key}`
}

async function takeOwn(context: CommandContext, file: string, args: readonly string[]) {
  refuseMissingDatabase(context.config)
  await using engine = await openOwnEngine(context.root, context.config)
  return taken.parse(await context.run(['take', file, ...engineArgs(engine), ...args]))
}

async function takeServers(context: CommandContext, file: string, args: readonly string[]) {
  const { root, config, run } = context
  const folder = join(config.dataDir, `backing-up-${process.pid}`)
  try {
    await using engine = await startEngine(root, config, folder)
    const { takenMs } = fetched.parse(await run(['fetch', ...engineArgs(engine)]))
    return taken.parse(await run(['take', file, ...engineArgs(engine), '--taken-ms', `${takenMs}`, ...args]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
