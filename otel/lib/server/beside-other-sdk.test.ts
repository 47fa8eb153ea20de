import { expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../test/otel/run-traced-app.ts'

// Processes of their own take their time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const file = (path: string) => JSON.stringify(new URL(path, import.meta.url).pathname)

/** An app with a loader that calls another server, and one that fails; `before` it telemetry is started, as its author would. */
const app = (before: string) => `
  import { createRequire } from 'node:module'
  import { trace } from '@opentelemetry/api'
  import { NodeSDK } from '@opentelemetry/sdk-node'
  import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
  import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
  import { BatchLogRecordProcessor } from '@opentelemetry/sdk-logs'
  import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
  import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
  import { createRequestListener } from '@react-router/node'
  import { instrumentBuild } from ${file('../react-router/instrument-build.ts')}
  import { createTestRoute as route, createTestServerBuild as serverBuild } from ${file('../../../test/otel/server-build.ts')}
  const traceExporter = new OTLPTraceExporter({ url: url + '/v1/traces' })
  const logExporter = new OTLPLogExporter({ url: url + '/v1/logs' })
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url
  let end
  ${before}
  const { createServer } = createRequire(import.meta.url)('node:http')
  const build = instrumentBuild(serverBuild({
    ...route('root', '', {}),
    ...route('shop', 'shop/:id', { loader: () => { trace.getTracer('shop').startSpan('own').end(); return 'tea' } }, 'root'),
    ...route('fail', 'fail', { loader: () => { throw new RangeError('no stock') } }, 'root'),
  }))
  const server = createServer(createRequestListener({ build }))
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = 'http://127.0.0.1:' + server.address().port
  for (const path of ['/shop/7.data', '/fail.data']) await (await fetch(base + path)).text()
  const relayed = await fetch(base + '/otlp/v1/logs', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"resourceLogs":[]}' })
  console.log(JSON.stringify({ relayed: relayed.status }))
  server.close()
  server.closeAllConnections()
  await end()`

const own = (more: string) => `
  const sdk = new NodeSDK({ serviceName: 'shop', instrumentations: [new HttpInstrumentation()], metricReaders: [], ${more} })
  sdk.start()
  end = () => sdk.shutdown()`
const plain = `spanProcessors: [new BatchSpanProcessor(traceExporter)], logRecordProcessors: [new BatchLogRecordProcessor({ exporter: logExporter })]`
const documented = `
  spanProcessors: [otel.errataSpanProcessor(new BatchSpanProcessor(traceExporter))],
  logRecordProcessors: [otel.errataLogProcessor(new BatchLogRecordProcessor({ exporter: logExporter }))],
  instrumentations: [new HttpInstrumentation(), otel.errataInstrumentation()]`

const vercel = `
  const { registerOTel } = await import('@vercel/otel')
  registerOTel({
    serviceName: 'shop',
    instrumentations: ['auto', new HttpInstrumentation()],
    spanProcessors: [new BatchSpanProcessor(traceExporter)],
    logRecordProcessors: [new BatchLogRecordProcessor({ exporter: logExporter })],
  })
  const { logs } = await import('@opentelemetry/api-logs')
  end = async () => {
    await trace.getTracerProvider().getDelegate().forceFlush()
    await logs.getLoggerProvider().forceFlush()
    process.exit(0)
  }`

const setUps = {
  'its pieces within': own(documented),
  'register after it': `${own(plain)}
    await import(${file('./register.ts')})`,
  "register after Vercel's": `${vercel}
    await import(${file('./register.ts')})`,
  'register before it': `await import(${file('./register.ts')})
    ${own(plain)}
    end = () => otel.getTelemetry().shutdown(5_000)`,
  "register before Vercel's": `await import(${file('./register.ts')})
    ${vercel}
    end = () => otel.getTelemetry().shutdown(5_000).then(() => process.exit(0))`,
}

/** The telemetry of each app; one that two tests read runs once. */
const sentBy = new Map<string, ReturnType<typeof runTracedApp>>()
function runApp(before: string) {
  const sent = sentBy.get(before) ?? runTracedApp(app(before))
  sentBy.set(before, sent)
  return sent
}

test.each(Object.entries(setUps))(
  'beside another SDK, with %s, a request is one SERVER span, and its loaders and errors are seen',
  async (_, before) => {
    const { spans, logs, lines } = await runApp(before)
    const servers = spans.filter(({ kind, attributes }) => kind === 2 && attributes['http.route'] !== undefined)
    const [shop] = servers.filter(({ attributes }) => attributes['http.route'] === '/shop/:id')

    expect(servers.map(({ name, attributes }) => [name, attributes['http.route']]).sort()).toEqual([
      ['GET /fail', '/fail'],
      ['GET /shop/:id', '/shop/:id'],
    ])
    expect(spans.filter(({ kind }) => kind === 2)).toHaveLength(2)
    expect(
      spans.filter(({ kind, parentSpanId }) => kind === 2 && servers.some(server => server.spanId === parentSpanId)),
    ).toEqual([])
    const loader = spans.find(({ name }) => name === 'loader shop')
    expect(loader?.parentSpanId).toBe(shop?.spanId)
    expect(spans.find(({ name }) => name === 'own')?.parentSpanId).toBe(loader?.spanId)
    const thrown = logs.filter(({ attributes }) => attributes['exception.type'] === 'RangeError')
    expect(thrown.map(({ attributes }) => attributes['exception.message'])).toEqual(['no stock'])
    expect(lines).toContain('{"relayed":200}')
  },
)

test('with its span processor within, every span has route and status of its request', async () => {
  const { spans, logs } = await runApp(own(documented))
  const annotated = ['GET /shop/:id', 'loader shop', 'own'].map(name => {
    const { attributes } = spans.find(span => span.name === name) ?? {
      attributes: {} as Readonly<Record<string, unknown>>,
    }
    return [attributes['errata.transaction.route'], Number(attributes['errata.transaction.status_code'])]
  })

  expect(annotated).toEqual([
    ['/shop/:id', 200],
    ['/shop/:id', 200],
    ['/shop/:id', 200],
  ])
  expect(logs.map(({ attributes }) => attributes['errata.transaction.route'])).toEqual(['/fail'])
})

test('where nobody takes log records an exception is an event of its span', async () => {
  const bare = `spanProcessors: [new BatchSpanProcessor(traceExporter)], logRecordProcessors: []`
  const { spans } = await runTracedApp(
    app(`${own(bare)}
    await import(${file('./register.ts')})`),
  )
  const events = spans.flatMap(span =>
    (span as unknown as { events: { name: string }[] }).events.map(({ name }) => [span.name, name]),
  )

  expect(events).toEqual([['loader fail', 'exception']])
})
