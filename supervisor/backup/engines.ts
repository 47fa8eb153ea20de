import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '../../config.ts'
import { lockDataDir, readRecord } from '../lock-data-dir.ts'
import { isProcessRunning } from '../process-record.ts'
import { clickhouseEnv, engineDir } from '../processes.ts'
import { StartError } from '../start-error.ts'
import { refuseMissingDatabase } from './command-context.ts'

/** A running engine: its address, and its data folder. */
export interface EngineLocation {
  readonly url: string
  readonly folder: string
}

export interface CommandEngine extends EngineLocation, AsyncDisposable {}

/** The arguments by which the commands of store/schema/backup/ find an engine. */
export const engineArgs = ({ url, folder }: EngineLocation) => ['--engine', url, '--engine-dir', folder]

/**
 * Starts an engine on a free port of loopback, for one command.
 *
 * @throws {StartError} With its reason if it does not start.
 */
export async function startEngine(root: string, config: Config, folder: string): Promise<CommandEngine> {
  const args = ['engine/main.ts', '--data-dir', folder, '--port', '0', '--sandbox', config.engine.sandbox]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-4_000)
  })
  const gone = once(child, 'close')
  // It must not outlive a command that is ended; what it leaves, the next command removes.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  void gone.then(() => process.off('exit', end))
  const ready = new Promise<string>(resolve => {
    createInterface(child.stdout).on('line', line => {
      const url = /^engine ready on (http:\S+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const url = await Promise.race([ready, gone.then(() => undefined)])
  if (url === undefined) throw new StartError(printed.trim().split('\n').at(-1) ?? 'The engine did not start.')
  return {
    url,
    folder,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await gone
    },
  }
}

/**
 * The engine of the data folder: the one that runs, or one for this command while no stack can start.
 *
 * @throws {StartError} If there is no database yet.
 */
export async function openOwnEngine(root: string, config: Config): Promise<CommandEngine> {
  const folder = engineDir(config)
  const running = readRecord(join(config.dataDir, 'stack.json'))?.children.find(({ name }) => name === 'engine')
  if (running !== undefined && isProcessRunning(running)) {
    return { url: config.clickhouse.url, folder, [Symbol.asyncDispose]: async () => undefined }
  }
  const lock = await lockDataDir(config.dataDir)
  try {
    const engine = await startEngine(root, config, folder)
    return {
      ...engine,
      async [Symbol.asyncDispose]() {
        await engine[Symbol.asyncDispose]()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Runs something on the database of the settings: that of a server, or of the embedded engine, which is started for it if it does not run.
 *
 * @param use gets the environment variables by which a process of store/schema/ finds it
 * @throws {StartError} If there is no database yet.
 */
export async function withDatabase<Result>(
  { root, config }: { readonly root: string; readonly config: Config },
  use: (env: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  if (!config.clickhouse.embedded) return await use(clickhouseEnv(config, 'errata_schema'))
  refuseMissingDatabase(config)
  await using engine = await openOwnEngine(root, config)
  return await use({ ...clickhouseEnv(config, 'errata_schema'), CLICKHOUSE_URL: engine.url })
}
