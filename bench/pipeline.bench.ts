import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { otelcolBinary } from '../test/collector/start-otelcol.ts'
import { startEngine, type TestEngine } from '../test/engine/start-engine.ts'
import { freePorts } from '../test/free-ports.ts'
import { poll } from '../test/poll.ts'
import { type RunningStack, startStack } from '../test/stack/start-stack.ts'
import { printProgress, reportFigure } from './report.ts'
import { spanRequests } from './span-requests.ts'

export const benchmarkDescription =
  'spans a second through the Collector into the embedded engine while the desk serves, none lost; beside a stock Collector and the tables of its exporter'

const seconds = 20
const senders = 4

export async function runBenchmark(): Promise<void> {
  const cores = availableParallelism()
  // The goals are for two cores.
  if (cores !== 2) reportFigure({ figure: 'pipeline.cores', value: cores, unit: 'cores' })
  for (const [spansPerRequest, least] of [
    [512, 30_000],
    [40, 20_000],
  ] as const) {
    const ours = await sendThroughErrata(spansPerRequest)
    const stock = await sendThroughStock(spansPerRequest)
    reportFigure({ figure: `pipeline.${spansPerRequest}`, value: ours, unit: 'spans/s', goal: { least } })
    reportFigure({ figure: `pipeline.${spansPerRequest}.stock`, value: stock, unit: 'spans/s' })
    reportFigure({
      figure: `pipeline.${spansPerRequest}.of-stock`,
      value: ours / stock,
      unit: 'ratio',
      goal: { least: 0.6 },
    })
  }
}

/** @returns spans a second */
async function sendThroughErrata(spansPerRequest: number): Promise<number> {
  await using stack = await startStack()
  const { stored, elapsedS, pages } = await send(stack, spansPerRequest)
  printProgress(
    `pipeline: ${stored} spans in requests of ${spansPerRequest}, ${elapsedS.toFixed(1)} s, ${pages} pages served meanwhile`,
  )
  return stored / elapsedS
}

/**
 * The same spans through a Collector with the configuration that the exporter's README recommends, into the tables that it makes: nothing is
 * dropped, masked, limited, kept on disk or prepared for pages, and no desk runs.
 *
 * @returns spans a second
 * @see https://github.com/open-telemetry/opentelemetry-collector-contrib/blob/v0.161.0/exporter/clickhouseexporter/README.md
 */
async function sendThroughStock(spansPerRequest: number): Promise<number> {
  await using engine = await startEngine()
  await engine.send({ body: 'CREATE DATABASE stock' })
  const [port = 0] = await freePorts(1)
  const config = `yaml:${JSON.stringify(stockConfig(engine, port))}`
  const child = spawn(await otelcolBinary(), ['--config', config], { stdio: 'ignore' })
  try {
    const otlpUrl = `http://127.0.0.1:${port}`
    await poll(
      () =>
        fetch(otlpUrl).then(
          () => true,
          () => false,
        ),
      isThere => isThere,
    )
    const count = async (what: string) => {
      const { text } = await engine.send({ body: `SELECT ${what} FROM stock.otel_traces` })
      return Number(text)
    }
    const target = { otlpUrl, count: () => count('count()'), countOnce: () => count('uniqExact(SpanId)') }
    const { stored, elapsedS } = await store(target, spansPerRequest)
    printProgress(`pipeline: stock: ${stored} spans in requests of ${spansPerRequest}, ${elapsedS.toFixed(1)} s`)
    return stored / elapsedS
  } finally {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

const stockConfig = ({ url, writer }: TestEngine, port: number) => ({
  receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
  processors: { batch: { timeout: '5s', send_batch_size: 100_000 } },
  exporters: {
    clickhouse: {
      endpoint: url,
      username: writer.user,
      password: writer.password,
      database: 'stock',
      create_schema: true,
      timeout: '60s',
    },
  },
  service: {
    telemetry: { metrics: { level: 'none' } },
    pipelines: { traces: { receivers: ['otlp'], processors: ['batch'], exporters: ['clickhouse'] } },
  },
})

/** Sends for a fixed time, then waits until every acknowledged span is stored; only then the time is taken. */
async function send(stack: RunningStack, spansPerRequest: number) {
  const done = new AbortController()
  const count = async (what: string) => {
    const [row] = await stack.query(`SELECT ${what} AS n FROM otel_traces WHERE ServiceName = 'bench'`)
    return Number(row?.['n'])
  }
  const target = {
    otlpUrl: stack.otlpUrl,
    count: () => count('count()'),
    countOnce: () => count('uniqExact(SpanId)'),
  }
  const storing = store(target, spansPerRequest).finally(() => done.abort())
  const [result, pages] = await Promise.all([storing, browse(stack, done.signal)])
  return { ...result, pages }
}

/** Where spans are sent, and how many of them are stored. */
interface Target {
  readonly otlpUrl: string
  readonly count: () => Promise<number>
  /** Counts those that were delivered twice once. */
  readonly countOnce: () => Promise<number>
}

async function store({ otlpUrl, count, countOnce }: Target, spansPerRequest: number) {
  const fromMs = performance.now()
  const until = fromMs + seconds * 1_000
  const sent = await Promise.all(Array.from({ length: senders }, () => sendUntil(otlpUrl, spansPerRequest, until)))
  const accepted = sent.reduce((sum, requests) => sum + requests * spansPerRequest, 0)
  await poll(count, stored => stored >= accepted, 120_000)
  const elapsedS = (performance.now() - fromMs) / 1_000
  const stored = await countOnce()
  if (stored !== accepted) throw new Error(`${accepted} spans were acknowledged, ${stored} are stored`)
  return { stored, elapsedS }
}

async function sendUntil(otlpUrl: string, spansPerRequest: number, untilMs: number): Promise<number> {
  const next = spanRequests(spansPerRequest)
  let accepted = 0
  while (performance.now() < untilMs) {
    const response = await fetch(`${otlpUrl}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf' },
      body: next(),
    })
    await response.arrayBuffer()
    if (response.ok) accepted++
    else if (response.status === 503 || response.status === 429) await wait(100)
    else throw new Error(`The Collector answered ${response.status}`)
  }
  return accepted
}

/**
 * Two pages a second, like a person using the app.
 *
 * @returns How many were served, at least one.
 * @throws {Error} If one was not.
 */
async function browse(stack: RunningStack, done: AbortSignal): Promise<number> {
  let pages = 0
  while (!done.aborted) {
    const response = await fetch(`${stack.deskUrl}/traces`, { signal: AbortSignal.timeout(30_000) })
    await response.text()
    if (!response.ok) throw new Error(`The desk answered ${response.status} after ${pages} pages`)
    pages++
    await wait(500)
  }
  return pages
}
