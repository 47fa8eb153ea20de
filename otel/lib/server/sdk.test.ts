import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { runTracedApp, type TracedAppRun } from '../../../test/otel/run-traced-app.ts'

vi.setConfig({ hookTimeout: 60_000 })

/** An app that has installed neither sdk-node nor the auto-instrumentations. */
const app = `
  import { createRequire, registerHooks } from 'node:module'
  import { trace } from '@opentelemetry/api'
  registerHooks({
    resolve(specifier, context, next) {
      if (/^@opentelemetry\\/(sdk-node|auto-instrumentations-node|instrumentation-pg)$/.test(specifier)) {
        throw Object.assign(new Error("Cannot find module '" + specifier + "'"), { code: 'MODULE_NOT_FOUND' })
      }
      return next(specifier, context)
    },
  })
  otel.startTelemetry({ serviceName: 'shop', otlpUrl: url, serviceVersion: 'r1', sampleRatio: 1, metricsIntervalMs: 600_000 })
  const { createServer, get } = createRequire(import.meta.url)('node:http')
  const { pino } = await import('pino')
  const logger = pino({}, { write: () => {} })
  const answers = {
    '/page': async (req, res) => {
      otel.setRoute('/page')
      logger.info('paid')
      trace.getTracer('shop').startSpan('own').end()
      await (await fetch(base + '/called')).text()
      await new Promise(done => get(base + '/called', answer => answer.resume().on('end', done)))
      otel.reportError(new RangeError('no stock'))
      res.end()
    },
    '/called': (req, res) => res.end(String(req.headers.traceparent)),
  }
  const server = createServer(otel.traceRequests((req, res) => answers[req.url](req, res)))
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = 'http://127.0.0.1:' + server.address().port
  await (await fetch(base + '/page')).text()
  server.close()
  server.closeAllConnections()
  const loaded = [...Object.keys(process.getBuiltinModule('module')._cache)].filter(file => file.includes('sdk-node/'))
  console.log(JSON.stringify({ loaded: loaded.length }))
  await otel.getTelemetry().shutdown(5_000)`

let run: TracedAppRun
beforeAll(async () => {
  run = await runTracedApp(app, { OTEL_PROPAGATORS: 'tracecontext,b3' })
})

const page = () => run.spans.find(({ name }) => name === 'GET /page')

test('without sdk-node requests, what they call, logs, exceptions and metrics are sent', () => {
  const below = run.spans
    .filter(({ parentSpanId }) => parentSpanId === page()?.spanId)
    .map(({ name, kind }) => [name, kind])

  expect(run.lines).toContain('{"loaded":0}')
  expect(run.lines.join()).not.toContain('async attributes')
  expect(below.sort()).toEqual([
    ['GET', 3],
    ['GET', 3],
    ['own', 1],
  ])
  expect(run.logs.filter(({ body }) => JSON.stringify(body).includes('paid')).map(({ spanId }) => spanId)).toEqual([
    page()?.spanId,
  ])
  expect(run.logs.filter(({ attributes }) => attributes['exception.type'] === 'RangeError')).toHaveLength(1)
  expect(run.posted).toContain('/v1/metrics')
})

test('the trace goes on to what is called', () => {
  const calls = run.spans.filter(({ kind }) => kind === 3).map(({ spanId }) => spanId)
  const called = run.spans.filter(({ kind, attributes }) => kind === 2 && attributes['url.path'] === '/called')

  // From another origin, so it is linked, not continued.
  expect(called).toHaveLength(2)
  expect(JSON.stringify(called)).toContain(calls[0])
  expect(JSON.stringify(called)).toContain(calls[1])
})

test('an unknown propagator causes a warning', () => {
  expect(run.lines.filter(line => line.includes('OTEL_PROPAGATORS names b3'))).toHaveLength(1)
})

test('an sdk-node whose options have other names is not started, and the process says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-old-sdk-'))
  writeFileSync(join(folder, 'package.json'), '{"name":"@opentelemetry/sdk-node","version":"0.200.0"}')
  writeFileSync(join(folder, 'index.js'), "throw new Error('loaded')")
  const old = `
    import Module from 'node:module'
    const resolve = Module._resolveFilename
    Module._resolveFilename = (name, ...rest) =>
      name === '@opentelemetry/sdk-node' ? ${JSON.stringify(join(folder, 'index.js'))} : resolve(name, ...rest)
    const { trace } = await import('@opentelemetry/api')
    otel.startTelemetry({ serviceName: 'shop', otlpUrl: url, metricsIntervalMs: 600_000 })
    trace.getTracer('shop').startSpan('own').end()
    await otel.getTelemetry().shutdown(5_000)`
  const { lines, spans, posted } = await runTracedApp(old)
  rmSync(folder, { recursive: true })

  expect(lines.filter(line => line.includes('sdk-node 0.200.0 is older than 0.223.0'))).toHaveLength(1)
  expect(spans.map(({ name }) => name)).toEqual(['own'])
  expect(posted).toContain('/v1/metrics')
}, 60_000)
