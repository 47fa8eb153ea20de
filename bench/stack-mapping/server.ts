import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { browserRelay, startTelemetry } from '@errata/otel/server'
import type { MeasuredServerMessage } from './messages.ts'

/** A server that only relays, and reports how long its event loop was blocked. */

const [, , sourceMapsDir = '', targetUrl = ''] = process.argv
startTelemetry({ serviceName: 'bench', otlpUrl: targetUrl, sourceMapsDir, metricsIntervalMs: 3_600_000 })
const relay = browserRelay({ targetUrl, serviceName: 'bench-browser', ratePerMinute: 1_000_000 })
const server = createServer((req, res) => void (relay(req, res) || res.writeHead(404).end()))
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const send = (answer: MeasuredServerMessage) => process.send?.(answer)

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) send({ port: address.port })
})
/** Each message requests the delays since the last one. The histogram also counts the millisecond between two samples. */
process.on('message', () => {
  send({ maxMs: delays.max / 1e6 - 1, p99Ms: delays.percentile(99) / 1e6 - 1 })
  delays.reset()
})
process.on('disconnect', () => process.exit())
