import {
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from './chdb.ts'
import { freeBytes } from './free-space.ts'
import { MAX_ENGINE_MEMORY_BYTES } from './limits.ts'
import { USERS_CONFIG } from './rights.ts'
import { StartError } from './start-error.ts'

/** Below this chDB is not even tried: it would leave empty files behind. */
const LEAST_FREE_BYTES = 16 * 1_048_576

/**
 * Opens the data folder for this process alone, and makes it at the first start.
 *
 * @throws {StartError} With a sentence for each reason that can be told apart.
 */
export async function openDataFolder(dataDir: string): Promise<Database> {
  const chdbDir = join(dataDir, 'chdb')
  const configFile = join(dataDir, 'chdb-config.xml')
  const usersFile = join(dataDir, 'chdb-users.xml')
  await orSentence(dataDir, async () => {
    mkdirSync(chdbDir, { recursive: true, mode: 0o700 })
    if ((await freeBytes(dataDir)) < LEAST_FREE_BYTES) throw full(dataDir)
    const holder = lockHolder(chdbDir)
    if (holder !== undefined) throw inUse(dataDir, holder)
    refuseEmptyDescriptions(chdbDir)
    writeFileSync(usersFile, USERS_CONFIG)
    writeFileSync(configFile, chdbConfig(usersFile))
  })
  try {
    return openDatabase(chdbDir, [`--config-file=${configFile}`])
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `chDB cannot open ${chdbDir}, for the reason printed above; if another process has it open, stop that one or give each its own --data-dir`,
      { cause: error },
    )
  }
}

/** Runs what touches files, and turns a fault of the file system into a sentence. */
export async function orSentence<T>(dataDir: string, use: () => T | Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    switch (error.code) {
      case 'EACCES':
      case 'EPERM':
      case 'EROFS':
        throw new StartError(`no right to write in ${dataDir}: change its owner, or choose another folder`, {
          cause: error,
        })
      case 'ENOSPC':
      case 'EDQUOT':
        throw full(dataDir)
      case 'ENOTDIR':
      case 'EEXIST':
        throw new StartError(`${dataDir} is not a folder: choose another one`, { cause: error })
      default:
        throw error
    }
  }
}

const full = (dataDir: string) => new StartError(`the disk of ${dataDir} is full: free some space and start again`)

const inUse = (dataDir: string, pid: number) =>
  new StartError(`${dataDir} is in use by process ${pid}: stop that one, or give each engine its own --data-dir`)

/**
 * The only way to set what is the server's and not a statement's. Without `memory_worker_use_cgroup` chDB takes the memory of everything in
 * its control group for its own and gives freed memory back too late: the process grew to 1.4 times the limit, against 1.07 (docs/decisions/0002).
 */
function chdbConfig(usersFile: string): string {
  return `<clickhouse>
  <display_name>errata-engine</display_name>
  <users_config>${xmlText(usersFile)}</users_config>
  <max_server_memory_usage>${MAX_ENGINE_MEMORY_BYTES}</max_server_memory_usage>
  <memory_worker_use_cgroup>0</memory_worker_use_cgroup>
  <mark_cache_size>134217728</mark_cache_size>
  <index_mark_cache_size>67108864</index_mark_cache_size>
</clickhouse>
`
}

const xmlText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * The process that has the folder open, where the system tells (Linux). chDB's own lock is what counts; this only says
 * it in one sentence, where chDB prints an error of its own.
 */
function lockHolder(chdbDir: string): number | undefined {
  try {
    const status = join(realpathSync(chdbDir), 'status')
    const pid = Number(/^PID: (\d+)/m.exec(readFileSync(status, 'utf8'))?.[1])
    if (!(pid > 0) || pid === process.pid) return undefined
    const files = readdirSync(`/proc/${pid}/fd`).map(fd => readlinkSync(`/proc/${pid}/fd/${fd}`))
    return files.includes(status) ? pid : undefined
  } catch {
    // No such file or process, or not ours to look at: then chDB's lock decides.
    return undefined
  }
}

/** chDB refuses to start over such a file, with a syntax error. */
function refuseEmptyDescriptions(chdbDir: string): void {
  const descriptions = globSync(['metadata/*.sql', 'store/*/*/*.sql'], { cwd: chdbDir })
  const empty = descriptions.map(name => join(chdbDir, name)).find(file => statSync(file).size === 0)
  if (empty === undefined) return
  throw new StartError(
    `${empty} describes a table and is empty, as a full disk or a power cut leaves it: remove that file to give the table up, and start again`,
  )
}
