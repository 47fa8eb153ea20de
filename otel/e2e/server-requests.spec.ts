import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { type Fixture, type StoredSpan, startFixture } from './start-fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture()
})

afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
})

const serverSpans = (spans: readonly StoredSpan[]) => spans.filter(span => span.kind === 'Server')
const named = (spans: readonly StoredSpan[], name: string) => spans.filter(span => span.name === name)

describe.concurrent('a request', () => {
  test('for a page makes one SERVER span, named by the full nested pattern', async ({ expect }) => {
    const { traceId } = await fixture.request('/shop/books/items/7?shown=yes&hidden=no')
    const spans = serverSpans(await fixture.spansOf(traceId))

    expect(spans).toHaveLength(1)
    expect(spans[0]).toMatchObject({
      name: 'GET /shop/:category/items/:id',
      service: 'fixture',
      status: 'Unset',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/shop/:category/items/:id',
        'http.response.status_code': '200',
        'url.path': '/shop/books/items/7',
        'url.query': 'shown=yes&hidden=REDACTED',
        'url.scheme': 'http',
        'server.address': '127.0.0.1',
        'user_agent.original': 'node',
      },
      resource: { 'service.version': '3.2.1', 'deployment.environment.name': 'test' },
    })
  })

  test('for data and an action is named by the route too', async ({ expect }) => {
    const data = await fixture.request('/shop/books/items/7.data')
    const action = await fixture.request('/shop/books/items/7', {
      method: 'POST',
      body: new URLSearchParams({ n: '1' }),
    })

    expect(serverSpans(await fixture.spansOf(data.traceId)).map(span => span.name)).toEqual([
      'GET /shop/:category/items/:id',
    ])
    expect(serverSpans(await fixture.spansOf(action.traceId)).map(span => span.name)).toEqual([
      'POST /shop/:category/items/:id',
    ])
  })

  test('has a child each for middleware, loaders and the render, with route ids', async ({ expect }) => {
    const { traceId } = await fixture.request('/shop/books/items/7')
    const spans = await fixture.spansOf(traceId)
    const serverSpanId = serverSpans(spans)[0]?.spanId

    expect(
      spans
        .filter(span => span.kind === 'Internal')
        .map(({ name, parentSpanId, attributes }) => [
          name,
          parentSpanId === serverSpanId,
          attributes['errata.route.id'],
        ])
        .sort(),
    ).toEqual([
      ['loader routes/item', true, 'routes/item'],
      ['loader routes/shop', true, 'routes/shop'],
      ['middleware routes/shop', true, 'routes/shop'],
      ['render shell', true, undefined],
      ['render stream', true, undefined],
    ])
    expect(named(spans, 'middleware routes/shop')[0]?.attributes).toMatchObject({
      'errata.middleware.name': 'countVisits',
      'errata.middleware.index': '0',
    })
  })

  test('annotates every span with id, route and status of its transaction', async ({ expect }) => {
    const { traceId } = await fixture.request('/shop/books/items/7')
    const spans = await fixture.spansOf(traceId)
    const annotations = spans.map(({ attributes }) => [
      attributes['errata.transaction.id'],
      attributes['errata.transaction.route'],
      attributes['errata.transaction.status_code'],
    ])

    expect(spans).toHaveLength(6)
    expect(new Set(annotations.map(String))).toEqual(
      new Set([`${serverSpans(spans)[0]?.spanId},/shop/:category/items/:id,200`]),
    )
  })

  test('has what its loader calls below the loader, and hands its trace on', async ({ expect }) => {
    const seen: (string | undefined)[] = []
    const upstream = createServer((req, res) => {
      seen.push(`${req.headers['traceparent']}`.split('-')[1])
      res.end()
    })
    await new Promise<void>(resolve => upstream.listen(0, '127.0.0.1', resolve))
    const address = upstream.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { traceId } = await fixture.request(`/calls-out?to=http://127.0.0.1:${port}`)
    const spans = await fixture.spansOf(traceId)
    upstream.close()

    const loaderSpanId = named(spans, 'loader routes/calls-out')[0]?.spanId
    const calls = spans.filter(span => span.kind === 'Client')
    expect(calls.map(span => [new URL(span.attributes['url.full'] ?? '').pathname, span.parentSpanId])).toEqual([
      ['/by-fetch', loaderSpanId],
      ['/by-http', loaderSpanId],
    ])
    expect(seen).toEqual([traceId, traceId])
  })

  test('for a redirect keeps its route and its status', async ({ expect }) => {
    const { traceId } = await fixture.request('/moved')
    expect(serverSpans(await fixture.spansOf(traceId))[0]).toMatchObject({
      name: 'GET /moved',
      attributes: { 'http.response.status_code': '302', 'errata.transaction.status_code': '302' },
    })
  })

  test('for assets, the manifest, the favicon, an event stream and the relay makes no span', async ({ expect }) => {
    const page = await fixture.request('/')
    const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(page.text) ?? []
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"resourceSpans":[]}' }
    const silent = [
      await fixture.request(asset),
      await fixture.request('/__manifest?paths=%2Fmissing&version=old'),
      await fixture.request('/favicon.ico'),
      await fixture.request('/no-such-file.png'),
      await fixture.request('/events'),
      await fixture.request('/otlp/v1/traces', json),
    ]
    expect(silent.map(answer => answer.status)).toEqual([200, 204, 404, 404, 200, 200])

    const after = await fixture.request('/')
    await fixture.spansOf(after.traceId)
    const ids = silent.map(answer => `'${answer.traceId}'`).join()
    expect(await fixture.ask(`SELECT SpanName FROM otel_traces WHERE TraceId IN (${ids})`)).toEqual([])
  })

  test('for a path that ends like a file makes a span where a route answers it', async ({ expect }) => {
    const { traceId, text } = await fixture.request('/report.csv')
    expect(text).toBe('a,b\n1,2\n')
    expect(serverSpans(await fixture.spansOf(traceId)).map(span => span.name)).toEqual(['GET /report.csv'])
  })
})

describe.concurrent('whose trace a request joins', () => {
  test('a page of the same origin is continued, its sampled flag is not obeyed', async ({ expect }) => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    await fixture.request('/', { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-00` } })
    expect(serverSpans(await fixture.spansOf(traceId))[0]?.parentSpanId).toBe('00f067aa0ba902b7')
  })

  test('a traceparent from elsewhere is linked, not continued', async ({ expect }) => {
    const strange = '1bf7651916cd43dd8448eb211c80319c'
    const headers = { 'sec-fetch-site': 'cross-site', traceparent: `00-${strange}-00f067aa0ba902b7-01` }
    const { headers: answered } = await fixture.request('/', { headers })
    const [, traceId = ''] = /traceparent;desc="00-(\w{32})/.exec(answered.get('server-timing') ?? '') ?? []
    const [span] = serverSpans(await fixture.spansOf(traceId))

    expect(traceId).not.toBe(strange)
    expect(span).toMatchObject({ parentSpanId: '', linkedTraceIds: [strange] })
  })

  test('a page has its own trace in Server-Timing and in its head, a cacheable page does not', async ({ expect }) => {
    const page = await fixture.request('/')
    const cached = await fixture.request('/cached')
    const [span] = serverSpans(await fixture.spansOf(page.traceId))
    const own = `00-${page.traceId}-${span?.spanId}-01`

    expect(page.headers.get('server-timing')).toBe(`traceparent;desc="${own}"`)
    expect(page.text).toContain(`<meta name="traceparent" content="${own}"/>`)
    expect(cached.headers.get('server-timing')).toBeNull()
    expect(cached.text).not.toContain('traceparent')
  })
})

describe.concurrent('a transaction', () => {
  test('that showed the 404 page is dropped whole, from the router and from a loader', async ({ expect }) => {
    const unknown = await fixture.request('/no/such/page')
    const missing = await fixture.request('/missing')
    const missingData = await fixture.request('/missing.data')
    const after = await fixture.request('/')
    await fixture.spansOf(after.traceId)

    expect([unknown.status, missing.status, missingData.status]).toEqual([404, 404, 404])
    const ids = [unknown, missing, missingData].map(answer => `'${answer.traceId}'`).join()
    expect(await fixture.ask(`SELECT SpanName FROM otel_traces WHERE TraceId IN (${ids})`)).toEqual([])
    expect(await fixture.ask(`SELECT Body FROM otel_logs WHERE TraceId IN (${ids})`)).toEqual([])
  })

  test('of an API that answers 404 is kept under its own route', async ({ expect }) => {
    const { traceId } = await fixture.request('/api/missing')
    expect(serverSpans(await fixture.spansOf(traceId))[0]).toMatchObject({
      name: 'GET /api/missing',
      attributes: { 'errata.transaction.route': '/api/missing', 'http.response.status_code': '404' },
    })
  })

  test('of a health check is dropped, the exception logged in it is kept', async ({ expect }) => {
    const live = await fixture.request('/livez')
    const ready = await fixture.request('/readyz')
    const logs = await fixture.logsOf(ready.traceId)
    const after = await fixture.request('/')
    await fixture.spansOf(after.traceId)

    expect(logs.map(log => log.attributes['exception.message'])).toEqual(['not ready'])
    const ids = `'${live.traceId}','${ready.traceId}'`
    expect(await fixture.ask(`SELECT SpanName FROM otel_traces WHERE TraceId IN (${ids})`)).toEqual([])
  })
})

describe.concurrent('what is written beside spans', () => {
  test('a log line goes to standard output and to the store, with trace and span id', async ({ expect }) => {
    const { traceId } = await fixture.request('/write-log')
    const logs = await fixture.logsOf(traceId)
    const spans = await fixture.spansOf(traceId)
    const line = fixture.lines.find(line => line.includes(traceId) && line.includes('"paid"')) ?? '{}'

    const loaderSpanId = named(spans, 'loader routes/write-log')[0]?.spanId
    expect(logs).toHaveLength(1)
    expect(logs[0]).toMatchObject({
      body: 'paid',
      severity: 'INFO',
      spanId: loaderSpanId,
      attributes: {
        component: 'till',
        amount: '12.5',
        card: 'XXXX',
        'errata.transaction.id': serverSpans(spans)[0]?.spanId,
        'errata.transaction.route': '/write-log',
      },
    })
    expect(logs[0]?.attributes['log.record.uid']).toMatch(/^[\da-f]{32}$/)
    expect(JSON.parse(line)).toMatchObject({ level: 'info', trace_id: traceId, span_id: loaderSpanId, amount: 12.5 })
  })

  test('beforeSendSpan keeps what the app does not want from being sent', async ({ expect }) => {
    const { traceId } = await fixture.request('/write-log')
    const names = (await fixture.spansOf(traceId)).map(span => span.name)
    expect(names).toContain('wanted span')
    expect(names).not.toContain('unwanted span')
  })

  test('setUser names the visitor on the SERVER span and on later logs', async ({ expect }) => {
    const { traceId } = await fixture.request('/user')
    const [log] = await fixture.logsOf(traceId)
    const [span] = serverSpans(await fixture.spansOf(traceId))
    expect([log?.attributes['user.id'], span?.attributes['user.id']]).toEqual(['u-17', 'u-17'])
  })

  test('a visitor who did not agree is not recognised', async ({ expect }) => {
    const { traceId } = await fixture.request('/user', { headers: { 'sec-gpc': '1' } })
    const [log] = await fixture.logsOf(traceId)
    const [span] = serverSpans(await fixture.spansOf(traceId))
    const stored = { ...log?.attributes, ...span?.attributes }
    expect([stored['user.id'], stored['user_agent.original'], stored['client.address']]).toEqual(
      Array(3).fill(undefined),
    )
  })

  test('the duration of requests is measured by route, and the runtime of Node', async ({ expect }) => {
    await fixture.request('/shop/books/items/9')
    const sql = `SELECT DISTINCT Attributes AS attributes FROM otel_metrics_histogram
      WHERE MetricName = 'http.server.request.duration'`
    const rows = await poll(
      () => fixture.ask<{ attributes: Record<string, string> }>(sql),
      found => found.some(row => row.attributes['http.route'] === '/shop/:category/items/:id'),
    )
    expect(rows.map(row => row.attributes)).toContainEqual({
      'http.request.method': 'GET',
      'http.route': '/shop/:category/items/:id',
      'http.response.status_code': '200',
      'url.scheme': 'http',
    })
    // Gauges and histograms are stored by inserts of their own.
    const runtime = await poll(
      () =>
        fixture.ask<{ MetricName: string }>(
          "SELECT DISTINCT MetricName FROM otel_metrics_gauge WHERE MetricName LIKE 'nodejs.eventloop.%'",
        ),
      found => found.length > 0,
    )
    expect(runtime.length).toBeGreaterThan(0)
  })
})
