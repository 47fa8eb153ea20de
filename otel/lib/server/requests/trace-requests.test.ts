import { beforeAll, expect, test, vi } from 'vitest'
import { runTracedApp, type TracedAppRun } from '../../../../test/otel/run-traced-app.ts'

vi.setConfig({ hookTimeout: 60_000 })

/** One server, asked in many ways; what it answered, and its SERVER spans. */
const app = `
  import { createServer, get } from 'node:http'
  import { context } from '@opentelemetry/api'
  otel.startTelemetry({ serviceName: 'shop', otlpUrl: url })
  const { getRuntime } = await import(${JSON.stringify(new URL('../../runtime.ts', import.meta.url).pathname)})
  getRuntime().prerendered.set('/about', 'about').set('/about/', 'about').set('/about.data', 'about').set('/', '/')
  const answers = {
    '/moved': res => res.writeHead(302, { location: '/about' }).end(),
    '/gone-for-good': res => res.writeHead(301, { location: '/about' }).end(),
    '/about': res => res.setHeader('content-type', 'text/html').end('<p>about</p>'),
    '/secret': res => {
      otel.hideTrace()
      res.setHeader('content-type', 'text/html').end('<p>secret</p>')
    },
    '/about.data': res => res.end('data'),
    '/': res => res.end('home'),
    '/own': res => res.end('own'),
    '/gone': res => {
      Object.assign(getRuntime().transactionOf(context.active()), { showsPage: true, isHandled: true })
      res.writeHead(404).end('gone')
    },
    '/eu/shop': res => {
      Object.assign(getRuntime().transactionOf(context.active()), { pattern: '/shop', basename: '/eu', isHandled: true })
      res.end('shop')
    },
  }
  const server = createServer(otel.traceRequests((req, res) => answers[req.url.split('?')[0]](res)))
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = 'http://127.0.0.1:' + server.address().port
  const ask = async (path, headers = {}) => {
    const response = await fetch(base + path, { headers, redirect: 'manual' })
    await response.text()
    console.log(JSON.stringify({ path, timing: response.headers.get('server-timing') }))
  }
  for (const path of ['/moved', '/gone-for-good', '/about', '/about.data', '/', '/own?eyJhbGciOi', '/eu/shop', '/secret']) await ask(path)
  await ask('/own?proxy=1', { 'x-forwarded-proto': 'https' })
  await ask('/own?proxies=2', { 'x-forwarded-proto': 'https, http' })
  await ask('/own?rfc=7239', { forwarded: 'for=192.0.2.1;proto="https";by=203.0.113.43' })
  await ask('/own?odd=1', { 'x-forwarded-proto': 'gopher' })
  await ask('/own?ahead=1', { 'sec-purpose': 'prefetch;prerender;anonymous-client-ip' })
  await ask('/own?older=1', { purpose: 'prefetch' })
  await ask('/own?other=1', { 'sec-purpose': 'eyJhbGciOi' })
  const headers = { host: '[2001:db8::7]:8443' }
  await new Promise(done => get(base + '/own?six=1', { headers }, res => res.resume().once('end', done)))
  await ask('/own?from=1', { referer: 'https://example.com/list' })
  await ask('/gone?from=1', { referer: 'https://ann:pw@example.com/list?token=eyJhbGciOi#top' })
  await ask('/gone?app=1', { referer: 'android-app://com.example' })
  server.close()
  server.closeAllConnections()
  await otel.getTelemetry().shutdown(5_000)`

let run: TracedAppRun
beforeAll(async () => {
  run = await runTracedApp(app)
})

const span = (path: string, query?: string) =>
  run.spans.find(
    ({ kind, attributes }) =>
      kind === 2 && attributes['url.path'] === path && (query === undefined || attributes['url.query'] === query),
  )
const timingOf = (path: string): string | null =>
  run.lines
    .filter(line => line.startsWith('{"path"'))
    .map(line => JSON.parse(line))
    .find(said => said.path === path)?.timing

test.each(['/moved', '/about'])('%s has its trace in Server-Timing', path => {
  expect(timingOf(path)).toContain(`-${span(path)?.spanId}-01`)
})

test('a page that hides its trace is traced without it', () => {
  expect(timingOf('/secret')).toBeNull()
  expect(span('/secret')).toBeDefined()
})

test('a redirect that a browser may keep does not', () => {
  expect(timingOf('/gone-for-good')).toBeNull()
})

test.each([
  ['/about', 'GET /about', '/about'],
  ['/about.data', 'GET /about', '/about'],
  ['/', 'GET /', '/'],
])('%s, which was rendered at build, is named by its route', (path, name, route) => {
  expect(span(path)).toMatchObject({ name, attributes: { 'http.route': route, 'errata.transaction.route': route } })
})

test('with a basename, http.route is the whole pattern, and our own route is without it, as in the browser', () => {
  expect(span('/eu/shop')).toMatchObject({
    name: 'GET /eu/shop',
    attributes: { 'http.route': '/eu/shop', 'errata.transaction.route': '/shop' },
  })
})

test('a word of the query that has no value is not stored', () => {
  expect(span('/own', 'REDACTED')).toBeDefined()
  expect(JSON.stringify(run.spans)).not.toContain('eyJ')
})

test.each([
  ['proxy=REDACTED', 'https'],
  ['proxies=REDACTED', 'https'],
  ['rfc=REDACTED', 'https'],
  ['odd=REDACTED', 'http'],
])('with %s the scheme is the one that the visitor used: %s', (query, scheme) => {
  expect(span('/own', query)?.attributes['url.scheme']).toBe(scheme)
})

test('an IPv6 address is recorded without its brackets', () => {
  expect(span('/own', 'six=REDACTED')?.attributes).toMatchObject({
    'server.address': '2001:db8::7',
    'server.port': 8443,
  })
})

test.each([
  ['ahead=REDACTED', 'prefetch;prerender'],
  ['older=REDACTED', 'prefetch'],
])('what a browser fetches ahead, as with %s, is marked', (query, purpose) => {
  const header = span('/own', query)?.attributes['http.request.header.sec-purpose']
  expect(header).toEqual({ values: [{ stringValue: purpose }] })
})

test.each(['other=REDACTED', 'odd=REDACTED'])('nothing else is, as with %s', query => {
  expect(span('/own', query)?.attributes).not.toHaveProperty(['http.request.header.sec-purpose'])
})

test('a 404 has the page that linked to it, without query, fragment and user info', () => {
  const header = (path: string, query: string) => span(path, query)?.attributes['http.request.header.referer']
  expect(header('/gone', 'from=REDACTED')).toEqual({ values: [{ stringValue: 'https://example.com/list' }] })
  expect(header('/gone', 'app=REDACTED')).toBeUndefined()
  expect(header('/own', 'from=REDACTED')).toBeUndefined()
})
