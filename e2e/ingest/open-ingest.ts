import { applySchema } from '../../test/apply-schema.ts'
import { type Query, queryOf } from '../../test/query-engine.ts'
import { startEngine, type TestEngine } from '../../test/start-engine.ts'
import { type OtelcolOptions, type RunningOtelcol, startOtelcol } from '../../test/start-otelcol.ts'

/** The real engine with the real schema, and the real Collector before it. */
export interface Ingest {
  readonly engine: TestEngine
  readonly otelcol: RunningOtelcol
  query: Query
  [Symbol.asyncDispose](): Promise<void>
}

export async function openIngest(options: Pick<OtelcolOptions, 'env' | 'configs'> = {}): Promise<Ingest> {
  const engine = await startEngine()
  try {
    await applySchema(engine)
    const otelcol = await startOtelcol({ clickhouse: { url: engine.url, ...engine.writer }, ...options })
    return {
      engine,
      otelcol,
      query: queryOf(engine.url),
      async [Symbol.asyncDispose]() {
        await otelcol[Symbol.asyncDispose]()
        await engine[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await engine[Symbol.asyncDispose]()
    throw error
  }
}

/** What the Collector has counted so far, by metric and label. */
export type Counters = ReadonlyMap<string, number>

/** Scrapes the Collector's own metrics. Keys as Prometheus writes them: `name{label="value",…}`. */
export async function scrape(metricsUrl: string): Promise<Counters> {
  const text = await (await fetch(metricsUrl)).text()
  const samples = [...text.matchAll(/^([a-z_]+)(\{.*?\})? (\S+)$/gm)]
  return new Map(samples.map(([, name = '', labels = '', value]) => [`${name}${labels}`, Number(value)]))
}

/** The sum of a metric over all its series that carry the label; 0 while there is none. */
export function total(counters: Counters, metric: string, label = ''): number {
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
