import type { Random } from './random.ts'
import type { SeedAttributes } from './record.ts'
import { stackContextOf } from './shop-source.ts'
import type { SpanBuilder, TraceBuilder } from './trace.ts'

/** An exception as its language writes it. */
export interface SeedError {
  readonly type: string
  readonly message: string
  readonly stacktrace: string
  /** Of a stack that source maps have mapped: as it was thrown. */
  readonly rawStacktrace?: string
  /** Outermost first. */
  readonly causes?: readonly { readonly type: string; readonly message: string; readonly stacktrace: string }[]
  /** Only of the shop's server: the digest that the visitor sees. */
  readonly digest?: string
}

export function cartAmountError(): SeedError {
  const [type, message] = ['TypeError', "Cannot read properties of undefined (reading 'amount')"]
  return {
    type,
    message,
    digest: 'q7x2m9ktva',
    stacktrace: `${type}: ${message}
    at totalOf (app/cart/total.ts:41:43)
    at Array.reduce (<anonymous>)
    at readCart (app/cart/read-cart.ts:27:32)
    at async loader (app/routes/cart.tsx:19:18)
    at async callRouteHandler (/srv/shop/node_modules/react-router/dist/production/index.js:10442:22)`,
    rawStacktrace: `${type}: ${message}
    at totalOf (file:///srv/shop/build/server/index.js:1184:43)
    at Array.reduce (<anonymous>)
    at readCart (file:///srv/shop/build/server/index.js:1202:32)
    at async loader (file:///srv/shop/build/server/index.js:2317:18)
    at async callRouteHandler (/srv/shop/node_modules/react-router/dist/production/index.js:10442:22)`,
  }
}

export function stockUnavailableError(): SeedError {
  const reset = 'connect ECONNREFUSED 10.0.3.21:8080'
  return {
    type: 'StockUnavailableError',
    message: 'stock did not answer within 2000 ms',
    digest: 'h4n8c3wzpr',
    stacktrace: `StockUnavailableError: stock did not answer within 2000 ms
    at askStock (app/stock/ask-stock.ts:33:11)
    at async loader (app/routes/product.tsx:24:17)
    at process.processTicksAndRejections (node:internal/process/task_queues:103:5)`,
    rawStacktrace: `StockUnavailableError: stock did not answer within 2000 ms
    at askStock (file:///srv/shop/build/server/index.js:871:11)
    at async loader (file:///srv/shop/build/server/index.js:2289:17)
    at process.processTicksAndRejections (node:internal/process/task_queues:103:5)`,
    causes: [
      {
        type: 'TypeError',
        message: 'fetch failed',
        stacktrace:
          'TypeError: fetch failed\n    at node:internal/deps/undici/undici:15482:13\n    at askStock (app/stock/ask-stock.ts:29:20)',
      },
      {
        type: 'Error',
        message: reset,
        stacktrace: `Error: ${reset}\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1637:16)`,
      },
    ],
  }
}

export function cardDeclinedError(random: Random): SeedError {
  const card = String(random.int(10_000)).padStart(4, '0')
  const reason = random.pick(['insufficient_funds', 'expired_card', 'do_not_honor'])
  return java('com.example.checkout.PaymentDeclinedException', `card ending ${card} was declined: ${reason}`, [
    'com.example.checkout.PaymentGateway.charge(PaymentGateway.java:88)',
    'com.example.checkout.OrderService.place(OrderService.java:142)',
    'com.example.checkout.OrderController.create(OrderController.java:57)',
    'java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:104)',
    'org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1089)',
  ])
}

export function poolExhaustedError(random: Random): SeedError {
  const waitedMs = 30_000 + random.int(9)
  const inner = `HikariPool-1 - Connection is not available, request timed out after ${waitedMs}ms (total=10, active=10, idle=0, waiting=${random.int(40) + 4})`
  const outer = java(
    'org.springframework.dao.DataAccessResourceFailureException',
    'Unable to acquire JDBC Connection',
    [
      'org.springframework.orm.jpa.vendor.HibernateJpaDialect.convertHibernateAccessException(HibernateJpaDialect.java:277)',
      'com.example.checkout.OrderRepository.save(OrderRepository.java:63)',
      'com.example.checkout.OrderService.place(OrderService.java:131)',
      'com.example.checkout.OrderController.create(OrderController.java:57)',
    ],
  )
  return {
    ...outer,
    stacktrace: `${outer.stacktrace}
Caused by: java.sql.SQLTransientConnectionException: ${inner}
	at com.zaxxer.hikari.pool.HikariPool.createTimeoutException(HikariPool.java:711)
	at com.zaxxer.hikari.pool.HikariPool.getConnection(HikariPool.java:183)
	... 41 more`,
  }
}

export function deadlockError(random: Random): SeedError {
  const message = `ERROR: deadlock detected (SQLSTATE 40P01): process ${1000 + random.int(9000)} waits for ShareLock`
  return {
    type: '*pgconn.PgError',
    message,
    stacktrace: `goroutine ${200 + random.int(9000)} [running]:
runtime/debug.Stack()
	/usr/local/go/src/runtime/debug/stack.go:26 +0x5e
example.com/shop/stock/reserve.(*Store).Reserve(0xc000214a80, {0x11f5c20, 0xc0004d6d80})
	/src/stock/reserve/store.go:118 +0x3c5
example.com/shop/stock/http.(*Server).handleReserve(0xc00012c000, {0x11f2f08, 0xc000508000}, 0xc000316640)
	/src/stock/http/reserve.go:47 +0x1d1
net/http.HandlerFunc.ServeHTTP(0x40?, {0x11f2f08?, 0xc000508000?}, 0x0?)
	/usr/local/go/src/net/http/server.go:2322 +0x29`,
  }
}

export function mailRejectedError(): SeedError {
  const message = 'dial tcp 10.0.4.12:587: connect: connection refused'
  return {
    type: '*net.OpError',
    message,
    stacktrace: `goroutine 51 [running]:
example.com/shop/mail/smtp.(*Sender).Send(0xc0001b4000, {0x10e2c60, 0xc000391ef0})
	/src/mail/smtp/sender.go:72 +0x2b4
example.com/shop/mail/consume.(*Worker).handle(0xc0000b2080, 0xc0003da000)
	/src/mail/consume/worker.go:94 +0x18e`,
  }
}

export function redisTimeoutError(): SeedError {
  return {
    type: 'redis.exceptions.TimeoutError',
    message: 'Timeout reading from redis-0.redis:6379',
    stacktrace: `Traceback (most recent call last):
  File "/app/recommendations/api.py", line 58, in recommend
    ranked = await rank(user, basket)
  File "/app/recommendations/rank.py", line 31, in rank
    vectors = await cache.read_vectors(basket)
  File "/app/recommendations/cache.py", line 22, in read_vectors
    return await self.redis.mget(keys)
  File "/usr/local/lib/python3.14/site-packages/redis/asyncio/client.py", line 720, in execute_command
    return await conn.retry.call_with_retry(
redis.exceptions.TimeoutError: Timeout reading from redis-0.redis:6379`,
  }
}

export function invalidPayloadError(random: Random): SeedError {
  const message = `could not broadcast input array from shape (${64 + random.int(4)},) into shape (128,)`
  return {
    type: 'ValueError',
    message,
    stacktrace: `Traceback (most recent call last):
  File "/app/recommendations/api.py", line 58, in recommend
    ranked = await rank(user, basket)
  File "/app/recommendations/rank.py", line 44, in rank
    matrix[row] = vector
ValueError: ${message}`,
  }
}

export function cartBadgeError(): SeedError {
  const [type, message] = ['TypeError', "Cannot read properties of undefined (reading 'length')"]
  return {
    type,
    message,
    stacktrace: `${type}: ${message}
    at CartBadge (app/cart/cart-badge.tsx:18:19)
    at renderWithHooks (node_modules/react-dom/cjs/react-dom-client.production.js:3892:18)
    at updateFunctionComponent (node_modules/react-dom/cjs/react-dom-client.production.js:6143:19)`,
    rawStacktrace: `${type}: ${message}
    at CartBadge (https://shop.example/assets/cart-badge-DkX81q.js:1:2204)
    at renderWithHooks (https://shop.example/assets/entry.client-Bq0e2x.js:8:48210)
    at updateFunctionComponent (https://shop.example/assets/entry.client-Bq0e2x.js:8:61877)`,
  }
}

/** A page of the previous release requests a chunk that no longer exists after a deploy. */
export function chunkMissingError(): SeedError {
  const message = 'Failed to fetch dynamically imported module: https://shop.example/assets/checkout-Cq3vT0xy.js'
  return { type: 'TypeError', message, stacktrace: `TypeError: ${message}` }
}

function java(type: string, message: string, frames: readonly string[]): SeedError {
  return { type, message, stacktrace: `${type}: ${message}\n${frames.map(frame => `\tat ${frame}`).join('\n')}` }
}

function attributesOf({ type, message, stacktrace, rawStacktrace, causes, digest }: SeedError): SeedAttributes {
  return {
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stacktrace,
    ...(rawStacktrace === undefined
      ? {}
      : {
          'errata.stack.mapped': 'yes',
          'errata.stack.raw': rawStacktrace,
          'errata.stack.context': stackContextOf(stacktrace),
        }),
    ...(causes === undefined ? {} : { 'errata.exception.causes': JSON.stringify(causes) }),
    ...(digest === undefined ? {} : { 'errata.error.digest': digest, 'errata.issue.fingerprint': digest }),
  }
}

/** Records an exception as stock SDKs of other languages do: as an event of the failed span. */
export function recordException(span: SpanBuilder, error: SeedError, atUs: number): void {
  span.fail(error.type, error.message)
  span.event({ name: 'exception', atUs: Math.round(atUs), attributes: attributesOf(error) })
}

interface LoggedError {
  readonly service: 'shop' | 'shop-browser' | 'checkout'
  readonly span: SpanBuilder | undefined
  readonly atUs: number
  readonly eventName?: string
  readonly severity?: 'WARN' | 'ERROR'
  readonly attributes?: SeedAttributes
}

/** Records an exception as `@errata/otel` and the Java agent do: as a log record. */
export function logException(trace: TraceBuilder, error: SeedError, options: LoggedError): void {
  const { service, span, atUs, eventName = 'exception', severity = 'ERROR', attributes = {} } = options
  trace.log({
    service,
    span,
    atUs,
    severity,
    eventName,
    body: error.message,
    attributes: { ...attributesOf(error), ...attributes },
  })
}
