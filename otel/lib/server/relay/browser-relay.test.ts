import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { browserRelay, type RelayOptions } from './browser-relay.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

interface Received {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A relay before a receiver that answers as told, and what the receiver got. */
async function relayTo(
  answer: { status: number; body?: string; retryAfter?: string },
  options: Partial<RelayOptions> = {},
) {
  const received: Received[] = []
  const targetUrl = await listen(async (req, res) => {
    const chunks = await req.toArray()
    received.push({ path: req.url, headers: req.headers, body: Buffer.concat(chunks).toString() })
    if (answer.retryAfter !== undefined) res.setHeader('retry-after', answer.retryAfter)
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body ?? '{}')
  })
  const relay = browserRelay({ targetUrl, serviceName: 'shop-browser', ...options })
  const url = await listen((req, res) => {
    if (!relay(req, res)) res.writeHead(418).end()
  })
  return { url, received }
}

const sameOrigin = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const spans = '{"resourceSpans":[]}'

async function post(url: string, init: RequestInit & { path?: string } = {}) {
  const { path = '/otlp/v1/traces', ...rest } = init
  const response = await fetch(`${url}${path}`, { method: 'POST', headers: sameOrigin, body: spans, ...rest })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

test('passes on what a page posts, and vouches for the service', async () => {
  const { url, received } = await relayTo({ status: 200 })
  expect(await post(url)).toMatchObject({ status: 200, body: '{}' })
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    path: '/v1/traces',
    body: spans,
    headers: { 'x-errata-service': 'shop-browser', 'content-type': 'application/json' },
  })
})

test('does not let a browser vouch for itself', async () => {
  const { url, received } = await relayTo({ status: 200 })
  await post(url, { headers: { ...sameOrigin, 'x-errata-service': 'shop-server', cookie: 'id=1' } })
  expect(received[0]?.headers).toMatchObject({ 'x-errata-service': 'shop-browser' })
  expect(received[0]?.headers.cookie).toBeUndefined()
})

test('unpacks gzip', async () => {
  const { url, received } = await relayTo({ status: 200 })
  const packed = new Uint8Array(gzipSync('{"resourceLogs":[]}'))
  await post(url, { path: '/otlp/v1/logs', headers: { ...sameOrigin, 'content-encoding': 'gzip' }, body: packed })
  expect(received.map(({ body }) => body)).toEqual(['{"resourceLogs":[]}'])
})

test.each([
  ['broken JSON', 400, { body: '{"resourceSp' }],
  ['JSON that is no OTLP', 400, { body: '{"spans":[]}' }],
  ['no body', 400, { body: '' }],
  ['values nested too deep', 400, { body: `{"resourceSpans":${'['.repeat(30_000)}${']'.repeat(30_000)}}` }],
  ['protobuf', 415, { headers: { ...sameOrigin, 'content-type': 'application/x-protobuf' }, body: '' }],
  ['a body that is no gzip', 400, { headers: { ...sameOrigin, 'content-encoding': 'gzip' } }],
  ['another origin', 403, { headers: { ...sameOrigin, 'sec-fetch-site': 'cross-site' } }],
  ['another site of the same domain', 403, { headers: { ...sameOrigin, 'sec-fetch-site': 'same-site' } }],
  [
    'an origin that is not the host',
    403,
    { headers: { 'content-type': 'application/json', origin: 'http://evil.test' } },
  ],
  ['an unknown signal', 404, { path: '/otlp/v1/metrics' }],
  ['a body too large', 413, { body: `{"resourceSpans":["${'x'.repeat(70_000)}"]}` }],
  [
    'a body too large once unpacked',
    413,
    { headers: { ...sameOrigin, 'content-encoding': 'gzip' }, body: new Uint8Array(gzipSync('x'.repeat(10_000_000))) },
  ],
  ['an unknown content type', 415, { headers: { ...sameOrigin, 'content-type': 'text/plain' } }],
  ['an unknown packing', 415, { headers: { ...sameOrigin, 'content-encoding': 'br' } }],
])('answers %s with %i and a reason, and passes nothing on', async (_, status, init) => {
  const { url, received } = await relayTo({ status: 200 })
  const answer = await post(url, init)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body).message).toMatch(/\w/)
  expect(received).toEqual([])
})

test('answers any method but POST with 405', async () => {
  const { url } = await relayTo({ status: 200 })
  const answer = await fetch(`${url}/otlp/v1/traces`, { headers: sameOrigin })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
})

test('takes a page of the host itself where the browser sends no Sec-Fetch-Site', async () => {
  const { url } = await relayTo({ status: 200 })
  expect((await post(url, { headers: { 'content-type': 'application/json', origin: url } })).status).toBe(200)
})

test('takes what comes from no browser: nobody could have misled it', async () => {
  const { url } = await relayTo({ status: 200 })
  expect((await post(url, { headers: { 'content-type': 'application/json' } })).status).toBe(200)
})

test('lets an allowed origin in, with its preflight', async () => {
  const origin = 'https://www.shop.test'
  const { url } = await relayTo({ status: 200 }, { allowedOrigins: [origin] })
  const headers = { 'sec-fetch-site': 'cross-site', origin }
  const preflight = await fetch(`${url}/otlp/v1/traces`, { method: 'OPTIONS', headers })
  const answer = await post(url, { headers: { ...headers, 'content-type': 'application/json' } })
  expect([preflight.status, answer.status]).toEqual([204, 200])
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
})

test('limits the rate of one client', async () => {
  const { url } = await relayTo({ status: 200 }, { ratePerMinute: 2 })
  const statuses = [await post(url), await post(url), await post(url)].map(answer => answer.status)
  expect(statuses).toEqual([200, 200, 429])
})

test('limits the bytes of one client in an hour, as they are forwarded', async () => {
  const { url, received } = await relayTo({ status: 200 }, { bytesPerHour: 3 * spans.length })
  const blown = { headers: { ...sameOrigin, 'content-encoding': 'gzip' }, body: gzipSync(spans.padEnd(60_000)) }
  const statuses = [await post(url, blown), await post(url), await post(url), await post(url)].map(one => one.status)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect(received).toHaveLength(3)
})

test('a text that is no UTF-8 costs that text, not the request', async () => {
  const { url, received } = await relayTo({ status: 200 })
  const of = (text: string) =>
    `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"${text}"}},{}]}]}]}`
  const body = Buffer.from(of('a?b'))
  body[body.indexOf('?')] = 0xff
  expect(await post(url, { path: '/otlp/v1/logs', body })).toMatchObject({ status: 200 })
  expect(received.map(one => one.body)).toEqual([of('a\ufffdb')])
})

test('passes on the receiver’s partial success', async () => {
  const partial = '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}'
  const { url } = await relayTo({ status: 200, body: partial })
  const answer = await post(url)
  expect([answer.status, answer.body, answer.headers.get('content-type')]).toEqual([200, partial, 'application/json'])
})

test.each([400, 413, 429])("passes the receiver's %i on, with its reason", async status => {
  const { url } = await relayTo({ status, body: '{"code":3,"message":"bad span"}' })
  expect(await post(url)).toMatchObject({ status, body: '{"message":"bad span"}' })
})

test.each([500, 502, 503])('answers 503 with Retry-After where the receiver answers %i', async status => {
  const { url } = await relayTo({ status, retryAfter: '9' })
  const answer = await post(url)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '9'])
})

test.each([401, 403, 404, 405, 415])(
  'answers 503 with Retry-After where the receiver refuses the server with %i',
  async status => {
    const { url } = await relayTo({ status })
    const answer = await post(url)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  },
)

test('answers 503 with Retry-After where nobody listens, and goes on serving', async () => {
  const { url } = await relayTo({ status: 200 }, { targetUrl: 'http://127.0.0.1:9' })
  const answer = await post(url)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await post(url, { path: '/elsewhere' })).status).toBe(418)
})

test('leaves every other path alone', async () => {
  const { url } = await relayTo({ status: 200 })
  const answers = [await post(url, { path: '/otlpx' }), await post(url, { path: '/' })]
  expect(answers.map(answer => answer.status)).toEqual([418, 418])
})

test('of a small post that unpacks to thousands of records 200 go on, and of its names fifty', async () => {
  const { url, received } = await relayTo({ status: 200 }, { releases: ['1.0.0'] })
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } })
  const record = (nth: number) => ({ attributes: [attribute('http.route', `/r${nth}`)] })
  const logRecords = Array.from({ length: 700 }, (_, nth) => record(nth % 60))
  const resource = { attributes: [attribute('service.version', 'made-up')] }
  const body = gzipSync(JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }))
  const headers = { ...sameOrigin, 'content-encoding': 'gzip' }
  expect(await post(url, { path: '/otlp/v1/logs', headers, body })).toMatchObject({ status: 200 })
  const [of] = JSON.parse(received[0]?.body ?? '').resourceLogs
  const routes = of.scopeLogs[0].logRecords.map(
    (one: ReturnType<typeof record>) => one.attributes[0]?.value.stringValue,
  )
  expect([routes.length, new Set(routes).size]).toEqual([200, 51])
  expect(of.resource.attributes[0].value.stringValue).toBe('unknown')
})

test('of a duplicate JSON field the receiver reads the value that the relay has checked', async () => {
  const { url, received } = await relayTo({ status: 200 })
  const many = JSON.stringify(Array.from({ length: 500 }, () => ({})))
  const body = `{"resourceLogs":[{"scopeLogs":[{"logRecords":${many},"logRecords":[]}]}]}`
  expect(await post(url, { path: '/otlp/v1/logs', body })).toMatchObject({ status: 200 })
  expect(received[0]?.body).toBe('{"resourceLogs":[{"scopeLogs":[{"logRecords":[]}]}]}')
})

test('who has a network of IPv6 has one rate', async () => {
  let nth = 0
  const clientAddress = () => `2001:db8:7::${nth++}`
  const { url } = await relayTo({ status: 200 }, { ratePerMinute: 3, clientAddress })
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await post(url)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('a connection ends with its answer while the server closes', async () => {
  const targetUrl = await listen((_, res) => {
    servers.at(-1)?.close()
    res.end('{}')
  })
  const relay = browserRelay({ targetUrl, serviceName: 'shop-browser' })
  const url = await listen((req, res) => void relay(req, res))

  expect((await post(url)).headers.get('connection')).toBe('close')
})
