import { expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../../test/otel/run-traced-app.ts'

vi.setConfig({ testTimeout: 60_000 })

/** An app that tries once to send its metrics to `otlpUrl`, and ends. */
const appSendingTo = (otlpUrl: string) => `
  import { createServer } from 'node:http'
  import { metrics } from '@opentelemetry/api'
  const other = createServer((_, res) => res.writeHead(404).end()).listen(0, '127.0.0.1')
  await new Promise(resolve => other.once('listening', resolve))
  otel.startTelemetry({ serviceName: 'shop', otlpUrl: ${otlpUrl}, metricsIntervalMs: 2_000 })
  metrics.getMeter('shop').createCounter('sales').add(1)
  await new Promise(resolve => setTimeout(resolve, 3_800))
  process.exit()`

test.concurrent.each([
  ['nobody listens', "'http://127.0.0.1:1'", 'connect ECONNREFUSED 127.0.0.1:1'],
  // Node tries each address of a name, and its error has no message.
  ['nobody listens at any address of a name', "'http://localhost:1'", 'ECONNREFUSED'],
  ['the address is that of something else', "'http://127.0.0.1:' + other.address().port", 'Not Found'],
  ['the address has no name', "'http://no-such-host.invalid:4318'", 'no-such-host.invalid'],
])('metrics that are not sent because %s are one line without a stack', async (_, otlpUrl, reason) => {
  const { lines } = await runTracedApp(appSendingTo(otlpUrl), { OTEL_EXPORTER_OTLP_TIMEOUT: '1000' })
  const ofMetrics = lines.filter(line => /metrics/i.test(line))

  expect(lines).toEqual(ofMetrics)
  expect(ofMetrics).toHaveLength(1)
  const { level, msg } = JSON.parse(ofMetrics[0] ?? '')
  expect([level, msg]).toEqual(['warn', expect.stringMatching(/^metrics were not sent: /)])
  expect(msg).toContain(reason)
})
