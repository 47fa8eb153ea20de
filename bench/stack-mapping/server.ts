import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { browserRelay, startTelemetry } from '@errata/otel/server'
import type { Answer } from './messages.ts'

/** An app's server that does nothing but relay, and tells how long its event loop was held. */

const [, , sourceMapsDir = '', targetUrl = ''] = process.argv
startTelemetry({ serviceName: 'bench', otlpUrl: targetUrl, sourceMapsDir, metricsIntervalMs: 3_600_000 })
const relay = browserRelay({ targetUrl, serviceName: 'bench-browser', ratePerMinute: 1_000_000 })
const server = createServer((req, res) => void (relay(req, res) || res.writeHead(404).end()))
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const send = (answer: Answer) => process.send?.(answer)

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) send({ port: address.port })
})
/** Each message asks for the delays since the last one. The histogram counts the millisecond between two looks too. */
process.on('message', () => {
  send({ maxMs: delays.max / 1e6 - 1, p99Ms: delays.percentile(99) / 1e6 - 1 })
  delays.reset()
})
process.on('disconnect', () => process.exit())
