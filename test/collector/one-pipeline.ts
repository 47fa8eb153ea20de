import type { TestProject } from 'vitest/node'
import { keepExceptionsOnly, startReadyEngine } from '../engine/ready-store.ts'
import type { EngineLocation } from '../engine/start-engine.ts'
import { startOtelcol } from './start-otelcol.ts'

/** The pipeline for the specs of otel/: a Collector and an engine with only the views for exceptions. */
export interface TestPipeline {
  readonly engine: EngineLocation
  /** The receivers for servers and browsers. */
  readonly otlpUrl: string
  readonly browserUrl: string
}

declare module 'vitest' {
  interface ProvidedContext {
    pipeline: TestPipeline
  }
}

/** A separate pipeline, for a spec that checks everything that a service sends. */
export async function startPipeline(): Promise<TestPipeline & AsyncDisposable> {
  await using started = new AsyncDisposableStack() // cleans up if a later step fails
  const engine = started.use(await startReadyEngine())
  await keepExceptionsOnly(engine)
  const otelcol = started.use(await startOtelcol({ clickhouse: { url: engine.url, ...engine.collector } }))
  const all = started.move()
  return {
    engine: { url: engine.url, dataDir: engine.dataDir },
    otlpUrl: otelcol.httpUrl,
    browserUrl: otelcol.browserUrl,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** One pipeline for all specs that find their data by trace, session or service. */
export default async function startOnePipeline(project: TestProject): Promise<() => Promise<void>> {
  const { engine, otlpUrl, browserUrl, [Symbol.asyncDispose]: stop } = await startPipeline()
  project.provide('pipeline', { engine, otlpUrl, browserUrl })
  return async () => stop()
}
