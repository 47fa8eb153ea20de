import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applySchema } from '../store/schema/apply-schema.ts'
import { startEngine, type TestEngine } from '../test/engine/start-engine.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { median, printProgress, reportFigure } from './report.ts'

export const benchmarkDescription =
  "the engine's processor time for an insert of 12 spans, 512 spans and 1,000 exceptions, and of 12 spans and 12 exceptions that a drop rule removed, and how much of it the views take (ERRATA_BENCH_SCHEMA=FOLDER compares another schema)"

const rounds = 7
const retentionDays = { traces: 14, logs: 30, metrics: 30, exceptions: 90, digests: 400 }
const kinds = [
  { name: '12-spans', table: 'otel_traces', file: 'insert-spans.sql', traces: 5, rows: 12, inserts: 20 },
  { name: '512-spans', table: 'otel_traces', file: 'insert-spans.sql', traces: 65, rows: 512, inserts: 10 },
  {
    name: '1000-exceptions',
    table: 'otel_logs',
    file: 'insert-exceptions.sql',
    traces: 2_500,
    rows: 1_000,
    inserts: 3,
  },
  {
    name: '12-dropped-spans',
    table: 'otel_traces',
    file: 'insert-spans.sql',
    traces: 5,
    rows: 12,
    inserts: 20,
    dropped: { into: 'noise_spans', attributes: 'SpanAttributes', mark: 'health-check/1' },
  },
  {
    name: '12-dropped-exceptions',
    table: 'otel_logs',
    file: 'insert-exceptions.sql',
    traces: 30,
    rows: 12,
    inserts: 20,
    dropped: { into: 'noise_logs', attributes: 'LogAttributes', mark: 'resize-observer-loop/1' },
  },
] as const

type Kind = (typeof kinds)[number]

const dropped = (kind: Kind) => ('dropped' in kind ? kind.dropped : undefined)

/**
 * The same rows, in the format of the Collector's exporter, go by turns into a database of this schema, one without its views, and one of
 * another schema where one is given. Nothing is merged meanwhile.
 */
export async function runBenchmark(): Promise<void> {
  const other = process.env['ERRATA_BENCH_SCHEMA']
  await using engine = await startEngine()
  const make = async (database: string, folder?: string) => {
    const login = { url: engine.url, ...engine.writer }
    await applySchema({ ...login, database, retentionDays, ...(folder === undefined ? {} : { folder }) })
    return database
  }
  const source = await make('rows')
  const databases = [await make('now'), await withoutViews(engine, await make('plain'))]
  if (other !== undefined) databases.push(await make('other', other))
  await send(engine, 'SYSTEM STOP MERGES')
  let trace = 0
  for (const kind of kinds) {
    const times = databases.map((): number[] => [])
    for (let round = 0; round <= rounds; round++) {
      printProgress(`store-inserts: ${kind.name}, round ${round} of ${rounds}`)
      const inserts: Buffer[] = []
      for (let i = 0; i < kind.inserts; i++, trace += kind.traces)
        inserts.push(await rowsOf(engine, source, kind, trace))
      for (const [index, database] of databases.entries()) {
        const before = cpuSeconds(engine.pid) * 1_000
        for (const rows of inserts) await insert(engine, database, dropped(kind)?.into ?? kind.table, rows)
        // The first round makes caches warm.
        if (round > 0) times[index]?.push((cpuSeconds(engine.pid) * 1_000 - before) / kind.inserts)
      }
    }
    const [now = Number.NaN, plain = Number.NaN, before] = times.map(median)
    reportFigure({ figure: `store-inserts.${kind.name}`, value: now, unit: 'ms' })
    reportFigure({ figure: `store-inserts.${kind.name}.plain`, value: plain, unit: 'ms' })
    if (before === undefined) continue
    reportFigure({ figure: `store-inserts.${kind.name}.other`, value: before, unit: 'ms' })
    reportFigure({ figure: `store-inserts.${kind.name}.ratio`, value: now / before, unit: 'ratio' })
  }
}

async function withoutViews(engine: TestEngine, database: string): Promise<string> {
  const { text } = await send(
    engine,
    `SELECT name FROM system.tables WHERE database = '${database}' AND engine = 'MaterializedView' FORMAT TSV`,
  )
  for (const view of text.trim().split('\n')) await send(engine, `DROP VIEW ${database}.${view} SYNC`)
  return database
}

/** Rows that no insert had before. */
async function rowsOf(engine: TestEngine, database: string, kind: Kind, firstTrace: number): Promise<Buffer> {
  await send(engine, `TRUNCATE TABLE ${database}.${kind.table}`)
  const sql = readFileSync(join(import.meta.dirname, 'filled-store', kind.file), 'utf8')
  const params = {
    param_firstTrace: `${firstTrace}`,
    param_traces: `${kind.traces}`,
    param_startNs: `${startNs}`,
    param_stepNs: '1000000',
    param_digests: '1000',
  }
  await send(engine, sql, { database, ...params })
  const { attributes, mark } = dropped(kind) ?? {}
  const marked =
    mark === undefined
      ? ''
      : ` REPLACE (mapUpdate(${attributes}, map('errata.noise.rule', '${mark}')::Map(LowCardinality(String), String)) AS ${attributes})`
  const rows = `SELECT *${marked} FROM ${database}.${kind.table} LIMIT ${kind.rows} FORMAT Native`
  const { bytes } = await send(engine, rows)
  return bytes
}

const startNs = BigInt(Date.now()) * 1_000_000n

const insert = (engine: TestEngine, database: string, table: string, rows: Buffer) =>
  send(engine, rows, { query: `INSERT INTO ${database}.${table} FORMAT Native` })

async function send(engine: TestEngine, body: string | Buffer, query: Readonly<Record<string, string>> = {}) {
  const reply = await engine.send({ body, query })
  if (reply.status !== 200) throw new Error(`The engine answered ${reply.status}: ${reply.text}`)
  return reply
}
