import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { applySchema } from '../../test/apply-schema.ts'
import { startEngine, type TestEngine } from '../../test/start-engine.ts'
import { progress } from '../report.ts'

/** Of eight spans each; two of five have an exception. */
export const traces = 1_250_000

/** Its spans and exceptions, with what the views make of them, want some 300 MB of memory at a time. */
const tracesPerBatch = 25_000
const days = 7
const mostTries = 5
const settleMs = 60_000

const sqlOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const insertSpans = sqlOf('insert-spans.sql')
const insertExceptions = sqlOf('insert-exceptions.sql')

/**
 * Fills a data folder with a week of traces, in the order of time, as they would have come: through the tables that the Collector
 * writes to, so that every view has its rows too. Goes on where it was interrupted.
 */
export async function fillStore(engineDir: string): Promise<void> {
  const stepNs = BigInt(Math.floor((days * 86_400e9) / traces))
  const noteFile = join(engineDir, '..', 'filled.json')
  const note: Note = existsSync(noteFile)
    ? JSON.parse(readFileSync(noteFile, 'utf8'))
    : { startNs: `${BigInt(Date.now()) * 1_000_000n - BigInt(traces) * stepNs}`, done: 0 }
  if (note.done >= traces) return
  await using engine = await startEngine({ dataDir: engineDir })
  await applySchema(engine)
  const fromMs = performance.now()
  for (let first = note.done; first < traces; first += tracesPerBatch) {
    const params = {
      param_firstTrace: `${first}`,
      param_traces: `${Math.min(tracesPerBatch, traces - first)}`,
      param_startNs: note.startNs,
      param_stepNs: `${stepNs}`,
    }
    await Promise.all([insertSpans, insertExceptions].map(sql => insert(engine, sql, params)))
    const done = Math.min(first + tracesPerBatch, traces)
    writeFileSync(noteFile, JSON.stringify({ ...note, done } satisfies Note))
    const elapsedS = (performance.now() - fromMs) / 1_000
    progress(`digest-lookup: ${(done * 8).toLocaleString('en')} spans stored, ${elapsedS.toFixed(0)} s`)
  }
  await settle(engine)
}

interface Note {
  /** When the first trace began, Unix nanoseconds. */
  readonly startNs: string
  /** How many traces are stored. */
  readonly done: number
}

/** Sent again when the engine has too much to do: rows have an identity, so that costs nothing but time. */
async function insert(engine: TestEngine, sql: string, params: Readonly<Record<string, string>>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { status, text } = await engine.send({ body: sql, query: { database: 'otel', ...params } })
    if (status === 200) return
    if (status !== 503 || tries === mostTries) throw new Error(`The engine answered ${status}: ${text}`)
    await wait(2_000)
  }
}

/** Merges go on for a while after the last row; a store that is written to all day has most of them behind it. */
async function settle(engine: TestEngine): Promise<void> {
  progress('digest-lookup: waiting for merges…')
  const untilMs = performance.now() + settleMs
  for (let quiet = 0; quiet < 3 && performance.now() < untilMs; ) {
    const { text } = await engine.send({ body: 'SELECT count() FROM system.merges' })
    quiet = text.trim() === '0' ? quiet + 1 : 0
    await wait(1_000)
  }
}
