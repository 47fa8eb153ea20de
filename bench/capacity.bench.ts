import './sql-as-text.ts'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeLogs, encodeTraces } from '../seed/encode-otlp.ts'
import { generateTelemetry } from '../seed/generate.ts'
import type { SeedBatch } from '../seed/record.ts'
import { readEngineLogin } from '../test/engine/start-engine.ts'
import { encodeProtobuf } from '../test/otlp/send-otlp.ts'
import { poll } from '../test/poll.ts'
import { type RunningStack, startStack } from '../test/stack/start-stack.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { memoryOf } from './memory-of.ts'
import { median, percentile, printProgress, reportFigure } from './report.ts'
import { timePageRequest } from './time-page-request.ts'

export const benchmarkDescription =
  'what a span and a log record of a shop cost each process and the disk, at 3,000 spans a second for five minutes while the desk serves (ERRATA_BENCH_RATE, ERRATA_BENCH_SECONDS)'

const rate = Number(process.env['ERRATA_BENCH_RATE'] ?? 3_000)
const seconds = Number(process.env['ERRATA_BENCH_SECONDS'] ?? 300)
const spansPerRequest = 512
const calmSeconds = 30
const pages = ['/', '/issues', '/traces', '/services', '/logs', '/status']
const processes = ['collector', 'engine', 'desk'] as const

/**
 * The inputs of docs/capacity.md. Spans and log records are those of `npm run seed`: a shop of several services, with errors, noise that is
 * dropped, and attributes of which few are alike. What the processes take without them is measured first and taken off.
 */
export async function runBenchmark(): Promise<void> {
  await using stack = await startStack()
  const calm = await measure(stack, () => wait(calmSeconds * 1_000))
  const busy = await measure(stack, () => sendAll(stack))
  const { spans, logs, lateS, acceptedS } = busy.result
  reportFigure({ figure: 'capacity.load', value: loadavg()[0] ?? Number.NaN, unit: 'processes' })
  reportFigure({ figure: 'capacity.spans', value: spans / acceptedS, unit: 'spans/s', goal: { least: rate * 0.98 } })
  reportFigure({ figure: 'capacity.logs', value: logs / acceptedS, unit: 'records/s' })
  reportFigure({ figure: 'capacity.stored-after', value: lateS, unit: 's' })
  for (const name of processes) {
    const idle = calm.cpu[name] / calm.elapsedS
    const perRecord = (busy.cpu[name] - idle * busy.elapsedS) / (spans + logs)
    reportFigure({ figure: `capacity.${name}.cores`, value: busy.cpu[name] / busy.elapsedS, unit: 'cores' })
    if (name !== 'desk') reportFigure({ figure: `capacity.${name}.record`, value: perRecord * 1e6, unit: 'µs' })
    reportFigure({
      figure: `capacity.${name}.memory`,
      value: memoryOf([stack.pids()[name] ?? 0]) / 2 ** 20,
      unit: 'MiB',
    })
  }
  for (const path of pages) {
    const [calmly, busily] = [calm.firstBytes.get(path) ?? [], busy.firstBytes.get(path) ?? []]
    reportFigure({ figure: `capacity.first-byte ${path} calm`, value: median(calmly), unit: 'ms' })
    reportFigure({ figure: `capacity.first-byte ${path}`, value: median(busily), unit: 'ms' })
    reportFigure({ figure: `capacity.first-byte ${path} p95`, value: percentile(busily, 95), unit: 'ms' })
  }
  const bytes = await readBytes(stack)
  reportFigure({ figure: 'capacity.span', value: bytes.spans / bytes.storedSpans, unit: 'B on disk' })
  reportFigure({ figure: 'capacity.log', value: bytes.logs / bytes.storedLogs, unit: 'B on disk' })
}

/** Processor time of each process, and first bytes of pages, two a second, while something runs. */
async function measure<Result>(stack: RunningStack, run: () => Promise<Result>) {
  const pids = stack.pids()
  const readCpu = () => processes.map(name => cpuSeconds(pids[name] ?? 0))
  const [before, fromMs] = [readCpu(), performance.now()]
  const done = new AbortController()
  const browsing = browse(stack, done.signal)
  const result = await run().finally(() => done.abort())
  const firstBytes = await browsing
  const elapsedS = (performance.now() - fromMs) / 1_000
  const after = readCpu()
  const [collector = 0, engine = 0, desk = 0] = after.map((value, i) => value - (before[i] ?? 0))
  return { result, firstBytes, elapsedS, cpu: { collector, engine, desk } }
}

async function browse(stack: RunningStack, done: AbortSignal): Promise<ReadonlyMap<string, number[]>> {
  const times = new Map(pages.map((path): [string, number[]] => [path, []]))
  for (let i = 0; !done.aborted; i++) {
    const path = pages[i % pages.length] ?? '/'
    const { firstByteMs } = await timePageRequest(`${stack.deskUrl}${path}`)
    times.get(path)?.push(firstByteMs)
    await wait(500)
  }
  return times
}

/**
 * Sends for a fixed time, never faster than the rate; then waits until nothing waits in the Collector.
 *
 * @throws {Error} If the Collector refuses something.
 */
async function sendAll(stack: RunningStack) {
  const fromMs = performance.now()
  let [spans, logs] = [0, 0]
  const plan = { seed: 1, spans: rate * seconds * 2, days: Math.ceil(seconds / 300) / 288, untilMs: Date.now() }
  for (const batch of inRequests(generateTelemetry(plan))) {
    const dueMs = fromMs + (spans / rate) * 1_000
    if (dueMs - fromMs > seconds * 1_000) break
    await wait(Math.max(0, dueMs - performance.now()))
    await Promise.all([
      post(stack, 'traces', encodeProtobuf('traces', encodeTraces(batch.spans))),
      batch.logs.length > 0 && post(stack, 'logs', encodeProtobuf('logs', encodeLogs(batch.logs))),
    ])
    if (spans % 50_000 > (spans + batch.spans.length) % 50_000)
      printProgress(
        `capacity: ${spans} spans, ${((performance.now() - dueMs) / 1_000).toFixed(1)} s late, load ${loadavg()[0]?.toFixed(1)}`,
      )
    spans += batch.spans.length
    logs += batch.logs.length
  }
  const acceptedMs = performance.now()
  await poll(
    () => readQueue(stack),
    size => size === 0,
    300_000,
  )
  return { spans, logs, acceptedS: (acceptedMs - fromMs) / 1_000, lateS: (performance.now() - acceptedMs) / 1_000 }
}

function* inRequests(visits: Iterable<SeedBatch>): Generator<SeedBatch> {
  let [spans, logs]: [SeedBatch['spans'][number][], SeedBatch['logs'][number][]] = [[], []]
  for (const visit of visits) {
    spans.push(...visit.spans)
    logs.push(...visit.logs)
    if (spans.length < spansPerRequest) continue
    yield { spans, logs }
    ;[spans, logs] = [[], []]
  }
}

async function post(
  { otlpUrl }: RunningStack,
  signal: 'traces' | 'logs',
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const headers = { 'content-type': 'application/x-protobuf' }
  const response = await fetch(`${otlpUrl}/v1/${signal}`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`The Collector answered ${response.status}`)
}

/** Bytes that wait in all queues of the Collector. */
async function readQueue({ metricsUrl }: RunningStack): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  return [...text.matchAll(/^otelcol_exporter_queue_size\{[^\n]*\} (\S+)$/gm)].reduce(
    (sum, [, size]) => sum + Number(size),
    0,
  )
}

async function readBytes(stack: RunningStack) {
  // The hook that reads SQL must exist before the queries are loaded.
  const { openStore } = await import('../store/store.ts')
  const { listBytesByDay } = await import('../store/storage/list-bytes-by-day.ts')
  await using store = openStore({
    url: stack.engineUrl,
    ...readEngineLogin(join(stack.dataDir, 'engine'), 'errata_desk'),
  })
  const days = (await listBytesByDay(store, {})) ?? []
  const countOf = async (table: string) => {
    const [row] = await stack.query<{ n: string }>(`SELECT toString(count()) AS n FROM ${table}`)
    return Number(row?.n)
  }
  return {
    spans: days.reduce((sum, day) => sum + day.spans, 0),
    logs: days.reduce((sum, day) => sum + day.logs, 0),
    storedSpans: await countOf('otel_traces'),
    storedLogs: await countOf('otel_logs'),
  }
}
