import { EventEmitter, once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/** What a statement does, as the engine's own parser sees it. Values are chDB's. */
export const READ_ONLY = 0
export const MUTATING = 1
export const MUTATING_GLOBAL = 2
export const CONTROL = 3

export interface Analysis {
  /** 0 when the text does not parse. */
  readonly statementCount: number
  readonly queryClass: number
}

export interface Result {
  readonly bytes: Uint8Array
  /** Rows of the result, or rows written by an insert. */
  readonly rowsRead: number
  readonly bytesRead: number
  /** Seconds. */
  readonly elapsed: number
}

type Handle = object

/** The exports of chDB's native addon that the engine uses. They are not public API: engine/chdb.test.ts is their canary. */
interface Addon {
  CreateConnection(path: string, args?: string[]): Handle
  CloseConnection(handle: Handle): void
  QueryAsyncConnection(handle: Handle, sql: string, format: string): Promise<Result>
  DurableClassifyAsync(handle: Handle, sql: string, database: string): Promise<Analysis>
}

export const USED_EXPORTS = [
  'CreateConnection',
  'CloseConnection',
  'QueryAsyncConnection',
  'DurableClassifyAsync',
] as const

/** One connection has its own settings, parameters and current database, and runs one statement at a time. */
export interface Connection {
  /** @throws {Error} With ClickHouse's own text: `Code: 62. DB::Exception: …`. */
  run(sql: string, format?: string): Promise<Result>
  classify(sql: string): Promise<Analysis>
  /** Must not be called while a statement runs on it: that would tear the whole engine down. */
  close(): void
}

export interface Database {
  connect(): Connection
  /** Waits until every connection is closed, then closes the folder. */
  close(): Promise<void>
}

/**
 * Opens the data folder; the folder stays locked for this process until `close`.
 *
 * @throws {StartError} When chDB does not exist for this platform or its addon lacks what the engine uses.
 * @throws {Error} When the folder cannot be opened.
 */
export function openDatabase(path: string, args: readonly string[] = []): Database {
  const addon = loadAddon()
  // chDB closes the folder with its last connection; the anchor keeps it open between requests.
  const anchor = addon.CreateConnection(path, [...args])
  const closed = new EventEmitter()
  let connections = 0
  return {
    connect() {
      const handle = addon.CreateConnection(path, [...args])
      connections++
      const close = () => {
        addon.CloseConnection(handle)
        connections--
        closed.emit('one')
      }
      return { ...statements(addon, handle), close }
    },
    async close() {
      while (connections > 0) await once(closed, 'one')
      addon.CloseConnection(anchor)
    },
  }
}

function statements(addon: Addon, handle: Handle): Pick<Connection, 'run' | 'classify'> {
  return {
    run: (sql, format = 'TabSeparated') => addon.QueryAsyncConnection(handle, sql, format),
    classify: sql => addon.DurableClassifyAsync(handle, sql, 'default'),
  }
}

/** @throws {StartError} */
export function loadAddon(): Addon {
  const require = createRequire(import.meta.url)
  let addon: Addon
  try {
    addon = require(join(dirname(require.resolve('chdb/package.json')), 'dist/loader.js')).loadNative()
  } catch (error) {
    throw new StartError(
      `chDB, the embedded ClickHouse, is not available here (${process.platform}-${process.arch}; it exists for Linux with glibc and for macOS): run "docker compose up" instead, or set CLICKHOUSE_URL to a ClickHouse server`,
      { cause: error },
    )
  }
  const missing = USED_EXPORTS.filter(name => typeof addon[name] !== 'function')
  if (missing.length > 0) {
    throw new StartError(
      `chDB's addon no longer has ${missing.join(', ')}: install the pinned version with "npm ci", or adapt engine/chdb.ts to the new one`,
    )
  }
  return addon
}
