import { type OtelcolOptions, type RunningOtelcol, startOtelcol } from '../../test/collector/start-otelcol.ts'
import { createEngineQuery, type EngineQuery } from '../../test/engine/query-engine.ts'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import type { TestEngine } from '../../test/engine/start-engine.ts'
import { type WatchedInserts, watchInserts } from './watch-inserts.ts'

/** The real engine with the real schema, and the real Collector. */
export interface IngestPipeline {
  readonly engine: TestEngine
  readonly otelcol: RunningOtelcol
  /** The Collector's inserts so far. */
  readonly inserts: WatchedInserts
  query: EngineQuery
  [Symbol.asyncDispose](): Promise<void>
}

/** The shipped second would be most of the duration of these tests. */
const quickly = 'yaml:exporters::clickhouse::sending_queue::batch::flush_timeout: 100ms'

export async function openIngest({
  env,
  configs = [],
}: Pick<OtelcolOptions, 'env' | 'configs'> = {}): Promise<IngestPipeline> {
  await using started = new AsyncDisposableStack()
  const engine = started.use(await startReadyEngine())
  const inserts = started.use(await watchInserts(engine.url))
  const otelcol = started.use(
    await startOtelcol({
      clickhouse: { url: inserts.url, ...engine.collector },
      configs: [quickly, ...configs],
      ...(env === undefined ? {} : { env }),
    }),
  )
  const all = started.move()
  return { engine, otelcol, inserts, query: createEngineQuery(engine), [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** The Collector's counters so far, by metric and label. */
export type MetricValues = ReadonlyMap<string, number>

/** Scrapes the Collector's own metrics. Keys as Prometheus writes them: `name{label="value",…}`. */
export async function scrapeMetrics(metricsUrl: string): Promise<MetricValues> {
  const text = await (await fetch(metricsUrl)).text()
  const samples = [...text.matchAll(/^([a-z_]+)(\{.*?\})? (\S+)$/gm)]
  return new Map(samples.map(([, name = '', labels = '', value]) => [`${name}${labels}`, Number(value)]))
}

/** The sum of a metric over all series with the label; 0 if there are none. */
export function sumMetric(counters: MetricValues, metric: string, label = ''): number {
  return [...counters]
    .filter(
      ([key]) => key.startsWith(metric) && key.slice(metric.length).match(/^(\{|$)/) !== null && key.includes(label),
    )
    .reduce((sum, [, value]) => sum + value, 0)
}

/** Resident memory of a process in MiB (Linux; elsewhere 0, so that a bound holds trivially). */
export async function residentMib(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
