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

/**
 * @param url of the OTLP receiver for HTTP, such as http://127.0.0.1:4318
 * @param access headers of each request, such as a token
 */
export function otlpReceiver(
  url: string,
  access: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
): TelemetryReceiver {
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
}

/** Inserts into the tables that the Collector writes, and counts drops as it would. */
export function clickHouseReceiver({ url, user, password, sinceMs, database = 'otel' }: ClickHouse): TelemetryReceiver {
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

/** Retries while the receiver is overloaded; duplicates are stored once. */
async function deliver(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, { method: 'POST', headers, body })
    const text = await response.text()
    if (response.status === 200 && !/"rejected\w+":\s*"?[1-9]/.test(text)) return
    if (![429, 503].includes(response.status) || tries === MAX_TRIES) {
      throw new Error(`${new URL(url).origin} answered ${response.status}: ${text.slice(0, 300)}`)
    }
    await wait(AGAIN_AFTER_MS)
  }
}
