import {
  cardDeclinedError,
  deadlockError,
  invalidPayloadError,
  logException,
  mailRejectedError,
  poolExhaustedError,
  recordException,
  redisTimeoutError,
} from './errors.ts'
import type { SeedAttributes } from './record.ts'
import type { ShopService } from './services.ts'
import type { SpanBuilder, TraceBuilder } from './trace.ts'

/** The result of a call between services. */
export interface ServiceCallResult {
  readonly endUs: number
  readonly status: number
}

/** Makes calls one after another below `parent`; each gets its start time. */
interface CallContext {
  readonly trace: TraceBuilder
  readonly parent: SpanBuilder
  readonly atUs: number
}

/** `GET /stock/{sku}` of the Go service; sometimes two reservations deadlock. */
export function callStockService(
  { trace, parent, atUs }: CallContext,
  method: 'GET' | 'POST' = 'GET',
): ServiceCallResult {
  const { random } = trace
  const route = method === 'GET' ? '/stock/{sku}' : '/stock/{sku}/reserve'
  const served = serve({ trace, parent, atUs }, 'stock', method, route, 8080)
  const sql =
    method === 'GET'
      ? 'SELECT on_hand, reserved FROM stock WHERE sku = $1'
      : 'UPDATE stock SET reserved = reserved + $2 WHERE sku = $1'
  const endUs = query(trace, served.server, 'stock', sql, served.startUs + random.latencyUs(0.3), 1.6)
  const failed = method === 'POST' && random.chance(0.02)
  if (failed) recordException(served.server, deadlockError(random), endUs)
  else if (method === 'POST') {
    const sku = String(served.server.attributes['url.path']).split('/')[2] ?? ''
    logLine(trace, {
      service: 'stock',
      span: served.server,
      atUs: endUs,
      body: `reserved 1 of ${sku}`,
      attributes: { sku },
    })
  }
  return served.finish(endUs + random.latencyUs(0.2), failed ? 500 : 200)
}

/** `GET /recommendations` of the Python service: its cache times out more and more often towards the end. */
export function callRecommendations({ trace, parent, atUs }: CallContext): ServiceCallResult {
  const { random, hours } = trace
  const { server, startUs, finish } = serve({ trace, parent, atUs }, 'recommendations', 'GET', '/recommendations', 8000)
  const timesOut = random.chance(hours < 30 ? 0.004 + 0.06 * (1 - hours / 30) ** 2 : 0.004)
  const cacheUs = timesOut ? 500_000 : random.latencyUs(2.2)
  const cache = trace.span({
    service: 'recommendations',
    name: 'MGET',
    kind: 'Client',
    parent: server,
    startUs,
    endUs: startUs + cacheUs,
    attributes: { 'db.system.name': 'redis', 'db.operation.name': 'MGET', 'server.address': 'redis-0.redis' },
  })
  if (timesOut) {
    cache.fail('redis.exceptions.TimeoutError')
    recordException(server, redisTimeoutError(), startUs + cacheUs)
    const body = 'redis-0.redis did not answer within 500 ms'
    logLine(trace, { service: 'recommendations', span: cache, atUs: startUs + cacheUs, severity: 'WARN', body })
    return finish(startUs + cacheUs + 900, 500)
  }
  const rankUs = random.latencyUs(14, 0.7)
  const rank = trace.span({
    service: 'recommendations',
    name: 'rank',
    parent: server,
    startUs: startUs + cacheUs,
    endUs: startUs + cacheUs + rankUs,
    attributes: { 'code.function.name': 'recommendations.rank.rank' },
  })
  const failed = random.chance(trace.releaseOf('recommendations') === '0.10.0' ? 0.006 : 0.001)
  if (failed) recordException(rank, invalidPayloadError(random), startUs + cacheUs + rankUs)
  if (failed) server.fail('ValueError')
  return finish(startUs + cacheUs + rankUs + random.latencyUs(1), failed ? 500 : 200)
}

/** `POST /orders` of the Java service. 7.2.0 queries the database once for each line item, and then runs out of connections. */
export function placeOrder({ trace, parent, atUs }: CallContext): ServiceCallResult {
  const { random } = trace
  const { server, startUs, finish } = serve({ trace, parent, atUs }, 'checkout', 'POST', '/orders', 8081)
  const isSlow = trace.releaseOf('checkout') === '7.2.0'
  let at = startUs + random.latencyUs(1.4)
  if (isSlow && random.chance(0.02)) {
    at += 30_000_000
    const error = poolExhaustedError(random)
    // The agent reports it twice: on the span, and by the application's logger.
    recordException(server, error, at)
    logException(trace, error, { service: 'checkout', span: server, atUs: at })
    return finish(at + 2_000, 500)
  }
  const queries = isSlow ? 6 + random.int(18) : 2
  for (let i = 0; i < queries; i += 1) {
    at = query(trace, server, 'checkout', 'SELECT price, currency FROM line_item WHERE id = ?', at, isSlow ? 9 : 3.5)
  }
  const gatewayUs = random.latencyUs(140, 0.35)
  const gateway = trace.span({
    service: 'checkout',
    name: 'POST',
    kind: 'Client',
    parent: server,
    startUs: at,
    endUs: at + gatewayUs,
    attributes: { 'http.request.method': 'POST', 'server.address': 'pay.example', 'http.response.status_code': 200 },
  })
  at += gatewayUs
  if (random.chance(0.06)) {
    gateway.attributes['http.response.status_code'] = 402
    gateway.fail('402')
    recordException(server, cardDeclinedError(random), at)
    const body = 'pay.example declined the card, the order is kept as a draft'
    logLine(trace, { service: 'checkout', span: server, atUs: at, severity: 'WARN', body })
    return finish(at + random.latencyUs(1), 402)
  }
  at = query(trace, server, 'checkout', 'INSERT INTO orders (id, customer, total) VALUES (?, ?, ?)', at, 4)
  sendMail({ trace, parent: server, atUs: at })
  // Of the id, so that the numbers of other telemetry do not change.
  const total = (Number.parseInt(server.spanId.slice(0, 4), 16) % 20_000) / 100 + 5
  logLine(trace, {
    service: 'checkout',
    span: server,
    atUs: at,
    body: `order placed: ${queries} items, ${total.toFixed(2)} EUR`,
    attributes: { 'order.items': queries, 'order.total': total },
  })
  return finish(at + random.latencyUs(2), 201)
}

/** The order's mail, sent through a queue: its consumer is part of the trace. */
function sendMail({ trace, parent, atUs }: CallContext): void {
  const { random } = trace
  const queue = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' }
  const sent = trace.span({
    service: 'checkout',
    name: 'send orders',
    kind: 'Producer',
    parent,
    startUs: atUs,
    endUs: atUs + random.latencyUs(1.5),
    attributes: { ...queue, 'messaging.operation.name': 'send', 'messaging.operation.type': 'send' },
  })
  const startUs = atUs + random.latencyUs(60, 0.8)
  const process = trace.span({
    service: 'mail',
    name: 'process orders',
    kind: 'Consumer',
    parent: sent,
    startUs,
    attributes: { ...queue, 'messaging.operation.name': 'process', 'messaging.operation.type': 'process' },
  })
  const endUs = startUs + random.latencyUs(85)
  process.end(endUs)
  if (random.chance(trace.hours > 40 && trace.hours < 42 ? 0.5 : 0.003))
    recordException(process, mailRejectedError(), endUs)
  else logLine(trace, { service: 'mail', span: process, atUs: endUs, body: 'order confirmation sent' })
}

interface LogLine {
  readonly service: ShopService
  readonly span: SpanBuilder
  readonly atUs: number
  readonly severity?: 'INFO' | 'WARN'
  readonly body: string
  readonly attributes?: SeedAttributes
}

/** A line of a service's own log; at most one a span, by which it is identified. */
function logLine(trace: TraceBuilder, { attributes, ...line }: LogLine): void {
  const id = `${line.span.spanId}${trace.traceId.slice(0, 16)}`
  trace.log({ ...line, attributes: { 'log.record.uid': id, ...attributes } })
}

/** A CLIENT span of the shop and the SERVER span that answers it. */
function serve(
  { trace, parent, atUs }: CallContext,
  service: ShopService,
  method: string,
  route: string,
  port: number,
) {
  const { random } = trace
  const client = trace.span({
    service: 'shop',
    name: method,
    kind: 'Client',
    parent,
    startUs: atUs,
    attributes: { 'http.request.method': method, 'server.address': service, 'server.port': port },
  })
  const startUs = atUs + random.latencyUs(0.4)
  const path = route.replace('{sku}', `sku-${1000 + random.int(4000)}`)
  const server = trace.span({
    service,
    name: `${method} ${route}`,
    kind: 'Server',
    parent: client,
    startUs,
    attributes: { 'http.request.method': method, 'http.route': route, 'url.path': path, 'url.scheme': 'http' },
  })
  const finish = (serverEndUs: number, status: number): ServiceCallResult => {
    const endUs = serverEndUs + random.latencyUs(0.4)
    server.end(serverEndUs)
    client.end(endUs)
    for (const span of [server, client]) span.attributes['http.response.status_code'] = status
    if (status >= 500) server.fail(String(server.attributes['error.type'] ?? status))
    if (status >= 400) client.fail(String(status))
    return { endUs, status }
  }
  return { server, startUs, finish }
}

/** @returns when it ended */
function query(
  trace: TraceBuilder,
  parent: SpanBuilder,
  service: ShopService,
  sql: string,
  atUs: number,
  medianMs: number,
): number {
  const [operation = ''] = sql.split(' ', 1)
  const endUs = atUs + trace.random.latencyUs(medianMs)
  const table = /(?:FROM|INTO|UPDATE) (\w+)/.exec(sql)?.[1] ?? ''
  trace.span({
    service,
    name: `${operation} ${table}`,
    kind: 'Client',
    parent,
    startUs: atUs,
    endUs,
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': service,
      'db.operation.name': operation,
      'db.collection.name': table,
      'db.query.text': sql,
    },
  })
  return endUs
}
