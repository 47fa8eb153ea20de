import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/** ffi-rs identifies an open library by a name. */
const LIBRARY = 'chdb'

/** Packages of the library, by Node's names of platform and processor. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@chdb/lib-linux-x64-gnu',
  'linux-arm64': '@chdb/lib-linux-arm64-gnu',
  'darwin-x64': '@chdb/lib-darwin-x64',
  'darwin-arm64': '@chdb/lib-darwin-arm64',
}

export interface ClickHouseLibrary {
  /** Runs `clickhouse local` with these arguments on its own thread; settles when it has ended. It prints errors to stderr. */
  run(args: readonly string[]): Promise<void>
  /**
   * Calls a function of libc.
   *
   * @throws {Error} With the meaning of errno when it returns -1.
   */
  call(name: string, ...args: readonly (number | string | Buffer)[]): number
  /** The address of a buffer in memory, valid as long as the buffer is in use. */
  addressOf(buffer: Buffer): bigint
}

/**
 * Opens ClickHouse's library, a dependency of the package `chdb`.
 *
 * @throws {StartError} If there is none for this platform.
 */
export async function openLibrary(): Promise<ClickHouseLibrary> {
  try {
    const ffi = await import('ffi-rs')
    ffi.open({ library: LIBRARY, path: libraryFile() })
    return bindLibrary(ffi)
  } catch (error) {
    throw new StartError(
      `the embedded ClickHouse is not available here (${process.platform}-${process.arch}; it exists for Linux with glibc and for macOS): run "docker compose up" instead, or set CLICKHOUSE_URL to a ClickHouse server`,
      { cause: error },
    )
  }
}

function bindLibrary({ load, DataType }: typeof import('ffi-rs')): ClickHouseLibrary {
  return {
    async run(args) {
      const argv = ['clickhouse', ...args]
      await load({
        library: LIBRARY,
        // Runs clickhouse-local, which can listen as a server does (docs/decisions/0002).
        funcName: 'chdb_query_cmdline',
        retType: DataType.U64, // pointer to the output of the statements, which is empty
        paramsType: [DataType.I32, DataType.StringArray],
        paramsValue: [argv.length, argv],
        runInNewThread: true,
      })
    },
    call(funcName, ...args) {
      const types = { number: DataType.I64, string: DataType.String, object: DataType.U8Array }
      const result = load({
        library: LIBRARY,
        funcName,
        retType: DataType.I32,
        paramsType: args.map(arg => types[typeof arg as keyof typeof types]),
        paramsValue: [...args],
        errno: true,
      })
      const { value, errnoMessage } = result as Extract<typeof result, object>
      if (value === -1) throw new Error(`${funcName}: ${errnoMessage}`)
      return value
    },
    addressOf(buffer) {
      // It returns its first argument.
      const address = load({
        library: LIBRARY,
        funcName: 'memmove',
        retType: DataType.U64,
        paramsType: [DataType.U8Array, DataType.U8Array, DataType.U64],
        paramsValue: [buffer, buffer, 0],
      })
      return BigInt(address)
    },
  }
}

function libraryFile(): string {
  const require = createRequire(import.meta.url)
  const name = PACKAGES[`${process.platform}-${process.arch}`] ?? 'none for this platform'
  const fromChdb = createRequire(require.resolve('chdb/package.json'))
  return join(dirname(fromChdb.resolve(`${name}/package.json`)), 'libchdb.so')
}
