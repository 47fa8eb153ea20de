import { randomUUID } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type ClickHouseClient, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { context } from '@opentelemetry/api'
import PQueue from 'p-queue'
import type { Parameter } from '../search/bind.ts'
import { requireExpressions } from '../search/insert-expressions.ts'
import { divideLists } from './divide-lists.ts'
import { type FurtherNames, insertConventions, writeConventions } from './schema/conventions.ts'
import { CONNECTIONS_PER_DESK } from './schema/find-desk-shortage.ts'
import type { TABLES } from './schema/tables/table-names.ts'
import { isSettingChangeDenied, StoreError, toInsertError, toStoreError } from './store-error.ts'
import { databaseSpanAttributes, runInQuerySpan } from './trace-query.ts'

export interface StoreOptions {
  readonly url: string
  readonly user: string
  readonly password: string
  /** @default 'otel' */
  readonly database?: string
  /** Timeout of queries without a `timeoutMs`; others are scaled by the same factor. @default 10_000 */
  readonly timeoutMs?: number
  /** Names of attributes that an operator adds to those of conventions.ts. @default none */
  readonly furtherNames?: FurtherNames
  /** The name of the person whose id an event has, see {@link nameAuthor}. @default none is known */
  readonly personName?: (id: string) => string | undefined
}

export interface Query<Row> extends SqlStatement {
  /** Decodes one JSON row; throws if it is invalid. */
  readonly decode: (row: unknown) => Row
}

/** A query without its decoder. */
export interface SqlStatement extends QueryPolicy {
  /** The name of its files and of its span: `list-traces-by-id`. */
  readonly name: string
  /** One SELECT with `{name:Type}` parameters and no FORMAT. */
  readonly sql: string
  /** Lists may be of any length. */
  readonly params: Readonly<Record<string, Parameter>>
  /** Memory limit in the database. @default 1 GiB */
  readonly maxMemoryBytes?: number
  /**
   * All rows are spans of the trace that the query names. On a cluster its shard alone is asked. If that has none, all shards are: what was
   * stored before a shard was added lies elsewhere. @default false
   */
  readonly isOfOneTrace?: boolean
}

/** Cache, priority, timeout and id of a query. */
export interface QueryPolicy {
  /** A cached result may be this old, in milliseconds. @default 0: only a query in progress is shared */
  readonly maxAgeMs?: number
  /** A stale result may be used for this much longer, while a new one is fetched. @default 0 */
  readonly staleWhileRevalidateMs?: number
  /**
   * Searches run six at a time, for many slow ones would hold all connections. Low-priority queries, for secondary content of a page, run two
   * at a time, after all others; those of programs (the API) one at a time, after these, and while others wait with half of the threads, so
   * that no page waits for them. @default 'normal'
   */
  readonly priority?: QueryPriority
  /** Milliseconds if `ERRATA_QUERY_SECONDS` has its default of 10; another value scales it. @default 10_000 */
  readonly timeoutMs?: number
  /** Prefix of the query's id in ClickHouse. */
  readonly idPrefix?: string
}

export type QueryPriority = 'normal' | 'search' | 'low' | 'program'

/** A value in chunks, as received. */
export type ByteChunks = readonly Uint8Array<ArrayBuffer>[]

/** Tables that the app writes. */
type WrittenTable = (typeof TABLES)[
  | 'issueEvents'
  | 'accountEvents'
  | 'alertStatements'
  | 'alertEvents'
  | 'alertEvaluations'
  | 'alertDeliveries'
  | 'deploys']

/** Rows for a table that the app writes. */
export interface Insert {
  /** The name of its span. */
  readonly name: string
  readonly table: WrittenTable
  readonly columns: [string, ...string[]]
  readonly rows: readonly Readonly<Record<string, string>>[]
}

/** Runs queries. Safe to share: queries run concurrently. */
export interface Store extends AsyncDisposable {
  readonly database: string
  /** Timeout of queries without a `timeoutMs`: `ERRATA_QUERY_SECONDS`. Milliseconds. */
  readonly timeoutMs: number
  /** The name of the person with an id; `undefined` if there is none. */
  readonly personName: (id: string) => string | undefined
  /**
   * @throws {StoreError} When there is no answer.
   * @throws The signal's reason when `signal` aborts.
   */
  query<Row>(query: Query<Row>, signal?: AbortSignal): Promise<Row[]>
  /**
   * Queries rows in columns: a hundred thousand rows as objects would take most of a second. Results are not shared.
   *
   * @param query.decode gets the values of each column, in the order of the rows, by its name
   * @throws As {@link query}.
   */
  queryColumns<Columns>(query: Query<Columns>, signal?: AbortSignal): Promise<Columns>
  /**
   * Inserts into the SQL of a query what it reads by attributes, as {@link query} does: for people who run it themselves.
   */
  complete(sql: string): string
  /**
   * Queries one large value. It is neither decoded nor parsed, which would block the event loop.
   *
   * @returns The bytes of the result's only value, in chunks with a buffer each; none without a row.
   * @throws As {@link query}.
   */
  queryBytes(statement: SqlStatement, signal?: AbortSignal): Promise<ByteChunks>
  /**
   * Queries rows that are neither decoded nor parsed, as {@link queryBytes} does one value.
   *
   * @returns The bytes of the rows, in chunks.
   * @see https://clickhouse.com/docs/interfaces/formats/RowBinary
   */
  queryRows(statement: SqlStatement, signal?: AbortSignal): Promise<ByteChunks>
  /**
   * Inserts rows, all or none. Inserting the same rows again is safe: the table replaces rows by key.
   *
   * @throws {StoreError} When the rows may not have been stored; `denied` if the user may not write.
   */
  insertRows(insert: Insert): Promise<void>
  close(): Promise<void>
}

const TIMEOUT_MS = 10_000
const MAX_MEMORY_BYTES = 1024 ** 3
/** Shorter than the keep-alive timeout of any ClickHouse server, 3 s in old releases. */
const IDLE_CONNECTION_MS = 2_500
const MAX_SEARCHES = 6
/** With more, they would slow each other down until all of them time out. */
const MAX_LOW_PRIORITY = 2
/** With two, pages have their first byte later while programs ask without pause. */
const MAX_PROGRAMS = 1

/**
 * Opens the store; connects at the first query.
 *
 * Each query is sent with a timeout, a memory limit, and the setting to end when the client disconnects. A ClickHouse user with `readonly = 1`
 * may set none of these: after the first rejection queries are sent without them, and only the timeout on this side remains.
 */
export function openStore(options: StoreOptions): Store {
  const { url, user, password, database = 'otel', timeoutMs = TIMEOUT_MS, furtherNames } = options
  const told = writeConventions(furtherNames)
  const client = createClient({
    url,
    username: user,
    password,
    database,
    application: 'errata',
    // The client's own timer of an idle connection can close one in use.
    keep_alive: { idle_socket_ttl: 0 },
    http_agent: openAgent(url),
    // Longer than any timeout of ours, so that a timeout differs from a lost connection.
    request_timeout: 24 * 3600 * 1000,
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
  })
  const attributes = databaseSpanAttributes(url, database)
  const queues = {
    search: new PQueue({ concurrency: MAX_SEARCHES }),
    low: new PQueue({ concurrency: MAX_LOW_PRIORITY }),
    program: new PQueue({ concurrency: MAX_PROGRAMS }),
  }
  let sendsSettings = true

  let halfOfThreads: Promise<number> | undefined
  /** Reads half of the number of threads that ClickHouse gives a query: once, unless that fails. */
  const readHalfOfThreads = () => {
    halfOfThreads ??= client
      .query({
        query: "SELECT getSetting('max_threads') AS threads",
        format: 'JSONEachRow',
        abort_signal: AbortSignal.timeout(timeoutMs),
      })
      .then(result => result.json<{ threads: number }>())
      .then(([answer]) => Math.max(1, Math.floor((answer?.threads ?? 1) / 2)))
    halfOfThreads.catch(() => {
      halfOfThreads = undefined
    })
    return halfOfThreads
  }

  /** Stops sending settings once the database has rejected them but answered the query without them. */
  async function answerBounded<Row>(
    bounds: ClickHouseSettings,
    answer: (bounds: ClickHouseSettings) => Promise<Row[]>,
  ) {
    if (!sendsSettings) return answer({})
    try {
      return await answer(bounds)
    } catch (error) {
      if (!isSettingChangeDenied(error)) throw error
      const rows = await answer({})
      sendsSettings = false
      return rows
    }
  }

  const complete = (sql: string) => insertConventions(sql, told)

  const put = async <Row>(
    written: SqlStatement,
    answer: (sent: ClientQueryOptions) => Promise<Row[]>,
    signal?: AbortSignal,
  ): Promise<Row[]> => {
    const statement = divideLists({ ...written, sql: complete(written.sql) })
    requireExpressions(statement.sql)
    return runInQuerySpan(statement, attributes, async headers => {
      const limitMs = ((statement.timeoutMs ?? TIMEOUT_MS) / TIMEOUT_MS) * timeoutMs
      const deadline = AbortSignal.timeout(limitMs)
      const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
      const { sql: query, params, priority = 'normal' } = statement
      const sent = {
        query,
        query_params: { ...params },
        http_headers: headers,
        abort_signal: either,
        ...(statement.idPrefix && { query_id: `${statement.idPrefix}${randomUUID()}` }),
      }
      try {
        either.throwIfAborted()
        const askWith = async (of: SqlStatement) => {
          // Priority takes effect between blocks of rows: pages would find a block of a program on each core, again and again.
          const threads = priority === 'program' && queues.program.size > 0 ? await readHalfOfThreads() : undefined
          return answerBounded(querySettings(of, limitMs, threads), bounds =>
            answer({ ...sent, clickhouse_settings: bounds }),
          )
        }
        const attempt = async () => {
          const rows = await askWith(statement)
          return statement.isOfOneTrace && hasNone(rows) ? askWith({ ...statement, isOfOneTrace: false }) : rows
        }
        // Without this, the queue would run it in the trace context of the previous query.
        return await (priority === 'normal'
          ? attempt()
          : queues[priority].add(context.bind(context.active(), attempt), { signal: either }))
      } catch (error) {
        signal?.throwIfAborted()
        throw deadline.aborted ? new StoreError('timeout', error) : toStoreError(error)
      }
    })
  }

  const insertRows = async ({ name, table, columns, rows }: Insert): Promise<void> => {
    const sql = `INSERT INTO ${table} (${columns.join(', ')})`
    await runInQuerySpan({ name, sql, operation: 'INSERT' }, attributes, async headers => {
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
        throw deadline.aborted ? new StoreError('timeout', error) : toInsertError(error)
      }
    })
  }

  const close = () => client.close()
  return {
    database,
    timeoutMs,
    personName: options.personName ?? (() => undefined),
    complete,
    query: (query, signal) => put(query, sent => answerRows(client, sent, query.decode), signal),
    async queryColumns<Columns>(query: Query<Columns>, signal?: AbortSignal) {
      const [columns] = await put(query, async sent => [await answerColumns(client, sent, query.decode)], signal)
      return columns as Columns
    },
    async queryBytes(statement, signal) {
      const [pieces = []] = await put(statement, sent => answerBytes(client, sent, 'RawBLOB'), signal)
      return pieces
    },
    async queryRows(statement, signal) {
      const [pieces = []] = await put(statement, sent => answerBytes(client, sent, 'RowBinary'), signal)
      return pieces
    },
    insertRows,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Without a row, or with columns that have none. */
const hasNone = ([first]: readonly unknown[]) => first === undefined || (Array.isArray(first) && first.length === 0)

/** Connections that Node closes when they have been idle. */
function openAgent(url: string): http.Agent {
  const { Agent } = new URL(url).protocol === 'https:' ? https : http
  return new Agent({ keepAlive: true, maxSockets: CONNECTIONS_PER_DESK, timeout: IDLE_CONNECTION_MS })
}

/** The same store with a default policy for its queries. */
export function withQueryPolicy(store: Store, policy: QueryPolicy): Store {
  return {
    ...store,
    query: (query, signal) => store.query({ ...policy, ...query }, signal),
    queryColumns: (query, signal) => store.queryColumns({ ...policy, ...query }, signal),
    queryBytes: (statement, signal) => store.queryBytes({ ...policy, ...statement }, signal),
    queryRows: (statement, signal) => store.queryRows({ ...policy, ...statement }, signal),
  }
}

/** Options of the client. */
interface ClientQueryOptions {
  readonly query: string
  readonly query_params: Record<string, unknown>
  readonly http_headers: Record<string, string>
  readonly abort_signal: AbortSignal
  readonly clickhouse_settings: ClickHouseSettings
}

function querySettings(
  { maxMemoryBytes = MAX_MEMORY_BYTES, priority, isOfOneTrace = false }: SqlStatement,
  timeoutMs: number,
  maxThreads: number | undefined,
): ClickHouseSettings {
  return {
    priority: { normal: '1', search: '1', low: '2', program: '3' }[priority ?? 'normal'],
    max_execution_time: Math.ceil(timeoutMs / 1000),
    max_memory_usage: String(maxMemoryBytes),
    // ClickHouse cancels only read-only queries when the client disconnects.
    cancel_http_readonly_queries_on_client_close: 1,
    readonly: '2',
    // A missing shard is an outage: a partial result would look complete.
    skip_unavailable_shards: 0,
    optimize_skip_unused_shards: isOfOneTrace ? 1 : 0,
    // Otherwise a part that is read in the order of its key is read ahead by megabytes, whether or not the page is full.
    read_in_order_use_buffering: 0,
    // Rows of one key lie in one partition (partitions.test.ts), so FINAL needs to merge only within one.
    do_not_merge_across_partitions_select_final: 1,
    ...(maxThreads !== undefined && { max_threads: maxThreads }),
  }
}

async function answerRows<Row>(
  client: ClickHouseClient,
  sent: ClientQueryOptions,
  decode: (row: unknown) => Row,
): Promise<Row[]> {
  const result = await client.query({ ...sent, format: 'JSONEachRow' })
  const rows = await result.json<unknown>()
  sent.abort_signal.throwIfAborted()
  try {
    return rows.map(decode)
  } catch (error) {
    throw new StoreError('unreadable', error)
  }
}

async function answerColumns<Columns>(
  client: ClickHouseClient,
  sent: ClientQueryOptions,
  decode: (columns: unknown) => Columns,
): Promise<Columns> {
  const { stream } = await client.exec({ ...sent, query: [sent.query, 'FORMAT JSONColumns'].join('\n') })
  const columns = await text(addAbortSignal(sent.abort_signal, stream))
  try {
    return decode(JSON.parse(columns))
  } catch (error) {
    throw new StoreError('unreadable', error)
  }
}

/** @returns The chunks of what was answered, if anything was. */
async function answerBytes(
  client: ClickHouseClient,
  sent: ClientQueryOptions,
  format: 'RawBLOB' | 'RowBinary',
): Promise<ByteChunks[]> {
  const { stream } = await client.exec({ ...sent, query: `${sent.query}\nFORMAT ${format}` })
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of addAbortSignal(sent.abort_signal, stream)) pieces.push(new Uint8Array(piece))
  return pieces.length === 0 ? [] : [pieces]
}
