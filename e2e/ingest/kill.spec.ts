import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONFIG_ARGS, otelcolBinary, type RunningOtelcol, startOtelcol } from '../../test/collector/start-otelcol.ts'
import { createEngineQuery } from '../../test/engine/query-engine.ts'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import { startEngine, type TestEngine } from '../../test/engine/start-engine.ts'
import { attributes, nowNs, type Signal, sendOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'

const SPANS_A_REQUEST = 20
const SPAN_SENDERS = 4
/** `npm run test:fire` has more. */
const KILLS = Number(process.env['ERRATA_TEST_KILLS'] ?? 12)
const LOG_SENDERS = 2
const queueDir = mkdtempSync(join(tmpdir(), 'errata-kill-queue-'))
const dataDir = mkdtempSync(join(tmpdir(), 'errata-kill-data-'))
const deaths: string[] = []
const acknowledged = { traces: new Set<string>(), spans: new Set<string>(), logs: new Set<string>() }
let engine: TestEngine
let otelcol: RunningOtelcol

beforeAll(async () => {
  engine = await startReadyEngine({ dataDir })
  otelcol = await startOtelcol({ clickhouse: { url: engine.url, ...engine.collector }, queueDir })
  const over = new AbortController()
  const senders = [
    ...Array.from({ length: SPAN_SENDERS }, () => sendUntil(over.signal, sendSpans)),
    ...Array.from({ length: LOG_SENDERS }, () => sendUntil(over.signal, sendLogs)),
  ]
  for (const kill of inAnyOrder(chooseKills())) {
    await wait(300 + Math.random() * 1_500)
    await kill()
  }
  await wait(500)
  over.abort()
  await Promise.all(senders)
  await everythingIsSent()
}, 1_800_000)

afterAll(async () => {
  await otelcol.stop()
  await engine.stop()
  for (const dir of [queueDir, dataDir]) rmSync(dir, { recursive: true, force: true })
})

test('every span that was acknowledged is there, once, whatever died meanwhile', async () => {
  expect(acknowledged.spans.size).toBeGreaterThan(2_000)
  const rows = await query('SELECT SpanId AS id FROM otel_traces FINAL')
  expect(differences(rows, acknowledged.spans), deaths.join(', ')).toEqual(none)
})

test('every log record that was acknowledged is there, once', async () => {
  expect(acknowledged.logs.size).toBeGreaterThan(500)
  const rows = await query("SELECT LogAttributes['log.record.uid'] AS id FROM otel_logs FINAL")
  expect(differences(rows, acknowledged.logs), deaths.join(', ')).toEqual(none)
})

test('every exception that was acknowledged is counted once', async () => {
  const [row] = await query('SELECT count() AS there FROM exceptions FINAL')
  expect(Number(row?.['there']), deaths.join(', ')).toBe(acknowledged.logs.size)
})

test('every transaction that was acknowledged is counted once', async () => {
  const [row] = await query('SELECT count() AS there FROM transactions FINAL')
  expect(Number(row?.['there']), deaths.join(', ')).toBe(acknowledged.traces.size)
})

test('every trace that was acknowledged is listed once, by its root', async () => {
  const rows = await query("SELECT TraceId AS id FROM trace_parts GROUP BY id HAVING min(Root).Name = 'root'")
  expect(differences(rows, acknowledged.traces), deaths.join(', ')).toEqual(none)
})

test('every trace that was acknowledged is found by its id', async () => {
  const rows = await query(`SELECT DISTINCT TraceId AS id
    FROM (SELECT TraceId FROM otel_traces UNION ALL SELECT TraceId FROM otel_logs)
    WHERE TraceId != '' AND sipHash64(TraceId) IN (SELECT Trace FROM trace_index WHERE Fact = '')`)
  expect(differences(rows, acknowledged.traces), deaths.join(', ')).toEqual(none)
})

const none = { missing: [], foreign: [], rows: 'as many' }

/** Some of the differences: thousands of ids are no help. */
function differences(rows: readonly Record<string, unknown>[], wanted: ReadonlySet<string>): object {
  const there = new Set(rows.map(row => String(row['id'])))
  return {
    missing: [...wanted].filter(id => !there.has(id)).slice(0, 5),
    foreign: [...there].filter(id => !wanted.has(id)).slice(0, 5),
    rows: rows.length === wanted.size ? 'as many' : `${rows.length} instead of ${wanted.size}`,
  }
}

const query = (sql: string) => createEngineQuery(engine)(sql)

async function killEngine(): Promise<void> {
  deaths.push('engine')
  engine.kill()
  await engine.stop()
  await wait(Math.random() * 500)
  engine = await startEngine({ dataDir, args: ['--port', new URL(engine.url).port] })
}

async function killOtelcol(): Promise<void> {
  deaths.push('Collector')
  await otelcol.kill()
  await startAgain()
}

/** While it rewrites its queue: the worst moment, for which the guard exists. */
async function killOtelcolTwice(): Promise<void> {
  const afterMs = Math.round(100 + Math.random() * 900)
  deaths.push(`Collector, and ${afterMs} ms after its start again`)
  await otelcol.kill()
  await guardQueue()
  const starting = promisify(execFile)(await otelcolBinary(), CONFIG_ARGS, {
    cwd: join(import.meta.dirname, '../..'),
    // Its own ports and none of the others: it must be killed before anybody can send to it.
    env: { ...process.env, ...clickhouse(), ...(await unusedPorts()), ERRATA_QUEUE_DIR: queueDir },
    timeout: afterMs,
    killSignal: 'SIGKILL',
  })
  await expect(starting).rejects.toMatchObject({ signal: 'SIGKILL' })
  await startAgain()
}

async function startAgain(): Promise<void> {
  await guardQueue()
  otelcol = await startOtelcol({ clickhouse: { url: engine.url, ...engine.collector }, queueDir })
}

async function guardQueue(): Promise<void> {
  await promisify(execFile)(process.execPath, ['collector/guard-queue.ts', queueDir], {
    cwd: join(import.meta.dirname, '../..'),
  })
}

const clickhouse = () => ({
  CLICKHOUSE_URL: engine.url,
  CLICKHOUSE_USER: engine.writer.user,
  CLICKHOUSE_PASSWORD: engine.writer.password,
})

async function unusedPorts(): Promise<Record<string, string>> {
  const { freePorts } = await import('../../test/free-ports.ts')
  const [grpc, http, browser, health, metrics, own] = await freePorts(6)
  return {
    ERRATA_OTLP_GRPC_PORT: `${grpc}`,
    ERRATA_OTLP_HTTP_PORT: `${http}`,
    ERRATA_OTLP_BROWSER_PORT: `${browser}`,
    ERRATA_OTELCOL_HEALTH_PORT: `${health}`,
    ERRATA_OTELCOL_METRICS_PORT: `${metrics}`,
    ERRATA_OTELCOL_OWN_PORT: `${own}`,
  }
}

/** Half of them kill the engine. One counts twice: it kills again during the first restart. */
function chooseKills(): (() => Promise<void>)[] {
  const sixKills = [killEngine, killEngine, killEngine, killOtelcol, killOtelcolTwice]
  return Array.from({ length: Math.ceil(KILLS / 6) }, () => sixKills).flat()
}

function inAnyOrder<T>(all: readonly T[]): T[] {
  return all
    .map(one => ({ one, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

/** Not faster than a small machine can store: what accumulates while the engine is dead must be stored in time. */
async function sendUntil(over: AbortSignal, send: () => Promise<void>): Promise<void> {
  while (!over.aborted) {
    await send()
    await wait(5)
  }
}

async function sendSpans(): Promise<void> {
  const traceId = newId(16)
  const spanIds = Array.from({ length: SPANS_A_REQUEST }, () => newId(8))
  const spans = spanIds.map((spanId, i) => ({
    traceId,
    spanId,
    ...(i === 0 ? {} : { parentSpanId: spanIds[0] }),
    name: i === 0 ? 'root' : 'work',
    kind: i === 0 ? 2 : 1,
    startTimeUnixNano: nowNs(10),
    endTimeUnixNano: nowNs(),
  }))
  await sendTillAcknowledged('traces', { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] })
  acknowledged.traces.add(traceId)
  for (const spanId of spanIds) acknowledged.spans.add(spanId)
}

async function sendLogs(): Promise<void> {
  const uids = Array.from({ length: 5 }, () => newId(16))
  const logRecords = uids.map(uid => ({
    timeUnixNano: nowNs(),
    severityNumber: 17,
    eventName: 'exception',
    attributes: attributes({
      'log.record.uid': uid,
      'exception.type': 'TypeError',
      'exception.message': 'x is undefined',
      'exception.stacktrace': 'TypeError: x is undefined\n    at pay (pay.js:1:20)',
    }),
  }))
  await sendTillAcknowledged('logs', { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] })
  for (const uid of uids) acknowledged.logs.add(uid)
}

const resource = { attributes: attributes({ 'service.name': 'kill' }) }
const newId = (bytes: number) => randomBytes(bytes).toString('hex')

/** Like an SDK, but without end: repeats the request until it is answered 200. */
async function sendTillAcknowledged(signal: Signal, body: object): Promise<void> {
  const deadline = AbortSignal.timeout(60_000)
  for (;;) {
    deadline.throwIfAborted()
    try {
      const response = await sendOtlp({ url: otelcol.httpUrl, signal, body })
      await response.arrayBuffer()
      if (response.status === 200) return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // Nobody listens, or the connection broke.
    }
    await wait(50)
  }
}

/**
 * Waits until everything acknowledged is stored, or nothing has arrived for longer than the Collector waits before it repeats a request; the
 * tests then report what is missing. Each table counts: if the engine died during an insert, a table may have its rows, and those that its
 * views fill get theirs when the request is repeated, up to half a minute later.
 */
async function everythingIsSent(): Promise<void> {
  const { traces, spans, logs } = acknowledged
  const wanted = [spans.size, traces.size, traces.size, traces.size, logs.size, logs.size]
  let last = ''
  let since = performance.now()
  await poll(
    async () => {
      const [row] = await query(`SELECT [
        (SELECT uniqExact(SpanId) FROM otel_traces),
        (SELECT uniqExact(TraceId) FROM transactions),
        (SELECT uniqExact(TraceId) FROM trace_parts),
        (SELECT uniqExact(Trace) FROM trace_index WHERE Fact = ''),
        (SELECT uniqExact(LogAttributes) FROM otel_logs),
        (SELECT uniqExact(Id) FROM exceptions)
      ] AS there`)
      return [row?.['there']].flat().map(Number)
    },
    there => {
      const now = there.join(' ')
      if (now !== last) since = performance.now()
      last = now
      const all = wanted.every((count, i) => Number(there[i]) >= count)
      // Somewhat longer than a flush, so that repeated requests have arrived.
      return performance.now() - since > (all ? 3_000 : 60_000)
    },
    240_000,
  )
}
