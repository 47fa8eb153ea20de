import { isIPv4 } from 'node:net'
import { parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

/** What `node engine/main.ts` was asked to do. */
export interface EngineArguments {
  readonly dataDir: string
  /** TCP port; 0 picks a free one. */
  readonly port: number
  readonly host: string
  /** Answers requests for any Host header and listens on any address: for containers, where a published port guards the door. */
  readonly allowAnyHost: boolean
  /** How long a statement and its answer may take where nobody but the writer asks. */
  readonly readerSeconds: number
}

const READER_SECONDS = 60

export const USAGE =
  'node engine/main.ts --data-dir DIR --port N [--host ADDRESS] [--allow-any-host] [--reader-seconds N]'

/** @throws {StartError} When an argument is missing, unknown or out of range. */
export function readArguments(argv: readonly string[]): EngineArguments {
  const values = parse(argv)
  const dataDir = values['data-dir'] ?? ''
  const port = /^\d+$/.test(values.port ?? '') ? Number(values.port) : Number.NaN
  const host = values.host ?? '127.0.0.1'
  const allowAnyHost = values['allow-any-host'] ?? false
  if (dataDir === '') throw new StartError(`--data-dir is missing: ${USAGE}`)
  if (!(port <= 65_535)) throw new StartError(`--port must be a number from 0 to 65535: ${USAGE}`)
  if (!isLoopback(host) && !allowAnyHost) {
    throw new StartError(
      `--host ${host} can be reached from other machines and the engine has one password only: use 127.0.0.1, or add --allow-any-host inside a container`,
    )
  }
  const readerSeconds = Number(values['reader-seconds'] ?? READER_SECONDS)
  if (!(readerSeconds >= 1 && readerSeconds <= 86_400)) {
    throw new StartError(`--reader-seconds must be a number from 1 to 86400: ${USAGE}`)
  }
  return { dataDir, port, host, allowAnyHost, readerSeconds }
}

/** True for addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        'data-dir': { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        'allow-any-host': { type: 'boolean' },
        'reader-seconds': { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}: ${USAGE}`, { cause: error })
  }
}
