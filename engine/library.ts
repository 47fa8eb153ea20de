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
  /** Ends the process at once, whatever its threads are doing. */
  exit(code: number): void
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
    exit(code) {
      // exit() would wait for threads that wait for connections.
      load({
        library: LIBRARY,
        funcName: '_exit',
        retType: DataType.Void,
        paramsType: [DataType.I32],
        paramsValue: [code],
      })
    },
  }
}

function libraryFile(): string {
  const require = createRequire(import.meta.url)
  const name = PACKAGES[`${process.platform}-${process.arch}`] ?? 'none for this platform'
  const fromChdb = createRequire(require.resolve('chdb/package.json'))
  return join(dirname(fromChdb.resolve(`${name}/package.json`)), 'libchdb.so')
}
