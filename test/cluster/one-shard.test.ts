import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type Store } from '../../store/store.ts'
import { getTrace } from '../../store/traces/get-trace.ts'
import { listBriefSpans } from '../../store/traces/list-brief-spans.ts'
import { listTraceServices } from '../../store/traces/list-trace-services.ts'
import type { TraceId } from '../../store/units.ts'
import type { TestEngine } from '../engine/start-engine.ts'
import { randomHexId, spanRow } from '../store/open-test-store.ts'
import { insertRows } from './insert-rows.ts'
import { startCluster, type TestCluster } from './start-cluster.ts'

let cluster: TestCluster
let store: Store
beforeAll(async () => {
  cluster = await startCluster({ shards: 3, schema: true })
  const { url, desk } = entry()
  store = openStore({ url, ...desk, timeoutMs: 120_000 })
})
afterAll(async () => {
  await store?.close()
  await cluster?.[Symbol.asyncDispose]()
})

const entry = () => cluster.nodes[0] as TestEngine

test('the spans of a trace are asked of the shard that has them, and of no other', async () => {
  const spanId = randomHexId(8)
  const traceIds = Array.from({ length: 12 }, () => randomHexId(16) as TraceId)
  await insertRows(
    cluster.nodes,
    0,
    traceIds.map(traceId => spanRow({ traceId, spanId })),
  )
  const reads: ((traceId: TraceId) => Promise<unknown>)[] = [
    traceId => getTrace(store, { traceId }),
    traceId => listTraceServices(store, { traceId }),
    traceId => listBriefSpans(store, { traceId, spanIds: [spanId] }),
  ]
  for (const traceId of traceIds) {
    const isElsewhere = !(await hasTrace(entry(), traceId))
    for (const read of reads) {
      const before = await countConnections()
      expect(await read(traceId)).toMatchObject({})
      // For the index and for the spans.
      expect((await countConnections()) - before).toBe(isElsewhere ? 2 : 0)
    }
  }
})

test('a trace that lies on another shard, from before one was added, is found there', async () => {
  const traceId = randomHexId(16) as TraceId
  const { values } = spanRow({ traceId })
  for (const [index, node] of cluster.nodes.entries()) {
    await node.send({ query: { query: 'TRUNCATE TABLE otel.trace_index_local' } })
    const query = 'INSERT INTO otel.otel_traces_local FORMAT JSONEachRow'
    const { status, text } = await node.send({
      query: { query, date_time_input_format: 'best_effort' },
      body: JSON.stringify({ ...values, SpanId: randomHexId(8) }),
    })
    expect(status, text).toBe(200)
    expect(await getTrace(store, { traceId }), `on shard ${index + 1}`).toMatchObject({ totalSpans: 1 })
    await node.send({ query: { query: 'TRUNCATE TABLE otel.otel_traces_local' } })
  }
})

/** Counts how often the asked node has asked another one. */
async function countConnections(): Promise<number> {
  const { text } = await entry().send({
    body: "SELECT sum(value) FROM system.events WHERE event = 'DistributedConnectionTries'",
  })
  return Number(text)
}

async function hasTrace(node: TestEngine, traceId: string): Promise<boolean> {
  const { text } = await node.send({ body: `SELECT count() FROM otel.otel_traces_local WHERE TraceId = '${traceId}'` })
  return text.trim() !== '0'
}
