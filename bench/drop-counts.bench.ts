import { type RunningOtelcol, startOtelcol } from '../test/collector/start-otelcol.ts'
import { applySchema } from '../test/engine/apply-schema.ts'
import { createEngineQuery } from '../test/engine/query-engine.ts'
import { startEngine, type TestEngine } from '../test/engine/start-engine.ts'
import { freePorts } from '../test/free-ports.ts'
import { poll } from '../test/poll.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { median, printProgress, reportFigure } from './report.ts'
import { spanRequests } from './span-requests.ts'

export const benchmarkDescription =
  'processor time a span of Collector and engine without the drop counts, over that with it'

const rounds = 5
const spansARound = 20_480
const goal = { least: 0.9 }

/**
 * The same spans alternately through a Collector with drop counts and one without, into one engine. The cost of drop counts is measured in
 * the Collectors only, because the engine's time varies with its merges; with noise the engine's part is left out.
 */
export async function runBenchmark(): Promise<void> {
  await using engine = await startEngine()
  await applySchema(engine)
  const clickhouse = { url: engine.url, ...engine.collector }
  await using withLedger = await startOtelcol({ clickhouse })
  await using without = await startOtelcol({ clickhouse, configs: await withoutDropCounts() })
  for (const [spansPerRequest, noise] of [
    [512, 0],
    [40, 0],
    [512, 0.2],
  ] as const) {
    const added: number[] = []
    const all: number[] = []
    for (let round = 0; round < rounds; round++) {
      const load = { spansPerRequest, noise }
      const turns = round % 2 === 0 ? [withLedger, without] : [without, withLedger]
      const spent = new Map<RunningOtelcol, Spent>()
      for (const otelcol of turns) spent.set(otelcol, await spend(engine, otelcol, load))
      const [one, other] = [spent.get(withLedger), spent.get(without)]
      if (one === undefined || other === undefined) continue
      added.push(one.otelcol - other.otelcol)
      all.push(other.otelcol + other.engine)
      printProgress(
        `drop counts: ${spansPerRequest} spans a request, ${noise * 100} % noise: Collector ${micros(one.otelcol)} µs a span with, ${micros(other.otelcol)} without; engine ${micros(one.engine)} and ${micros(other.engine)}`,
      )
    }
    const value = median(all) / (median(all) + median(added))
    const figure = `drop-counts.${spansPerRequest}${noise === 0 ? '' : '-noisy'}`
    reportFigure({ figure, value, unit: 'without/with', ...(noise === 0 ? { goal } : {}) })
  }
}

/** Seconds of processor time. */
interface Spent {
  readonly otelcol: number
  readonly engine: number
}

const micros = (seconds: number) => ((seconds / spansARound) * 1e6).toFixed(1)

/** The cost until everything sent is stored. */
async function spend(
  engine: TestEngine,
  otelcol: RunningOtelcol,
  { spansPerRequest, noise }: { spansPerRequest: number; noise: number },
): Promise<Spent> {
  const next = spanRequests(spansPerRequest)
  const before = await stored(engine)
  const from = { otelcol: cpuSeconds(otelcol.pid), engine: cpuSeconds(engine.pid) }
  let kept = 0
  for (let i = 0; i < spansARound / spansPerRequest; i++) {
    const isNoise = Math.floor((i + 1) * noise) > Math.floor(i * noise)
    const response = await fetch(`${otelcol.httpUrl}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf' },
      body: isNoise ? asHealthChecks(next()) : next(),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The Collector answered ${response.status}`)
    if (!isNoise) kept += spansPerRequest
  }
  await poll(
    () => stored(engine),
    count => count >= before + kept,
    120_000,
  )
  return { otelcol: cpuSeconds(otelcol.pid) - from.otelcol, engine: cpuSeconds(engine.pid) - from.engine }
}

/** A route of the same length that the rule for health checks matches. */
function asHealthChecks(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const [from, to] = ['/shop/items/:id', '/shop/it/health']
  return new Uint8Array(Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1'))
}

async function stored(engine: TestEngine): Promise<number> {
  const [row] = await createEngineQuery(engine)("SELECT count() AS n FROM otel_traces WHERE ServiceName = 'bench'")
  return Number(row?.['n'])
}

/** The noise pipelines, moved to receivers to which nobody sends. */
async function withoutDropCounts(): Promise<string[]> {
  const [port] = await freePorts(1)
  const idle = { protocols: { http: { endpoint: `127.0.0.1:${port}` } } }
  const pipelines = ['traces/noise', 'logs/noise']
  return [
    `yaml:receivers::otlp/idle: ${JSON.stringify(idle)}`,
    ...pipelines.map(name => `yaml:service::pipelines::${name}::receivers: [otlp/idle]`),
  ]
}
