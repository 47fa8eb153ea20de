import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { isSettingRefused, StoreError, storeErrorOf } from './store-error.ts'
import { databaseAttributes, traceQuestion } from './trace-question.ts'

export interface StoreOptions {
  readonly url: string
  readonly user: string
  readonly password: string
  /** @default 'otel' */
  readonly database?: string
  /** After which a question is given up; a fifth of it where patience is short, twice of it where it is long. @default 10_000 */
  readonly deadlineMs?: number
}

export interface Question<Row> {
  /** The stem of its files, which is what its span is called: `list-traces-by-id`. */
  readonly name: string
  /** One SELECT with `{name:Type}` parameters and no FORMAT. */
  readonly sql: string
  readonly params: Readonly<Record<string, Parameter>>
  /** Turns one JSON row into what is answered; throws when it cannot. */
  readonly decode: (row: unknown) => Row
  /** `short` where a page waits that has more to show. @default 'usual' */
  readonly patience?: keyof typeof PATIENCE
  /** Memory that the database may use for it. @default 1 GiB */
  readonly maxMemoryBytes?: number
}

export type Parameter = string | number | bigint | boolean | readonly (string | bigint)[]

/** What can be asked of the telemetry. Safe to share: questions run side by side. */
export interface Store extends AsyncDisposable {
  /**
   * @throws {StoreError} When there is no answer.
   * @throws The signal's own reason when `signal` aborts: the caller's wish is no fault.
   */
  ask<Row>(question: Question<Row>, signal?: AbortSignal): Promise<Row[]>
  close(): Promise<void>
}

const PATIENCE = { short: 0.2, usual: 1, long: 2 }
const MAX_MEMORY_BYTES = 1024 ** 3
const MAX_CONNECTIONS = 16

/**
 * Opens the store; connects at the first question.
 *
 * A deadline and a memory bound go with each question, and the wish that it ends when nobody waits for its answer any more. A user with
 * `readonly = 1` may set none of these on a ClickHouse server: then, from the first refusal on, what that user's profile says holds, and the
 * deadline is kept on this side alone.
 */
export function openStore({ url, user, password, database = 'otel', deadlineMs = 10_000 }: StoreOptions): Store {
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
  let mayBound = true

  /** Without bounds once the user was seen to be refused with them and answered without. */
  async function answerBounded<Row>(question: Timed<Row>, sending: Sending): Promise<Row[]> {
    if (!mayBound) return answer(client, question, sending, false)
    try {
      return await answer(client, question, sending, true)
    } catch (error) {
      if (!isSettingRefused(error)) throw error
      const rows = await answer(client, question, sending, false)
      mayBound = false
      return rows
    }
  }

  const ask = <Row>(asked: Question<Row>, signal?: AbortSignal): Promise<Row[]> =>
    traceQuestion(asked, attributes, async headers => {
      const question = { ...asked, deadlineMs: deadlineMs * PATIENCE[asked.patience ?? 'usual'] }
      const deadline = AbortSignal.timeout(question.deadlineMs)
      const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
      try {
        either.throwIfAborted()
        return await answerBounded(question, { headers, signal: either })
      } catch (error) {
        signal?.throwIfAborted()
        throw deadline.aborted ? new StoreError('timeout', error) : storeErrorOf(error)
      }
    })

  const close = () => client.close()
  return { ask, close, [Symbol.asyncDispose]: close }
}

type Timed<Row> = Question<Row> & { readonly deadlineMs: number }

interface Sending {
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
}

async function answer<Row>(
  client: ClickHouseClient,
  { sql, params, decode, deadlineMs, maxMemoryBytes = MAX_MEMORY_BYTES }: Timed<Row>,
  { headers, signal }: Sending,
  bound: boolean,
): Promise<Row[]> {
  const result = await client.query({
    query: sql,
    query_params: { ...params },
    format: 'JSONEachRow',
    http_headers: headers,
    abort_signal: signal,
    ...(bound && {
      clickhouse_settings: {
        max_execution_time: Math.ceil(deadlineMs / 1000),
        max_memory_usage: String(maxMemoryBytes),
        // A ClickHouse server gives up only what cannot write: `readonly` makes that so for a user who may.
        cancel_http_readonly_queries_on_client_close: 1,
        readonly: '2',
      },
    }),
  })
  const rows = await result.json<unknown>()
  signal.throwIfAborted()
  try {
    return rows.map(decode)
  } catch (error) {
    throw new StoreError('unreadable', error)
  }
}
