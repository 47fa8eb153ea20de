import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countIngested } from '../../store/pipeline/count-ingested.ts'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import { openStore, type Store } from '../../store/store.ts'
import { listTraces } from '../../store/traces/list-traces.ts'
import { rangeEndingAt, type TraceId } from '../../store/units.ts'
import { startOtelcol } from '../collector/start-otelcol.ts'
import type { TestEngine } from '../engine/start-engine.ts'
import { attributes, deliverOtlp, nowNs } from '../otlp/send-otlp.ts'
import { poll } from '../poll.ts'
import { queryEveryPage } from '../store/every-answer.ts'
import { openTestStore, randomHexId } from '../store/open-test-store.ts'
import { startCluster, type TestCluster } from './start-cluster.ts'

/** With the server's own settings a missing shard would be left out of results, and inserts acknowledged before a shard has them. */
const careless = `<profiles>
  <errata_desk><skip_unavailable_shards>1</skip_unavailable_shards></errata_desk>
  <errata_writing><distributed_foreground_insert>0</distributed_foreground_insert></errata_writing>
</profiles>`
const impatient = `exporters:
  clickhouse:
    retry_on_failure: { initial_interval: 200ms, max_interval: 1s }
`
let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster({ shards: 2, schema: true, config: careless })
})
afterAll(() => cluster?.[Symbol.asyncDispose]())

const entry = () => cluster.nodes[0] as TestEngine
const range = () => rangeEndingAt(Date.now() + 60_000, 3_600_000)

test('what was acknowledged while a shard was killed and restarted is stored, and counts once', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'errata-shard-'))
  writeFileSync(join(dir, 'retry.yaml'), impatient)
  const { url, collector } = entry()
  await using otelcol = await startOtelcol({ clickhouse: { url, ...collector }, configs: [join(dir, 'retry.yaml')] })
  const sent: string[] = []
  const send = async () => {
    const traceIds = Array.from({ length: 20 }, () => randomHexId(16))
    await deliverOtlp({ url: otelcol.httpUrl, signal: 'traces', body: spansOf(traceIds) })
    await deliverOtlp({ url: otelcol.httpUrl, signal: 'logs', body: exceptionsOf(traceIds) })
    sent.push(...traceIds)
  }
  for (let i = 0; i < 5; i++) await send()
  await Promise.all([send(), send(), cluster.kill(1), send(), send()])
  for (let i = 0; i < 5; i++) await send()
  await poll(otelcol.failedExports, failed => failed > 0)
  await cluster.restart(1)
  for (let i = 0; i < 5; i++) await send()

  await using store = openStore({ url, ...entry().desk, timeoutMs: 120_000 })
  const stored = async (table: string) =>
    (
      await entry().send({ body: `SELECT uniqExact(TraceId) FROM otel.${table} WHERE ServiceName = 'shop'` })
    ).text.trim()
  for (const table of [TABLES.spans, TABLES.logs])
    await poll(
      () => stored(table),
      count => count === `${sent.length}`,
    )
  // An insert that the kill interrupted may have left rows without those of the views: these come when it is repeated.
  for (const traceId of sent.filter((_, i) => i % 10 === 0)) {
    const arrived = () => countIngested(store, { traceId: traceId as TraceId })
    await expect.poll(arrived, { timeout: 120_000 }).toMatchObject({ spans: 2, logs: 1, exceptions: 1 })
  }

  // What the Collector wrote, on one node.
  await using single = await openTestStore()
  for (const table of [TABLES.spans, TABLES.logs]) {
    const query = `SELECT * FROM otel.${table} WHERE ServiceName = 'shop' FORMAT Native`
    const { bytes } = await entry().send({ body: query })
    const insert = { query: `INSERT INTO ${single.database}.${table} FORMAT Native` }
    expect((await single.engine.send({ query: insert, body: bytes })).status).toBe(200)
  }
  const traceIds = [sent[0], sent[110], sent.at(-1)] as TraceId[]
  const seen = { range: range(), traceIds, digests: ['k7m2p9qx'], service: 'shop' }
  const answers = async (asked: Store) => {
    // The Collector also sends its own metrics, but not to the single node.
    const { status: _status, rows: _rows, services, ...rest } = await queryEveryPage(asked, seen)
    return { ...rest, services: services.filter(name => name === 'shop') }
  }
  const expected = await answers(single)
  await expect.poll(() => answers(store), { timeout: 120_000, interval: 1000 }).toEqual(expected)
  rmSync(dir, { recursive: true })
})

test('an answer of which a shard is missing is none, whatever the profile says, and a lost shard is an outage', async () => {
  await using store = openStore({ url: entry().url, ...entry().desk, timeoutMs: 120_000 })
  expect((await listTraces(store, { range: range(), limit: 50 })).length).toBeGreaterThan(0)
  await cluster.kill(1)

  await expect(listTraces(store, { range: range(), limit: 50 })).rejects.toMatchObject({ kind: 'away' })
  await cluster.restart(1)
  expect((await listTraces(store, { range: range(), limit: 50 })).length).toBeGreaterThan(0)
})

const resource = { attributes: attributes({ 'service.name': 'shop' }) }

function spansOf(traceIds: readonly string[]): object {
  const spans = traceIds.flatMap(traceId => {
    const spanId = randomHexId(8)
    const timed = { traceId, startTimeUnixNano: nowNs(1000), endTimeUnixNano: nowNs(900) }
    return [
      { ...timed, spanId, name: 'GET /cart', kind: 2, attributes: attributes({ 'http.route': '/cart' }) },
      { ...timed, spanId: randomHexId(8), parentSpanId: spanId, name: 'SELECT', kind: 3, status: { code: 2 } },
    ]
  })
  return { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] }
}

function exceptionsOf(traceIds: readonly string[]): object {
  const logRecords = traceIds.map(traceId => ({
    traceId,
    timeUnixNano: nowNs(950),
    severityNumber: 17,
    eventName: 'exception',
    attributes: attributes({
      'log.record.uid': randomHexId(16),
      'errata.error.digest': 'k7m2p9qx',
      'exception.type': 'TypeError',
      'exception.message': 'x is undefined',
    }),
  }))
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }
}
