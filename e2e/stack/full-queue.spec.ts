import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEngineQuery } from '../../test/engine/query-engine.ts'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import { CAN_MOUNT_DISKS } from '../../test/engine/small-disk.ts'
import { startEngine } from '../../test/engine/start-engine.ts'
import { attributes, nowNs, sendOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { startStack } from '../../test/stack/start-stack.ts'

/** Each of about 30 KB. */
const SPANS_A_REQUEST = 60

test.runIf(CAN_MOUNT_DISKS)(
  'a queue that fills its disk is sent when the database is back, and then the Collector accepts again',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'errata-queue-'))
    const engine = await startReadyEngine({ dataDir })
    const { user, password } = engine.writer
    const env = { CLICKHOUSE_URL: engine.url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password }
    await using stack = await startStack({ diskMib: 256, env })
    engine.kill()
    await engine.stop()

    const acknowledged: string[] = []
    const send = async () => {
      const spanIds = Array.from({ length: SPANS_A_REQUEST }, () => randomBytes(8).toString('hex'))
      const response = await sendOtlp({ url: stack.otlpUrl, signal: 'traces', body: spansOf(spanIds) }).catch(
        () => undefined,
      )
      await response?.arrayBuffer()
      if (response?.status === 200) acknowledged.push(...spanIds)
      return response?.status
    }
    await poll(send, status => status === undefined, 120_000)
    await untilLogged(/collector is short of disk space \(\d+ MiB are free, 128 are needed\): ending it/)
    await untilLogged(/collector is back/)
    expect(acknowledged.length).toBeGreaterThan(1_000)
    expect(await send()).toBeUndefined()

    await using again = await startEngine({ dataDir, args: ['--port', new URL(engine.url).port] })
    await untilLogged(/collector has sent its queue and can accept again: ending it/)
    await poll(send, status => status === 200, 60_000)
    const query = createEngineQuery(again)
    const stored = await poll(
      () => query("SELECT DISTINCT SpanId AS id FROM otel_traces WHERE ServiceName = 'full-queue'"),
      rows => rows.length >= acknowledged.length,
      120_000,
    )
    expect(new Set(stored.map(row => String(row['id'])))).toEqual(new Set(acknowledged))
    await stack.stop()
    rmSync(dataDir, { recursive: true })

    async function untilLogged(what: RegExp): Promise<void> {
      await poll(
        () => stack.lines,
        all => all.some(line => what.test(line.trim())),
        120_000,
      )
    }
  },
)

function spansOf(spanIds: readonly string[]): object {
  const spans = spanIds.map(spanId => ({
    traceId: `${spanId}${spanId}`,
    spanId,
    name: 'work',
    kind: 1,
    startTimeUnixNano: nowNs(),
    endTimeUnixNano: nowNs(),
    attributes: attributes({ text: randomBytes(15_000).toString('hex') }),
  }))
  return {
    resourceSpans: [
      { resource: { attributes: attributes({ 'service.name': 'full-queue' }) }, scopeSpans: [{ spans }] },
    ],
  }
}
