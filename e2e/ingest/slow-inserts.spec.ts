import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { attributes, deliverOtlp, nowNs } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { type IngestPipeline, openIngest } from './open-ingest.ts'

// An insert that takes long is made by views that wait: three seconds each, one after another, whatever the machine.
const VIEW_SECONDS = 3
let ingest: IngestPipeline

afterEach(() => ingest[Symbol.asyncDispose]())

async function command(body: string): Promise<void> {
  const { status, text } = await ingest.engine.send({ body })
  expect(status, text).toBe(200)
}

async function slowDownInserts(seconds: number): Promise<void> {
  await command('CREATE TABLE otel.waited (waited UInt8) ENGINE = Null')
  for (let i = 0; i < seconds / VIEW_SECONDS; i++) {
    await command(
      `CREATE MATERIALIZED VIEW otel.waits_${i} TO otel.waited AS SELECT sleepEachRow(${VIEW_SECONDS}) AS waited FROM otel.otel_traces LIMIT 1`,
    )
  }
}

async function sendSpan(): Promise<string> {
  const traceId = randomUUID().replaceAll('-', '')
  const span = { traceId, spanId: traceId.slice(16), name: 'x', startTimeUnixNano: nowNs(), endTimeUnixNano: nowNs() }
  const resource = { attributes: attributes({ 'service.name': 'slow' }) }
  const body = { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }
  await deliverOtlp({ url: ingest.otelcol.httpUrl, signal: 'traces', body })
  return traceId
}

/** Watches the inserts that run until `isDone`. @returns the most that ran at once. */
async function watchRunning(isDone: () => boolean | Promise<boolean>): Promise<number> {
  let most = 0
  await poll(
    async () => {
      const { text } = await ingest.engine.send({
        body: "SELECT count() FROM system.processes WHERE query_kind = 'Insert' AND query LIKE '%otel_traces%'",
      })
      most = Math.max(most, Number(text))
      return await isDone()
    },
    Boolean,
    120_000,
  )
  return most
}

const isStored = async (traceId: string) =>
  (await ingest.query(`SELECT count() AS rows FROM otel_traces FINAL WHERE TraceId = '${traceId}'`))[0]?.['rows'] === 1

test('an insert of 36 s is waited for: it is sent once, and no second one runs beside it', async () => {
  ingest = await openIngest()
  await slowDownInserts(36)
  await sendSpan()
  const isSent = async () =>
    /otelcol_exporter_sent_spans\{exporter="clickhouse".*\} 1$/m.test(
      await (await fetch(ingest.otelcol.metricsUrl)).text(),
    )

  expect(await watchRunning(isSent)).toBe(1)
  expect(ingest.inserts.sizesOf('otel_traces')).toHaveLength(1)
  expect(ingest.otelcol.failedExports()).toBe(0)
})

test('an insert that ClickHouse ends at its limit is sent again only then', async () => {
  ingest = await openIngest({ configs: ['yaml:exporters::clickhouse::connection_params::max_execution_time: "4"'] })
  await slowDownInserts(9)
  const traceId = await sendSpan()

  expect(await watchRunning(() => ingest.otelcol.failedExports() >= 3)).toBe(1)
  for (const i of [0, 1, 2]) await command(`DROP VIEW otel.waits_${i}`)
  await poll(() => isStored(traceId), Boolean)
})
