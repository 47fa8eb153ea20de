import { addAbortSignal } from 'node:stream'
import { type ClickHouseClient, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { context } from '@opentelemetry/api'
import PQueue from 'p-queue'
import { insertErrorOf, isSettingRefused, StoreError, storeErrorOf } from './store-error.ts'
import { databaseAttributes, traceQuery } from './trace-query.ts'

export interface StoreOptions {
  readonly url: string
  readonly user: string
  readonly password: string
  /** @default 'otel' */
  readonly database?: string
  /** After which a query without a `timeoutMs` is cancelled; those with one are stretched alike. @default 10_000 */
  readonly timeoutMs?: number
}

export interface Query<Row> extends Statement {
  /** Turns one JSON row into what is answered; throws when it cannot. */
  readonly decode: (row: unknown) => Row
}

/** A query, whatever is made of the answer. */
export interface Statement extends QueryPolicy {
  /** The stem of its files, which is what its span is called: `list-traces-by-id`. */
  readonly name: string
  /** One SELECT with `{name:Type}` parameters and no FORMAT. */
  readonly sql: string
  readonly params: Readonly<Record<string, Parameter>>
  /** Memory that the database may use for it. @default 1 GiB */
  readonly maxMemoryBytes?: number
}

/** How old the answer to a query may be, how urgent it is, how long it may take. */
export interface QueryPolicy {
  /** An answer to the same query serves if it was asked for less than this ago, in milliseconds. @default 0, only one that is under way */
  readonly maxAgeMs?: number
  /** For this much longer an old answer serves, while a new one is fetched for whoever comes next. @default 0 */
  readonly staleWhileRevalidateMs?: number
  /** Queries of low priority run two at a time, after all others: for what a page shows beside what it was opened for. @default 'normal' */
  readonly priority?: 'normal' | 'low'
  /** Milliseconds where `ERRATA_QUERY_SECONDS` is its default of 10; another setting stretches it alike. @default 10_000 */
  readonly timeoutMs?: number
}

/** What is stored, in pieces as it came. */
export type Bytes = readonly Uint8Array<ArrayBuffer>[]

/** Rows for the one table that the desk writes. */
export interface Insert {
  /** What its span is called. */
  readonly name: string
  readonly table: 'issue_statements'
  readonly columns: [string, ...string[]]
  readonly rows: readonly Readonly<Record<string, string>>[]
}

export type Parameter = string | number | bigint | boolean | readonly (string | bigint)[]

/** What can be asked of the telemetry. Safe to share: queries run side by side. */
export interface Store extends AsyncDisposable {
  /**
   * @throws {StoreError} When there is no answer.
   * @throws The signal's own reason when `signal` aborts: the caller's wish is no fault.
   */
  query<Row>(query: Query<Row>, signal?: AbortSignal): Promise<Row[]>
  /**
   * Asks for what is too large to be read here: it is neither decoded nor parsed, which would hold up everybody else.
   *
   * @returns What the answer's only value holds, byte for byte, in pieces that have a buffer each; none where there is no row.
   * @throws As {@link ask}.
   */
  queryBytes(statement: Statement, signal?: AbortSignal): Promise<Bytes>
  /**
   * Adds rows, all of them or none. The same rows may be told again: what they are added to knows them by their keys.
   *
   * @throws {StoreError} When they may not have been stored; `denied` where the user may not.
   */
  insertRows(insert: Insert): Promise<void>
  close(): Promise<void>
}

const TIMEOUT_MS = 10_000
const MAX_MEMORY_BYTES = 1024 ** 3
const MAX_CONNECTIONS = 16
/** More would take the processors from one another until none is answered in time. */
const MAX_LOW_PRIORITY = 2

/**
 * Opens the store; connects at the first query.
 *
 * A deadline and a memory bound go with each query, and the wish that it ends when nobody waits for its answer any more. A user with
 * `readonly = 1` may set none of these on a ClickHouse server: then, from the first refusal on, what that user's profile says holds, and the
 * deadline is kept on this side alone.
 */
export function openStore({ url, user, password, database = 'otel', timeoutMs = TIMEOUT_MS }: StoreOptions): Store {
  const client = createClient({
    url,
    username: user,
    password,
    database,
    application: 'errata',
    max_open_connections: MAX_CONNECTIONS,
    // Never the first to fire: deadlines are ours, so that they can be told from a lost connection.
    request_timeout: 24 * 3600 * 1000,
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
  })
  const attributes = databaseAttributes(url, database)
  const lowPriority = new PQueue({ concurrency: MAX_LOW_PRIORITY })
  let mayBound = true

  /** Without bounds once the user was seen to be refused with them and answered without. */
  async function answerBounded<Row>(
    bounds: ClickHouseSettings,
    answer: (bounds: ClickHouseSettings) => Promise<Row[]>,
  ) {
    if (!mayBound) return answer({})
    try {
      return await answer(bounds)
    } catch (error) {
      if (!isSettingRefused(error)) throw error
      const rows = await answer({})
      mayBound = false
      return rows
    }
  }

  const put = <Row>(
    statement: Statement,
    answer: (sent: Sent) => Promise<Row[]>,
    signal?: AbortSignal,
  ): Promise<Row[]> =>
    traceQuery(statement, attributes, async headers => {
      const limitMs = ((statement.timeoutMs ?? TIMEOUT_MS) / TIMEOUT_MS) * timeoutMs
      const deadline = AbortSignal.timeout(limitMs)
      const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
      const { sql: query, params } = statement
      const sent = { query, query_params: { ...params }, http_headers: headers, abort_signal: either }
      try {
        either.throwIfAborted()
        const attempt = () =>
          answerBounded(boundsOf(statement, limitMs), bounds => answer({ ...sent, clickhouse_settings: bounds }))
        // Bound, or it would be put in the name of whoever was answered before it.
        return await (statement.priority === 'low'
          ? lowPriority.add(context.bind(context.active(), attempt), { signal: either })
          : attempt())
      } catch (error) {
        signal?.throwIfAborted()
        throw deadline.aborted ? new StoreError('timeout', error) : storeErrorOf(error)
      }
    })

  const insertRows = async ({ name, table, columns, rows }: Insert): Promise<void> => {
    const sql = `INSERT INTO ${table} (${columns.join(', ')})`
    await traceQuery({ name, sql, operation: 'INSERT' }, attributes, async headers => {
      const deadline = AbortSignal.timeout(timeoutMs)
      try {
        await client.insert({
          table,
          columns,
          values: rows,
          format: 'JSONEachRow',
          http_headers: headers,
          abort_signal: deadline,
        })
        return [...rows]
      } catch (error) {
        throw deadline.aborted ? new StoreError('timeout', error) : insertErrorOf(error)
      }
    })
  }

  const close = () => client.close()
  return {
    query: (query, signal) => put(query, sent => answerRows(client, sent, query.decode), signal),
    async queryBytes(statement, signal) {
      const [pieces = []] = await put(statement, sent => answerBytes(client, sent), signal)
      return pieces
    },
    insertRows,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The same store with a policy for all of its queries. What a query defines itself comes first. */
export function withPolicy(store: Store, policy: QueryPolicy): Store {
  return {
    ...store,
    query: (query, signal) => store.query({ ...policy, ...query }, signal),
    queryBytes: (statement, signal) => store.queryBytes({ ...policy, ...statement }, signal),
  }
}

/** As the client takes it. */
interface Sent {
  readonly query: string
  readonly query_params: Record<string, unknown>
  readonly http_headers: Record<string, string>
  readonly abort_signal: AbortSignal
  readonly clickhouse_settings: ClickHouseSettings
}

function boundsOf({ maxMemoryBytes = MAX_MEMORY_BYTES, priority }: Statement, timeoutMs: number): ClickHouseSettings {
  return {
    priority: priority === 'low' ? '2' : '1',
    max_execution_time: Math.ceil(timeoutMs / 1000),
    max_memory_usage: String(maxMemoryBytes),
    // A ClickHouse server gives up only what cannot write: `readonly` makes that so for a user who may.
    cancel_http_readonly_queries_on_client_close: 1,
    readonly: '2',
    // A shard that is missing is an outage: an answer without it would look whole.
    skip_unavailable_shards: 0,
  }
}

async function answerRows<Row>(client: ClickHouseClient, sent: Sent, decode: (row: unknown) => Row): Promise<Row[]> {
  const result = await client.query({ ...sent, format: 'JSONEachRow' })
  const rows = await result.json<unknown>()
  sent.abort_signal.throwIfAborted()
  try {
    return rows.map(decode)
  } catch (error) {
    throw new StoreError('unreadable', error)
  }
}

/** @returns One row with the pieces of its value, or none. */
async function answerBytes(client: ClickHouseClient, sent: Sent): Promise<Bytes[]> {
  const { stream } = await client.exec({ ...sent, query: [sent.query, 'FORMAT RawBLOB'].join('\n') })
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of addAbortSignal(sent.abort_signal, stream)) pieces.push(new Uint8Array(piece))
  return pieces.length === 0 ? [] : [pieces]
}
