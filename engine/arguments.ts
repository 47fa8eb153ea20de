import { isIPv4 } from 'node:net'
import { parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

/** Arguments of `node engine/main.ts`. */
export interface EngineArguments {
  readonly dataDir: string
  /** TCP port of the HTTP interface; 0 picks a free one. */
  readonly port: number
  /** TCP port of the native protocol; 0 for none. */
  readonly nativePort: number
  readonly host: string
  /** Accepts any Host header and listens on any address: for containers and clusters that only trusted machines reach. */
  readonly allowAnyHost: boolean
  /** The database that users have access to, or a prefix of databases such as `test_*`. */
  readonly database: string
  /** `required`: ClickHouse is confined to its folder or does not start. `auto`: where the system supports it. `off`: it is not. */
  readonly sandbox: 'required' | 'auto' | 'off'
}

const USAGE =
  'node engine/main.ts --data-dir DIR --port N [--native-port N] [--host ADDRESS] [--allow-any-host] [--database NAME] [--sandbox auto|required|off]'

/** @throws {StartError} When an argument is missing, unknown or out of range. */
export function parseEngineArguments(argv: readonly string[]): EngineArguments {
  const values = parse(argv)
  const dataDir = values['data-dir'] ?? ''
  const host = values.host ?? '127.0.0.1'
  const allowAnyHost = values['allow-any-host'] ?? false
  const database = values.database ?? 'otel'
  const sandbox = values.sandbox ?? (isLoopback(host) ? 'auto' : 'required')
  if (dataDir === '') throw new StartError(`--data-dir is missing: ${USAGE}`)
  if (!isLoopback(host) && !allowAnyHost) {
    throw new StartError(
      `--host ${host} can be reached from other machines, and whoever has a password reads files of this one: use 127.0.0.1, or add --allow-any-host inside a container`,
    )
  }
  if (!/^\w+\*?$/.test(database)) throw new StartError(`--database must be a name, or a prefix and *: ${USAGE}`)
  if (sandbox !== 'required' && sandbox !== 'auto' && sandbox !== 'off') {
    throw new StartError(`--sandbox must be auto, required or off: ${USAGE}`)
  }
  return {
    dataDir,
    port: readPort('--port', values.port ?? ''),
    nativePort: readPort('--native-port', values['native-port'] ?? '0'),
    host,
    allowAnyHost,
    database,
    sandbox,
  }
}

function readPort(name: string, text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new StartError(`${name} must be a number from 0 to 65535: ${USAGE}`)
  return port
}

/** True for addresses that only this machine can reach. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        'data-dir': { type: 'string' },
        port: { type: 'string' },
        'native-port': { type: 'string' },
        host: { type: 'string' },
        'allow-any-host': { type: 'boolean' },
        database: { type: 'string' },
        sandbox: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}: ${USAGE}`, { cause: error })
  }
}
