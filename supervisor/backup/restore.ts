import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { lockDataDir } from '../lock-data-dir.ts'
import { makeFolder } from '../make-folder.ts'
import { clickhouseEnv, engineDir } from '../processes.ts'
import { StartError } from '../start-error.ts'
import { type CommandContext, formatRows, formatTime, hasDatabase } from './command-context.ts'
import { engineArgs, startEngine } from './engines.ts'

const checked = z.object({ secretKey: z.string().optional() })
const restored = z.object({ takenMs: z.number(), rows: z.number(), of: z.number() })

const ARCHIVE = 'archive.tar'
/** Merges would remove rows that were delivered twice before they are counted. */
const NO_MERGES = `<clickhouse><merge_tree>
  <max_bytes_to_merge_at_max_space_in_pool>1</max_bytes_to_merge_at_max_space_in_pool>
  <max_bytes_to_merge_at_min_space_in_pool>1</max_bytes_to_merge_at_min_space_in_pool>
  <max_number_of_merges_with_ttl_in_pool>0</max_number_of_merges_with_ttl_in_pool>
</merge_tree></clickhouse>
`

export interface RestoreOptions {
  /** Removes the database that is there. */
  readonly replace: boolean
  /** Restores although accounts and channels cannot be read with the secret key of the settings. */
  readonly withoutKey: boolean
}

/**
 * `npx errata restore FILE`: into an engine of its own, which takes the place of the data folder's only when all of it is there and checked;
 * for a server its rows are sent from there.
 *
 * @returns what to print
 * @throws {StartError} If it fails. The database is as it was before; a server's is empty.
 */
export async function restore(context: CommandContext, file: string, options: RestoreOptions): Promise<string> {
  const { config, run } = context
  const { embedded } = config.clickhouse
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`)
  const { secretKey } = checked.parse(await run(['check', file, ...(options.withoutKey ? ['--without-key'] : [])]))
  const lock = await lockDataDir(config.dataDir)
  const folder = join(config.dataDir, 'restoring')
  try {
    if (embedded) refuseDatabase(context, options)
    rmSync(folder, { recursive: true, force: true })
    provideArchive(folder, file)
    const { takenMs, rows, of } = await withEngine(context, folder, async args => {
      const result = restored.parse(await run(['restore', ARCHIVE, ...args]))
      if (!embedded)
        await run(['send', ...args, ...(options.replace ? ['--replace'] : [])], clickhouseEnv(config, 'errata_schema'))
      return result
    })
    if (secretKey !== undefined) keepSecretKey(config.dataDir, secretKey)
    if (embedded) takePlace(folder, engineDir(config))
    return `restored to ${formatTime(takenMs)}, ${formatRows(rows)} of ${formatRows(of)} rows, states, rules and people included`
  } finally {
    rmSync(folder, { recursive: true, force: true })
    lock.release()
  }
}

async function withEngine<T>(
  { root, config }: CommandContext,
  folder: string,
  use: (args: readonly string[]) => Promise<T>,
): Promise<T> {
  await using engine = await startEngine(root, config, folder)
  return await use(engineArgs(engine))
}

function refuseDatabase({ config }: CommandContext, { replace }: RestoreOptions): void {
  if (replace || !hasDatabase(config)) return
  throw new StartError(
    `${config.dataDir} has a database already: restore into another folder (ERRATA_DATA_DIR), or let --replace remove what it has.`,
  )
}

/** The folder that the engine of a data folder reads archives from (engine/server-config.ts). */
const backupsOf = (folder: string) => join(folder, 'chdb', 'backups')

/** A data folder for an engine, with the archive where it may read it. Without a copy if both are on one disk. */
function provideArchive(folder: string, file: string): void {
  const backups = backupsOf(folder)
  makeFolder(backups, 0o700)
  mkdirSync(join(folder, 'config.d'), { mode: 0o700 })
  writeFileSync(join(folder, 'config.d', 'no-merges.xml'), NO_MERGES)
  try {
    linkSync(file, join(backups, ARCHIVE))
  } catch {
    // Another disk, or one without links.
    copyFileSync(file, join(backups, ARCHIVE))
  }
}

/** Puts ClickHouse's files in the place of those of another engine, whose users and passwords stay. */
function takePlace(folder: string, engine: string): void {
  rmSync(backupsOf(folder), { recursive: true, force: true })
  makeFolder(engine, 0o700)
  const own = join(engine, 'chdb')
  const replaced = join(engine, 'replaced')
  rmSync(replaced, { recursive: true, force: true })
  if (existsSync(own)) renameSync(own, replaced)
  renameSync(join(folder, 'chdb'), own)
  rmSync(replaced, { recursive: true, force: true })
}

/** Only into a folder without one, which `check` made sure of. */
function keepSecretKey(dataDir: string, secretKey: string): void {
  const file = join(dataDir, 'secret-key')
  if (!existsSync(file)) writeFileSync(file, `${secretKey}\n`, { mode: 0o600, flag: 'wx', flush: true })
}
