import { beforeAll, expect, test, vi } from 'vitest'
import { runTracedApp, type TracedAppRun } from '../../../test/otel/run-traced-app.ts'

vi.setConfig({ hookTimeout: 60_000 })

/** An app that brings instrumentations, span processors, a propagator and loggers of its own, and has its server traced by `register`. */
const app = `
  import { createServer } from 'node:http'
  import { createRequire } from 'node:module'
  import { trace } from '@opentelemetry/api'
  import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
  const ended = []
  const processor = {
    onStart(span) { span.setAttribute('shop.region', 'eu') },
    onEnd(span) { ended.push([span.name, span.attributes['errata.transaction.route'], span.attributes.secret]) },
    forceFlush: async () => {},
    shutdown: async () => { console.log(JSON.stringify({ ended })) },
  }
  const broken = { ...processor, onStart() { throw new Error('broken') }, onEnd() { throw new Error('broken') }, shutdown: async () => { throw new Error('broken') } }
  const propagator = {
    inject(context, carrier, setter) { setter.set(carrier, 'x-shop', trace.getSpanContext(context).traceId) },
    extract: context => context,
    fields: () => ['x-shop'],
  }
  const undici = new UndiciInstrumentation({ requestHook: span => span.setAttribute('shop.hook', 'own') })
  otel.startTelemetry({
    serviceName: 'shop', otlpUrl: url, instrumentations: [[undici]], spanProcessors: [broken, processor], propagators: [propagator],
    beforeSendSpan: span => { if (span.attributes.secret) span.attributes.secret = 'taken out'; return true },
  })
  await import(${JSON.stringify(new URL('./register.ts', import.meta.url).pathname)})
  const { pino } = await import('pino')
  const cjsPino = createRequire(import.meta.url)('pino')
  const line = { write: text => console.log(text.trim()) }
  const logger = pino({ mixin: () => ({ own: 'mixin' }) }, line)
  const answers = {
    async '/page'(res) {
      otel.setRoute('/page')
      trace.getTracer('shop').startSpan('with a secret', { attributes: { secret: 's3cr3t' } }).end()
      logger.child({ component: 'till' }).info({ amount: 12.5 }, 'paid')
      cjsPino({}, line).info('by require')
      res.end(await (await fetch(base + '/called')).text())
    },
    '/called': (res, req) => res.end(JSON.stringify(req.headers)),
    '/fail'(res) {
      const error = Object.assign(new RangeError('no stock', { cause: new TypeError('no row') }), { code: 'E_STOCK' })
      logger.error({ err: error }, 'charge failed')
      logger.error(error)
      otel.reportError(error)
      otel.getTelemetry().logger.error({ err: error }, 'ours, again')
      otel.getTelemetry().logger.error({ err: new TypeError('of ours') }, 'ours')
      res.end()
    },
  }
  const server = createServer((req, res) => answers[req.url](res, req))
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = 'http://127.0.0.1:' + server.address().port
  const page = await (await fetch(base + '/page')).json()
  await (await fetch(base + '/fail')).text()
  const relayed = await fetch(base + '/otlp/v1/logs', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"resourceLogs":[]}' })
  console.log(JSON.stringify({ page, relayed: relayed.status }))
  server.close()
  server.closeAllConnections()
  await otel.getTelemetry().shutdown(5_000)`

let run: TracedAppRun
beforeAll(async () => {
  run = await runTracedApp(app)
})

const said = (name: string) => JSON.parse(run.lines.find(line => line.startsWith(`{"${name}"`)) ?? '{}')
const logOf = (body: string) => run.logs.filter(log => JSON.stringify(log.body).includes(body))
const spanNamed = (name: string) => run.spans.filter(span => span.name === name)
const serverSpan = () => run.spans.find(({ kind, attributes }) => kind === 2 && attributes['url.path'] === '/page')

test('register traces the servers of telemetry that was started with options, and mounts the relay', () => {
  expect(serverSpan()?.name).toBe('GET /page')
  expect(said('page').relayed).toBe(200)
  expect(run.lines.join()).not.toContain('does not start')
})

test("an instrumentation of the app's takes the place of the stock one", () => {
  const calls = run.spans.filter(({ kind, parentSpanId }) => kind === 3 && parentSpanId === serverSpan()?.spanId)
  expect(calls.map(({ attributes }) => attributes['shop.hook'])).toEqual(['own'])
})

test('a span processor of the app gets each span at its start, and as it is sent at its end', () => {
  expect(serverSpan()?.attributes['shop.region']).toBe('eu')
  expect(said('ended').ended).toEqual(
    expect.arrayContaining([
      ['GET /page', '/page', null],
      ['with a secret', '/page', 'taken out'],
    ]),
  )
  expect(spanNamed('with a secret')).toHaveLength(1)
})

test('a propagator of the app replaces the stock one in outgoing calls', () => {
  const { page } = said('page')
  expect(page['x-shop']).toMatch(/^[0-9a-f]{32}$/)
  expect(page).not.toHaveProperty('traceparent')
})

test.each(['paid', 'by require'])('the line “%s” of its own pino is sent in its trace, and written as before', body => {
  const [log, ...others] = logOf(body)
  expect(others).toEqual([])
  expect(log).toMatchObject({
    spanId: serverSpan()?.spanId,
    attributes: { 'errata.transaction.id': serverSpan()?.spanId, 'log.record.uid': expect.any(String) },
  })
  const line = JSON.parse(run.lines.find(text => text.includes(`"${body}"`)) ?? '{}')
  expect(line).toMatchObject({ msg: body, span_id: serverSpan()?.spanId })
})

test('its fields and its own mixin are kept', () => {
  expect(logOf('paid')[0]?.attributes).toMatchObject({ component: 'till', amount: 12.5, own: 'mixin' })
})

test('an error in a log line is one exception, whichever logger wrote it and wherever else it is reported', () => {
  const exceptions = run.logs.filter(({ attributes }) => attributes['exception.type'] !== undefined)
  expect(exceptions).toMatchObject([
    {
      body: { stringValue: 'charge failed' },
      attributes: {
        'exception.type': 'RangeError',
        'exception.message': 'no stock',
        'exception.stacktrace': expect.stringMatching(/^RangeError: no stock\n {4}at /),
        'errata.exception.causes': expect.stringContaining('no row'),
        'errata.error.digest': expect.stringMatching(/^\w{10}$/),
      },
    },
    { body: { stringValue: 'ours' }, attributes: { 'exception.type': 'TypeError', 'exception.message': 'of ours' } },
  ])
  expect([logOf('no stock').length, logOf('ours, again').length]).toEqual([1, 1])
})
