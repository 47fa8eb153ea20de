import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningOtelcol, startOtelcol } from '../../test/collector/start-otelcol.ts'
import { createEngineQuery } from '../../test/engine/query-engine.ts'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import { startEngine, type TestEngine } from '../../test/engine/start-engine.ts'
import { attributes, nowNs, sendOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { scrapeMetrics, sumMetric } from './open-ingest.ts'

/** A third of the shipped limit, so that a third of the data shows what takes memory. */
const limits = 'yaml:processors::memory_limiter: { limit_mib: 256, spike_limit_mib: 64 }'
const RECORDS_A_REQUEST = 60
const dataDir = mkdtempSync(join(tmpdir(), 'errata-memory-data-'))
let engine: TestEngine
let otelcol: RunningOtelcol
let sent = 0

beforeAll(async () => {
  engine = await startReadyEngine({ dataDir })
  const clickhouse = { url: engine.url, ...engine.collector }
  otelcol = await startOtelcol({ clickhouse, configs: [limits], env: { GOMEMLIMIT: '170MiB' } })
})

afterAll(async () => {
  await otelcol.stop()
  await engine.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('with the engine away the disk is the bound, not memory', async () => {
  const port = new URL(engine.url).port
  engine.kill()
  await engine.stop()
  const answers = await sendMib(240)
  const queued = sumMetric(await scrapeMetrics(otelcol.metricsUrl), 'otelcol_exporter_queue_size', 'data_type="logs"')
  engine = await startEngine({ dataDir, args: ['--port', port] })
  expect([...answers.keys()]).toEqual([200])
  expect(queued).toBeGreaterThan(200 * 1_048_576)
})

test('when the engine is back all of it arrives, and then the Collector holds none of it and takes data again', async () => {
  await poll(stored, there => there >= sent, 180_000)
  // Above 192 MiB it refuses everything. The driver kept memory of the largest insert for an hour, which was enough for that.
  const heap = async () =>
    sumMetric(await scrapeMetrics(otelcol.metricsUrl), 'otelcol_process_runtime_heap_alloc_bytes')
  await poll(heap, bytes => bytes < 100 * 1_048_576, 60_000)
  expect((await sendOne()).status).toBe(200)
})

async function sendMib(mib: number): Promise<ReadonlyMap<number, number>> {
  const answers = new Map<number, number>()
  for (let done = 0; done < mib * 1_048_576; done += RECORDS_A_REQUEST * 60_000) {
    const { status } = await sendOne()
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
  return answers
}

/** 3.6 MB of records of 60 KB, each with its own identity. */
async function sendOne(): Promise<Response> {
  const body = { stringValue: 'x'.repeat(60_000) }
  const logRecords = Array.from({ length: RECORDS_A_REQUEST }, (_, i) => ({
    timeUnixNano: nowNs(),
    body,
    attributes: attributes({ 'log.record.uid': `${sent + i}` }),
  }))
  const resource = { attributes: attributes({ 'service.name': 'memory' }) }
  const resourceLogs = [{ resource, scopeLogs: [{ logRecords }] }]
  const response = await sendOtlp({ url: otelcol.httpUrl, signal: 'logs', body: { resourceLogs } })
  await response.arrayBuffer()
  if (response.ok) sent += RECORDS_A_REQUEST
  return response
}

async function stored(): Promise<number> {
  const [row] = await createEngineQuery(engine)("SELECT uniqExact(Id) AS n FROM otel_logs WHERE ServiceName = 'memory'")
  return Number(row?.['n'])
}
