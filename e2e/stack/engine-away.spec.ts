import { expect, test } from 'vitest'
import { applySchema } from '../../test/engine/apply-schema.ts'
import { startEngine } from '../../test/engine/start-engine.ts'
import { attributes, nowNs, sendOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { startStack } from '../../test/stack/start-stack.ts'

test('a Collector that dies while ClickHouse is away takes data at once, and its events keep their names', async () => {
  await using engine = await startEngine()
  await applySchema(engine)
  const clickhouse = {
    CLICKHOUSE_URL: engine.url,
    CLICKHOUSE_USER: engine.writer.user,
    CLICKHOUSE_PASSWORD: engine.writer.password,
  }
  await using stack = await startStack({ env: clickhouse })
  engine.kill()
  await engine.stop()
  process.kill(stack.pids()['collector'] ?? 0, 'SIGKILL')
  await poll(
    () => stack.lines,
    lines => lines.some(line => line.includes('collector is back')),
  )

  const record = {
    timeUnixNano: nowNs(),
    eventName: 'order.placed',
    attributes: attributes({ 'log.record.uid': 'while-away', 'order.id': 7n }),
  }
  const resource = { attributes: attributes({ 'service.name': 'away' }) }
  const body = { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] }
  expect((await sendOtlp({ url: stack.otlpUrl, signal: 'logs', body })).status).toBe(200)

  await using again = await startEngine({ dataDir: engine.dataDir, args: ['--port', new URL(engine.url).port] })
  const rows = await poll(
    async () => {
      const reply = await again.send({
        body: "SELECT EventName FROM otel.otel_logs WHERE ServiceName = 'away' FORMAT TSV",
      })
      return reply.text
    },
    text => text !== '',
    60_000,
  )
  expect(rows).toBe('order.placed\n')
})
