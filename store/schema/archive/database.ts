import type { Readable } from 'node:stream'
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'

export interface DatabaseLogin {
  readonly url: string
  readonly user: string
  readonly password: string
  /** @default 'otel' */
  readonly database?: string
}

type Params = Readonly<Record<string, unknown>>

/** A database to back up, restore or copy. A statement may take hours; it names the database `{database:Identifier}`. */
export interface Database extends AsyncDisposable {
  readonly name: string
  /** @throws {BackupError} With the database's message if it refuses, as all of these. */
  command(query: string, params?: Params): Promise<void>
  /** 64-bit integers are text. */
  rows<Row>(query: string, params?: Params): Promise<Row[]>
  /** The answer as it comes. Its stream fails if the answer is cut off. */
  read(query: string, params?: Params): Promise<Readable>
  /** Sends the rows of an INSERT as they come. @returns how many rows it read: these, and those that each view read of them */
  write(query: string, params: Params, rows: Readable): Promise<number>
}

/** Thrown if a database cannot be backed up, restored, copied or erased from; the message is one sentence. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const DAY_MS = 24 * 3_600_000

export function openDatabase({ url, user, password, database = 'otel' }: DatabaseLogin): Database {
  const client = createClient({
    url,
    username: user,
    password,
    application: 'errata-backup',
    request_timeout: DAY_MS,
    // Between two tables a connection may be idle for longer than a server keeps it.
    keep_alive: { enabled: false },
    log: { level: ClickHouseLogLevel.OFF },
  })
  const send = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (cause) {
      const of = cause instanceof ClickHouseError ? 'The database refused it' : `${url} does not answer`
      throw new BackupError(`${of}: ${cause instanceof Error ? cause.message.trim() : String(cause)}`, { cause })
    }
  }
  const withName = (params: Params = {}) => ({ database, ...params })
  return {
    name: database,
    command: async (query, params) => {
      await send(client.command({ query, query_params: withName(params) }))
    },
    rows: async <Row>(query: string, params?: Params) => {
      const result = await send(
        client.query({
          query,
          query_params: withName(params),
          format: 'JSONEachRow',
          clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
        }),
      )
      return await result.json<Row>()
    },
    read: async (query, params) => (await send(client.exec({ query, query_params: withName(params) }))).stream,
    write: async (query, params, values) => {
      // The summary is complete only at the end.
      const settings = { wait_end_of_query: 1 } as const
      const { stream, summary } = await send(
        client.exec({ query, query_params: withName(params), values, clickhouse_settings: settings }),
      )
      stream.resume()
      if (summary === undefined) throw new BackupError(`${url} does not tell how many rows it read.`)
      return Number(summary.read_rows)
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/**
 * `DATABASE … TO File(…)` or `FROM File(…)`, for BACKUP and RESTORE, which take no parameters.
 *
 * @throws {RangeError} If one of the names is not plain.
 */
export function withFile(database: string, word: 'TO' | 'FROM', file: string): string {
  if (!/^\w+$/.test(database) || !/^[\w-]+(\.tar)?$/.test(file))
    throw new RangeError(`${database} or ${file} is no plain name`)
  return `DATABASE ${database} ${word} File('${file}')`
}
