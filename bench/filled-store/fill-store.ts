import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { applySchema } from '../../test/engine/apply-schema.ts'
import { startEngine, type TestEngine } from '../../test/engine/start-engine.ts'
import { printProgress } from '../report.ts'

export interface FillOptions {
  /** Within a week, of eight spans each; two of five have an exception. */
  readonly traces: number
  /** Of its exceptions; each is an issue. @default 1000 */
  readonly digests?: number
}

/**
 * The data on which lists are measured, so that one filled folder serves all these benchmarks: 10 M spans have 500 k exceptions of 5,000
 * issues.
 */
export const deskFillOptions = (spans: number): FillOptions => ({
  traces: Math.ceil(spans / 8),
  digests: Math.ceil(spans / 2_000),
})

/** Its spans and exceptions, and the views, need about 300 MB of memory at a time. */
const tracesPerBatch = 25_000
const days = 7
const pointsPerBatch = 8_640
const maxTries = 5
const settleMs = 120_000

const sqlOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const insertSpans = sqlOf('insert-spans.sql')
const insertExceptions = sqlOf('insert-exceptions.sql')
const insertOldIssues = sqlOf('insert-old-issues.sql')
const insertOldDays = sqlOf('insert-old-days.sql')
const insertMetrics = sqlOf('insert-metrics.sql')

/**
 * Fills the engine's folder of a stack's data folder with a week of traces up to now, in order of time, as if received: through the tables
 * that the Collector writes, so that all views have their rows. Continues an interrupted run.
 */
export async function fillStore(dataDir: string, { traces, digests = 1_000 }: FillOptions): Promise<void> {
  const engineDir = join(dataDir, 'engine')
  mkdirSync(engineDir, { recursive: true, mode: 0o700 })
  const noteFile = join(dataDir, 'filled.json')
  const stepNs = BigInt(Math.floor((days * 86_400e9) / traces))
  const note: Note = existsSync(noteFile)
    ? JSON.parse(readFileSync(noteFile, 'utf8'))
    : { startNs: `${nowNs() - BigInt(traces) * stepNs}`, done: 0 }
  await using engine = await startEngine({ dataDir: engineDir })
  await applySchema(engine)
  const fromMs = performance.now()
  if (note.done === 0) await fillMetrics(engine, BigInt(note.startNs))
  for (let { done } = note; ; ) {
    const due = Number((nowNs() - BigInt(note.startNs)) / stepNs)
    const batch = Math.min(tracesPerBatch, due - done)
    // Exceptions are made for five traces at a time.
    const whole = batch - (batch % 5)
    if (whole === 0) break
    const params = {
      param_firstTrace: `${done}`,
      param_traces: `${whole}`,
      param_startNs: note.startNs,
      param_stepNs: `${stepNs}`,
      param_digests: `${digests}`,
    }
    await Promise.all([insertSpans, insertExceptions].map(sql => insert(engine, sql, params)))
    done += whole
    writeFileSync(noteFile, JSON.stringify({ ...note, done } satisfies Note))
    const elapsedS = (performance.now() - fromMs) / 1_000
    printProgress(`${(done * 8).toLocaleString('en')} spans stored, ${elapsedS.toFixed(0)} s`)
    if (whole < tracesPerBatch) break
  }
  await settle(engine)
}

/**
 * Adds a year of history behind the week of a filled store: issues that were last seen before it, and days on which services ran. What a
 * page of the week answers does not change.
 */
export async function fillHistory(dataDir: string, issueRows: number): Promise<void> {
  const noteFile = join(dataDir, 'history.json')
  if (existsSync(noteFile)) return
  await using engine = await startEngine({ dataDir: join(dataDir, 'engine') })
  const params = { param_endNs: `${nowNs() - 15n * 86_400_000_000_000n}`, param_rows: `${issueRows}` }
  for (const sql of [insertOldIssues, insertOldDays]) await insert(engine, sql, params)
  await settle(engine)
  writeFileSync(noteFile, JSON.stringify({ issueRows }))
}

/** Traces beside those of the week, at a rate of their own. */
export interface DenseTraces {
  /** The number of the first one, divisible by 5: others have others. */
  readonly first: number
  /** Divisible by 5. */
  readonly traces: number
  /** Unix nanoseconds, of the first. */
  readonly startNs: bigint
  readonly stepNs: bigint
  /** Each is an issue. */
  readonly digests: number
}

/** Adds traces and their exceptions to a running engine with the schema. */
export async function addTraces(
  engine: TestEngine,
  { first, traces, startNs, stepNs, digests }: DenseTraces,
): Promise<void> {
  for (let done = 0; done < traces; done += tracesPerBatch) {
    const params = {
      param_firstTrace: `${first + done}`,
      param_traces: `${Math.min(tracesPerBatch, traces - done)}`,
      // The SQL adds the number of a trace times the step.
      param_startNs: `${startNs - BigInt(first) * stepNs}`,
      param_stepNs: `${stepNs}`,
      param_digests: `${digests}`,
    }
    await Promise.all([insertSpans, insertExceptions].map(sql => insert(engine, sql, params)))
    printProgress(`${((done + tracesPerBatch) * 8).toLocaleString('en')} dense spans stored`)
  }
}

const nowNs = () => BigInt(Date.now()) * 1_000_000n

interface Note {
  /** Start of the first trace, Unix nanoseconds. */
  readonly startNs: string
  /** How many traces are stored. */
  readonly done: number
}

/** The same number in a small store as in a large one: they depend on time. */
async function fillMetrics(engine: TestEngine, startNs: bigint): Promise<void> {
  for (let point = 0; point < days * 8_640; point += pointsPerBatch) {
    const param_startNs = `${startNs + BigInt(point) * 10_000_000_000n}`
    await insert(engine, insertMetrics, { param_startNs, param_points: `${pointsPerBatch}` })
  }
}

/** Repeated if the engine is overloaded: rows have an identity, so that costs only time. */
async function insert(engine: TestEngine, sql: string, params: Readonly<Record<string, string>>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { status, text } = await engine.send({ body: sql, query: { database: 'otel', ...params } })
    if (status === 200) return
    if (status !== 503 || tries === maxTries) throw new Error(`The engine answered ${status}: ${text}`)
    await wait(2_000)
  }
}

/** Merges continue after the last row; a store that is written all day has finished most of them. */
export async function settle(engine: TestEngine): Promise<void> {
  printProgress('waiting for merges…')
  const untilMs = performance.now() + settleMs
  for (let quiet = 0; quiet < 3 && performance.now() < untilMs; ) {
    const { text } = await engine.send({ body: 'SELECT count() FROM system.merges' })
    quiet = text.trim() === '0' ? quiet + 1 : 0
    await wait(1_000)
  }
}
