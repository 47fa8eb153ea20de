import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendOtlp } from '../../test/otlp/send-otlp.ts'
import { deliverOtlpGrpc } from '../../test/otlp/send-otlp-grpc.ts'
import { poll } from '../../test/poll.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { type IngestPipeline, openIngest } from './open-ingest.ts'

/** Requests that the Collector refuses before it reads them: other counters do not have them. */

const body = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'x'.repeat(5 << 20) } }] }] }] }
let ingest: IngestPipeline
let desk: RunningDesk

beforeAll(async () => {
  ingest = await openIngest()
  desk = await startDesk({ engine: ingest.engine })
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await ingest[Symbol.asyncDispose]()
})

test('the status page counts requests that are too large, names the limit that each met, and says what to do', async () => {
  await expect(deliverOtlpGrpc({ port: ingest.otelcol.grpcPort, signal: 'logs', body })).rejects.toThrow(
    /larger than max/,
  )
  for (let request = 0; request < 2; request++) {
    const response = await sendOtlp({ url: ingest.otelcol.httpUrl, signal: 'logs', body })
    await response.arrayBuffer()
    // The stock receiver does not answer 413. If it does, "or malformed" can go from describe-refused-requests.ts.
    expect(response.status).toBe(400)
  }

  const page = await poll(
    async () => (await fetch(`${desk.url}/status`)).text(),
    html => html.includes('2 requests over HTTP') && html.includes('1 request over gRPC'),
    60_000,
  )
  expect(page).toContain('1 request over gRPC above 4 MiB (max_recv_msg_size_mib)')
  expect(page).toContain('2 requests over HTTP above 4 MiB (max_request_body_size), or malformed')
  expect(page).toContain('sending_queue: { batch: { sizer: bytes, max_size: 4000000 } }')
  expect(page).toMatch(/<h2 id="verdict">3 requests refused for good/)
})
