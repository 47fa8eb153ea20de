import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask, runErrata } from '../../test/backup/backed-up-folder.ts'
import { applySchema } from '../../test/engine/apply-schema.ts'
import { startEngine, type TestEngine } from '../../test/engine/start-engine.ts'
import { openTestDatabase, spanRow } from '../../test/store/open-test-store.ts'
import { createProcessRecord } from '../process-record.ts'

vi.setConfig({ testTimeout: 600_000 })

const folder = mkdtempSync(join(tmpdir(), 'errata-backup-load-'))
const dataDir = join(folder, 'data')
const archive = join(folder, 'under-load.tar')
/** Batches of 500 spans, each a root with a transaction, that were acknowledged before the backup began. */
let before = 0
let engine: TestEngine

const BATCH = 500
const insertBatch = async (store: ReturnType<typeof openTestDatabase>, number: number) =>
  await store.insert(Array.from({ length: BATCH }, () => spanRow({ name: `batch ${number}`, kind: 'Server' })))

/** A backup, while four senders insert as fast as they can into an engine that the stack of the folder runs. */
beforeAll(async () => {
  engine = await startEngine({ dataDir: join(dataDir, 'engine') })
  await applySchema(engine)
  const children = [createProcessRecord('engine', engine.pid)]
  writeFileSync(
    join(dataDir, 'stack.json'),
    JSON.stringify({ stack: createProcessRecord('stack', process.pid), children }),
  )
  const store = openTestDatabase(engine, 'otel', false)
  let [next, acknowledged, isDone] = [0, 0, false]
  const send = async () => {
    while (!isDone) {
      await insertBatch(store, ++next)
      acknowledged++
    }
  }
  const senders = Array.from({ length: 4 }, send)
  await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(20), { timeout: 120_000, interval: 20 })
  before = acknowledged
  const taken = await runErrata(['backup', archive], dataDir, { ERRATA_ENGINE_PORT: new URL(engine.url).port })
  const after = acknowledged
  isDone = true
  await Promise.all(senders)
  await store.close()
  await engine.stop()
  rmSync(join(dataDir, 'stack.json'))
  expect(taken).toMatchObject({ code: 0, stdout: expect.stringMatching(/^backed up at /) })
  expect(after).toBeGreaterThan(before)
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('a backup under load has all that was acknowledged, and every table agrees', async () => {
  const empty = join(folder, 'empty')
  const { stdout } = await runErrata(['restore', archive], empty)
  const [batches, spans, lacking, orphans, index] = await ask(
    empty,
    'SELECT uniqExact(SpanName) FROM otel.otel_traces',
    'SELECT countIf(n != 500) FROM (SELECT count() AS n FROM otel.otel_traces FINAL GROUP BY SpanName)',
    'SELECT count() FROM otel.otel_traces FINAL WHERE SpanId NOT IN (SELECT SpanId FROM otel.transactions)',
    'SELECT count() FROM otel.transactions FINAL WHERE SpanId NOT IN (SELECT SpanId FROM otel.otel_traces)',
    'SELECT count() FROM otel.otel_traces FINAL WHERE sipHash64(TraceId) NOT IN (SELECT Trace FROM otel.trace_index)',
  )

  expect(stdout).toMatch(/^restored to \S+ \S+, ([\d,]+) of \1 rows, /)
  expect(Number(batches)).toBeGreaterThanOrEqual(before)
  expect({ spans, lacking, orphans, index }).toEqual({ spans: '0', lacking: '0', orphans: '0', index: '0' })
})

test('a restore that is killed leaves no database, and the next one works', async () => {
  const target = join(folder, 'killed')
  for (const stage of ['chdb/metadata', 'chdb/metadata/otel.sql', 'chdb/store']) {
    const child = startRestore(target)
    await expect.poll(() => existsSync(join(target, 'restoring', stage)), { timeout: 60_000, interval: 5 }).toBe(true)
    const gone = once(child, 'exit')
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await gone
    expect(existsSync(join(target, 'engine'))).toBe(false)
  }
  const { code, stdout } = await runErrata(['restore', archive], target)

  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^restored to /) })
  expect(readdirSync(target).sort()).toEqual(['engine', 'stack.lock'])
})

/** In a group of its own, with the engine that it starts. */
function startRestore(target: string): ChildProcess {
  const env = { ...process.env, CLICKHOUSE_URL: '', ERRATA_DATA_DIR: target }
  const argv = ['supervisor/backup/main.ts', folder, 'restore', archive]
  return spawn(process.execPath, argv, {
    cwd: join(import.meta.dirname, '../..'),
    env,
    detached: true,
    stdio: 'ignore',
  })
}
