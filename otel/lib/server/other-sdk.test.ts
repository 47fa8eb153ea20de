import { expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../test/otel/run-traced-app.ts'

// Processes of their own take their time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const register = JSON.stringify(new URL('./register.ts', import.meta.url).pathname)

/** What a second SDK of the process does, and an app that uses the API, a logger and the relay; it says what the second SDK ended. */
const other = `
  import { createServer } from 'node:http'
  import { trace } from '@opentelemetry/api'
  import { NodeSDK } from '@opentelemetry/sdk-node'
  import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url
  const memory = new InMemorySpanExporter()
  const sdk = new NodeSDK({ spanProcessors: [new SimpleSpanProcessor(memory)], instrumentations: [], logRecordProcessors: [], metricReaders: [] })`
const app = `
  const server = createServer((req, res) => {
    trace.getTracer('shop').startSpan('made by the app').end()
    otel.getTelemetry().logger.info('written by the app')
    res.end()
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = 'http://127.0.0.1:' + server.address().port
  for (let n = 0; n < 3; n++) await (await fetch(base + '/page')).text()
  const relayed = await fetch(base + '/otlp/v1/logs', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"resourceLogs":[]}' })
  console.log(JSON.stringify({ relayed: relayed.status, ended: memory.getFinishedSpans().map(({ name }) => name) }))
  server.close()
  server.closeAllConnections()
  await otel.getTelemetry().shutdown(5_000)`

const times = (lines: readonly string[], words: string) => lines.filter(line => line.includes(words)).length

test('if another SDK started first, it warns once, leaves the server to it, and relays what browsers post', async () => {
  const { lines, posted, code } = await runTracedApp(`${other}
    sdk.start()
    await import(${register})
    ${app}`)

  expect(times(lines, '@errata/otel: another OpenTelemetry SDK has started before it')).toBe(1)
  expect(times(lines, '@errata/otel:')).toBe(1)
  const ended = ['made by the app', 'made by the app', 'made by the app']
  expect(lines).toContain(JSON.stringify({ relayed: 200, ended }))
  expect(times(lines, 'written by the app')).toBe(3)
  expect(posted).toEqual(new Set(['/v1/logs']))
  expect(code).toBe(0)
})

test('an SDK that starts after it is refused in words, and takes no span away', async () => {
  const { lines, spans } = await runTracedApp(`${other}
    await import(${register})
    sdk.start()
    ${app}`)

  expect(times(lines, 'Attempted duplicate registration of API: trace')).toBe(1)
  expect(times(lines, 'another OpenTelemetry SDK')).toBe(0)
  expect(lines).toContain(JSON.stringify({ relayed: 200, ended: [] }))
  expect(spans.filter(({ name }) => name === 'made by the app')).toHaveLength(3)
})
