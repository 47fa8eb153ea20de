import { randomBytes } from 'node:crypto'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { inject } from 'vitest'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import { openStore, type Store } from '../../store/store.ts'
import { connectToEngine, type EngineAccess } from '../engine/start-engine.ts'
import { giveBackDatabase, takeDatabase } from '../engine/test-databases.ts'

/** A store with its own database, on the shared engine. */
export interface TestStore extends Store {
  readonly engine: EngineAccess
  readonly database: string
  /** Inserts like the exporter: one insert per table, in the given order. */
  insert(rows: readonly InsertedRow[]): Promise<void>
  /** Runs a statement as the writer. */
  command(sql: string): Promise<void>
  /** Deletes all rows and keeps the schema. */
  empty(): Promise<void>
  /** Runs SQL as the writer; 64-bit integers are returned as text. */
  querySql<T>(sql: string): Promise<T[]>
}

/**
 * Opens a store with its own database, the schema and the given rows, on the shared engine.
 *
 * `await using store = await openTestStore([spanRow(), logRow()])`
 */
export async function openTestStore(rows: readonly InsertedRow[] = []): Promise<TestStore> {
  const engine = getTestEngine()
  const database = await takeDatabase(engine)
  const store = openTestDatabase(engine, database)
  await store.insert(rows)
  return store
}

export function getTestEngine(): EngineAccess {
  return connectToEngine(inject('engine'))
}

export function toWriterOptions({ url, writer }: EngineAccess): { url: string; user: string; password: string } {
  return { url, ...writer }
}

/** Long enough for a busy machine. */
const PATIENT_MS = 120_000
const FILLED =
  "SELECT name FROM system.tables WHERE database = {db:String} AND engine LIKE '%MergeTree' AND total_rows > 0"

const KEEPS_THE_SCHEMA = /^(INSERT|TRUNCATE|OPTIMIZE|SYSTEM (START|STOP) MERGES) /

/** @param isPooled Whether others may use it afterwards; false if its schema was changed. */
export function openTestDatabase(running: EngineAccess, database: string, isPooled = true): TestStore {
  const store = openStore({ url: running.url, ...running.desk, database, timeoutMs: PATIENT_MS })
  const writer = createClient({
    url: running.url,
    username: running.writer.user,
    password: running.writer.password,
    database,
    log: { level: ClickHouseLogLevel.OFF },
  })
  let asItWasMade = isPooled
  const unmerged = new Set<string>()
  const empty = async () => {
    const filled = await writer.query({ query: FILLED, query_params: { db: database }, format: 'JSONEachRow' })
    const tables = await filled.json<{ name: string }>()
    await Promise.all(tables.map(({ name }) => writer.command({ query: `TRUNCATE TABLE ${name}` })))
  }
  const close = async () => {
    await store.close()
    if (asItWasMade) {
      await Promise.all([...unmerged].map(table => writer.command({ query: `SYSTEM START MERGES ${table}` })))
      await empty()
      await giveBackDatabase(database)
    }
    await writer.close()
  }
  return {
    ...store,
    engine: running,
    database,
    empty,
    async insert(rows) {
      for (const [table, values] of Map.groupBy(rows, row => row.table)) {
        await writer.insert({
          table,
          values: values.map(row => row.values),
          format: 'JSONEachRow',
          clickhouse_settings: { date_time_input_format: 'best_effort' },
        })
      }
    },
    async command(sql) {
      asItWasMade &&= KEEPS_THE_SCHEMA.test(sql)
      const [, stopped] = /^SYSTEM STOP MERGES (\w+)$/.exec(sql) ?? []
      if (stopped !== undefined) unmerged.add(stopped)
      await writer.command({ query: sql })
    },
    async querySql<T>(sql: string) {
      const result = await writer.query({
        query: sql,
        format: 'JSONEachRow',
        clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
      })
      return await result.json<T>()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A row as the exporter inserts it. */
export interface InsertedRow {
  readonly table: string
  readonly values: Readonly<Record<string, unknown>>
}

interface SpanOptions {
  /** Milliseconds before now, or an exact time in Unix nanoseconds. @default 0 */
  readonly at?: number | bigint
  readonly traceId?: string
  readonly spanId?: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly service?: string
  readonly name?: string
  readonly kind?: string
  readonly durationNs?: bigint
  readonly status?: 'Unset' | 'Ok' | 'Error'
  readonly attributes?: Readonly<Record<string, string>>
  readonly resource?: Readonly<Record<string, string>>
  readonly events?: readonly { at?: number | bigint; name: string; attributes?: Readonly<Record<string, string>> }[]
  readonly links?: readonly { traceId: string; spanId: string; attributes?: Readonly<Record<string, string>> }[]
}

/** A row of otel_traces: by default a root span of service `shop` that started now. */
export function spanRow(options: SpanOptions = {}): InsertedRow {
  const { service = 'shop', events = [], links = [] } = options
  return {
    table: TABLES.spans,
    values: {
      Timestamp: timeOf(options.at),
      TraceId: options.traceId ?? randomHexId(16),
      SpanId: options.spanId ?? randomHexId(8),
      ParentSpanId: options.parentSpanId ?? '',
      TraceState: options.traceState ?? '',
      SpanName: options.name ?? 'GET /',
      SpanKind: options.kind ?? 'Server',
      ServiceName: service,
      ResourceAttributes: { ...resourceOf(service), ...options.resource },
      SpanAttributes: options.attributes ?? {},
      Duration: String(options.durationNs ?? 1_000_000n),
      StatusCode: options.status ?? 'Unset',
      'Events.Timestamp': events.map(event => timeOf(event.at ?? options.at)),
      'Events.Name': events.map(event => event.name),
      'Events.Attributes': events.map(event => event.attributes ?? {}),
      'Links.TraceId': links.map(link => link.traceId),
      'Links.SpanId': links.map(link => link.spanId),
      'Links.TraceState': links.map(() => ''),
      'Links.Attributes': links.map(link => link.attributes ?? {}),
    },
  }
}

/** In tests a service whose name ends in `-browser` is the browser half of another. */
const resourceOf = (service: string) => ({
  'service.name': service,
  ...(service.endsWith('-browser') && { 'telemetry.sdk.language': 'webjs' }),
})

interface LogOptions {
  /** Milliseconds before now, or an exact time in Unix nanoseconds. @default 0 */
  readonly at?: number | bigint
  readonly traceId?: string
  readonly spanId?: string
  readonly service?: string
  readonly body?: string
  readonly severityNumber?: number
  /** @default INFO, where there is a number */
  readonly severityText?: string
  readonly eventName?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly resource?: Readonly<Record<string, string>>
}

/** A row of otel_logs: by default a line of service `shop` outside any trace. */
export function logRow(options: LogOptions = {}): InsertedRow {
  const { service = 'shop' } = options
  return {
    table: TABLES.logs,
    values: {
      Timestamp: timeOf(options.at),
      TraceId: options.traceId ?? '',
      SpanId: options.spanId ?? '',
      SeverityText: options.severityText ?? (options.severityNumber === 0 ? '' : 'INFO'),
      SeverityNumber: options.severityNumber ?? 9,
      ServiceName: service,
      Body: options.body ?? '',
      ResourceAttributes: { ...resourceOf(service), ...options.resource },
      LogAttributes: { 'log.record.uid': randomHexId(16), ...options.attributes },
      EventName: options.eventName ?? '',
    },
  }
}

/** A row as inserted for drop counts: `rule` is the mark, such as `health-check/1`. */
export function noiseRow(rule: string, { table, values }: InsertedRow): InsertedRow {
  const attributes = table === TABLES.logs ? 'LogAttributes' : 'SpanAttributes'
  const marked = { ...Object(values[attributes]), 'errata.noise.rule': rule }
  return {
    table: table.replace(TABLES.spans, TABLES.noiseSpans).replace(TABLES.logs, TABLES.noiseLogs),
    values: { ...values, [attributes]: marked },
  }
}

interface ExceptionOptions extends LogOptions {
  readonly type?: string
  readonly message?: string
  readonly stacktrace?: string
}

/** A row of otel_logs that is an exception: by default a TypeError of service `shop`. */
export function exceptionRow({
  type = 'TypeError',
  message = 'x is undefined',
  ...options
}: ExceptionOptions = {}): InsertedRow {
  const { stacktrace = `${type}: ${message}\n    at pay (/srv/pay.js:1:2)` } = options
  return logRow({
    severityNumber: 17,
    eventName: 'exception',
    ...options,
    attributes: {
      'exception.type': type,
      'exception.message': message,
      'exception.stacktrace': stacktrace,
      ...options.attributes,
    },
  })
}

interface SumOptions {
  /** Milliseconds before now, or an exact time in Unix nanoseconds. @default 0 */
  readonly at?: number | bigint
  /** Start of the sender's counter, Unix milliseconds: the same one for all points of a run. @default two hours or more ago */
  readonly startedMs?: number
  readonly name: string
  readonly value: number
  readonly service?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly resource?: Readonly<Record<string, string>>
}

/** A row of otel_metrics_sum: a point of a monotonic, cumulative sum of the Collector. */
export function sumRow(options: SumOptions): InsertedRow {
  const {
    at,
    startedMs = TWO_HOURS_AGO_MS,
    name,
    value,
    service = 'errata-otelcol',
    attributes = {},
    resource,
  } = options
  return {
    table: TABLES.sums,
    values: {
      ResourceAttributes: { 'service.name': service, ...resource },
      ServiceName: service,
      MetricName: name,
      Attributes: attributes,
      StartTimeUnix: timeOf(BigInt(startedMs) * 1_000_000n),
      TimeUnix: timeOf(at),
      Value: value,
      AggregationTemporality: 2,
      IsMonotonic: true,
    },
  }
}

/** A row of otel_metrics_gauge: a point of a gauge of the Collector. */
export function gaugeRow(options: SumOptions): InsertedRow {
  const { AggregationTemporality, IsMonotonic, ...values } = sumRow(options).values
  return { table: TABLES.gauges, values }
}

/** A row of otel_metrics_histogram: a point of a cumulative histogram of the Collector, of which only the count matters. */
export function histogramRow({
  count,
  ...options
}: Omit<SumOptions, 'value'> & { readonly count: number }): InsertedRow {
  const { IsMonotonic, Value, ...values } = sumRow({ ...options, value: 0 }).values
  return { table: TABLES.histograms, values: { ...values, Count: count, Sum: count / 1_000 } }
}

/** All files of a worker share it, because a worker loads this module once. */
const TWO_HOURS_AGO_MS = Date.now() - 7_200_000

/** @param bytes 16 for a trace id, 8 for a span id. */
export function randomHexId(bytes: 8 | 16): string {
  return randomBytes(bytes).toString('hex')
}

let turnMs: number | undefined

/** Gives all rows that are made without waiting in between the same now: so they are as far apart as their `at` says, on a slow machine too. */
function nowOfRows(): number {
  if (turnMs === undefined) {
    turnMs = Date.now()
    queueMicrotask(() => {
      turnMs = undefined
    })
  }
  return turnMs
}

/** ISO 8601 with nanoseconds. */
function timeOf(at: number | bigint = 0): string {
  const ns = typeof at === 'bigint' ? at : BigInt(nowOfRows() - at) * 1_000_000n
  const fraction = ((ns % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  const wholeSeconds = new Date(Number((ns - fraction) / 1_000_000n)).toISOString().slice(0, 19)
  return `${wholeSeconds}.${String(fraction).padStart(9, '0')}Z`
}
