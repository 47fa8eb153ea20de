import { setTimeout as wait } from 'node:timers/promises'
import { TABLES } from '../store/schema/tables/table-names.ts'
import { encodeLogs, encodeTraces } from './encode-otlp.ts'
import { counterRows, type DropsByRule, logRows, spanRows } from './encode-rows.ts'
import type { SeedBatch } from './record.ts'

/** Delivers telemetry. A failed batch can be delivered again, because all rows have an identity. */
export interface TelemetryReceiver {
  /** Number of spans in a batch. */
  readonly spansPerBatch: number
  take(batch: SeedBatch): Promise<void>
}

/** Keeps requests below the Collector's limit of 4 MiB, whatever stacks they have. */
const OTLP_SPANS = 1_000
const INSERT_SPANS = 20_000
const MAX_TRIES = 60
const AGAIN_AFTER_MS = 1_000

interface OtlpReceiver {
  /** The OTLP receiver for HTTP, such as http://127.0.0.1:4318 */
  readonly url: string
  /** Headers of each request, such as a token. @default none */
  readonly access?: () => Promise<Readonly<Record<string, string>>>
  /** Gets a line when a connection is lost. */
  readonly say: (line: string) => void
}

export function otlpReceiver({ url, access = async () => ({}), say }: OtlpReceiver): TelemetryReceiver {
  const deliver = createDelivery(say)
  const post = async (signal: 'traces' | 'logs', body: object) =>
    deliver(`${url}/v1/${signal}`, { 'content-type': 'application/json', ...(await access()) }, JSON.stringify(body))
  return {
    spansPerBatch: OTLP_SPANS,
    async take({ spans, logs }) {
      await Promise.all([
        post('traces', encodeTraces(spans)),
        logs.length > 0 ? post('logs', encodeLogs(logs)) : undefined,
      ])
    },
  }
}

export interface ClickHouse {
  readonly url: string
  readonly user: string
  readonly password: string
  /** Unix milliseconds: start of the Collector's counters. */
  readonly sinceMs: number
  /** @default 'otel' */
  readonly database?: string
  /** Gets a line when a connection is lost. */
  readonly say: (line: string) => void
}

/** Inserts into the tables that the Collector writes, and counts drops as it would. */
export function clickHouseReceiver(options: ClickHouse): TelemetryReceiver {
  const { url, user, password, sinceMs, database = 'otel', say } = options
  const deliver = createDelivery(say)
  const dropped = {
    'cross-origin-script-error': { spans: 0, logs: 0 },
    'resize-observer-loop': { spans: 0, logs: 0 },
    'health-check': { spans: 0, logs: 0 },
    'not-found': { spans: 0, logs: 0 },
  } satisfies DropsByRule
  const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password }
  const insert = (table: string, rows: string) => {
    if (rows === '') return
    const query = new URLSearchParams({ database, query: `INSERT INTO ${table} FORMAT JSONEachRow` })
    return deliver(`${url}/?${query}`, headers, rows)
  }
  return {
    spansPerBatch: INSERT_SPANS,
    async take({ spans, logs }) {
      // After a full last batch there is an empty one.
      if (spans.length === 0) return
      for (const { noise } of spans) if (noise !== undefined) dropped[noise].spans += 1
      for (const { noise } of logs) if (noise !== undefined) dropped[noise].logs += 1
      const newestUs = spans.reduce((newest, { startUs }) => Math.max(newest, startUs), 0)
      await Promise.all([
        insert(TABLES.spans, spanRows(spans)),
        insert(TABLES.logs, logRows(logs)),
        insert(TABLES.sums, counterRows(dropped, newestUs, sinceMs * 1000)),
      ])
    },
  }
}

/** The statuses of a receiver, or of a proxy before it, that cannot take data now, by the OTLP specification. */
const RETRYABLE = [429, 502, 503, 504]

/**
 * A function that sends a request until it is taken; duplicates are stored once. A receiver that has answered before may be restarting, so
 * a lost connection is tried again; one that never answered is not there.
 */
function createDelivery(say: (line: string) => void) {
  let hasAnswered = false
  let hasTold = false
  const send = async (url: string, headers: Readonly<Record<string, string>>, body: string) => {
    try {
      const response = await fetch(url, { method: 'POST', headers, body })
      const text = await response.text()
      hasAnswered = true
      return { status: response.status, text }
    } catch (error) {
      if (!(error instanceof TypeError) || (!hasAnswered && !isClosed(error))) throw error
      return error
    }
  }
  return async (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(url, headers, body)
      const isLost = answer instanceof TypeError
      if (!isLost && answer.status === 200 && !/"rejected\w+":\s*"?[1-9]/.test(answer.text)) return
      const { origin } = new URL(url)
      if (tries === MAX_TRIES || (!isLost && !RETRYABLE.includes(answer.status)))
        throw isLost ? answer : new Error(`${origin} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
      if (isLost && !hasTold) {
        say(`The connection to ${origin} was lost: trying again for up to a minute.`)
        hasTold = true
      }
      await wait(AGAIN_AFTER_MS)
    }
  }
}

/** The other side closed the connection: somebody is there. */
const isClosed = ({ cause }: TypeError) =>
  cause instanceof Error && 'code' in cause && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(cause.code))
