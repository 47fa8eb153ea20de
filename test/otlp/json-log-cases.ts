/** What a logger writes as the body of a record, and what Errata must read in it. */
export interface JsonLogCase {
  readonly logger: string
  readonly body: Readonly<Record<string, unknown>>
  /** What pages show as its text. */
  readonly message: string
  /** 1 to 24; 0 if it tells none. */
  readonly severity: number
  /** Whether it has {@link TRACE_ID} and {@link SPAN_ID}. @default false */
  readonly traced?: boolean
  /** The exception that it tells of: `type: message`, or what there is of it. @default none */
  readonly exception?: string
}

export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
export const SPAN_ID = 'b7ad6b7169203331'

const PYTHON = 'Traceback (most recent call last):\n  File "shop/pay.py", line 7, in pay\n    charge(card)\n'
const JAVA = '\n\tat shop.Payment.pay(Payment.java:42)\n\tat shop.Main.main(Main.java:7)'

/** By the documentation of each logger; the shapes, not every option. */
export const JSON_LOG_CASES: readonly JsonLogCase[] = [
  {
    logger: 'pino',
    body: {
      level: 50,
      time: 1_700_000_000_000,
      pid: 7,
      hostname: 'web-1',
      trace_id: TRACE_ID,
      span_id: SPAN_ID,
      trace_flags: '01',
      err: {
        type: 'TypeError',
        message: 'x is undefined',
        stack: 'TypeError: x is undefined\n    at pay (pay.js:4:2)',
      },
      msg: 'payment failed',
    },
    message: 'payment failed',
    severity: 17,
    traced: true,
    exception: 'TypeError: x is undefined',
  },
  { logger: 'pino, a level of its own', body: { level: 35, msg: 'noted' }, message: 'noted', severity: 9 },
  {
    logger: 'bunyan',
    body: {
      name: 'shop',
      hostname: 'web-1',
      pid: 7,
      level: 60,
      err: { message: 'no stock', name: 'RangeError', stack: 'RangeError: no stock\n    at order (order.js:1:1)' },
      msg: 'cannot go on',
      v: 0,
    },
    message: 'cannot go on',
    severity: 21,
    exception: 'RangeError: no stock',
  },
  {
    logger: 'winston',
    body: { level: 'error', message: 'card refused', stack: 'PaymentError: card refused\n    at pay (pay.js:4:2)' },
    message: 'card refused',
    severity: 17,
    exception: 'PaymentError: card refused',
  },
  {
    logger: 'structlog',
    body: { event: 'payment failed', level: 'error', exception: `${PYTHON}shop.errors.Refused: no credit` },
    message: 'payment failed',
    severity: 17,
    exception: 'shop.errors.Refused: no credit',
  },
  {
    logger: 'structlog, tracebacks as objects',
    body: {
      event: 'cannot divide',
      level: 'critical',
      exception: [{ exc_type: 'ZeroDivisionError', exc_value: 'by zero' }],
    },
    message: 'cannot divide',
    severity: 21,
    exception: 'ZeroDivisionError: by zero',
  },
  {
    logger: 'python-json-logger',
    body: {
      message: 'payment failed',
      levelname: 'ERROR',
      otelTraceID: TRACE_ID,
      otelSpanID: SPAN_ID,
      exc_info: `${PYTHON}ValueError: first line\nsecond line\n`,
    },
    message: 'payment failed',
    severity: 17,
    traced: true,
    exception: 'ValueError: first line\nsecond line',
  },
  {
    logger: 'zap',
    body: {
      level: 'error',
      ts: 1_700_000_000.5,
      caller: 'pay/pay.go:42',
      msg: 'payment failed',
      error: 'connection refused',
      stacktrace: 'main.pay\n\t/src/pay/pay.go:42',
    },
    message: 'payment failed',
    severity: 17,
    exception: 'connection refused',
  },
  {
    logger: 'logrus',
    body: { error: 'EOF', level: 'fatal', msg: 'gone' },
    message: 'gone',
    severity: 21,
    exception: 'EOF',
  },
  {
    logger: 'slog',
    body: { time: '2026-11-29T10:00:00Z', level: 'ERROR+2', msg: 'payment failed', err: 'EOF' },
    message: 'payment failed',
    severity: 17,
    exception: 'EOF',
  },
  {
    logger: 'slog, below errors',
    body: { level: 'INFO', msg: 'retried', err: 'EOF' },
    message: 'retried',
    severity: 9,
  },
  {
    logger: 'Serilog',
    body: {
      '@t': '2026-11-29T10:00:00Z',
      '@l': 'Error',
      '@mt': 'Payment of {Order} failed',
      '@tr': TRACE_ID,
      '@sp': SPAN_ID,
      '@x': 'System.InvalidOperationException: No credit\n   at Shop.Pay() in /src/Pay.cs:line 3',
      Order: 4711,
    },
    message: 'Payment of {Order} failed',
    severity: 17,
    traced: true,
    exception: 'System.InvalidOperationException: No credit',
  },
  {
    logger: '.NET console',
    body: {
      LogLevel: 'Critical',
      Category: 'Shop',
      Message: 'Down',
      Exception: 'System.Exception: x\n   at Shop.Pay()',
    },
    message: 'Down',
    severity: 21,
    exception: 'System.Exception: x',
  },
  {
    logger: 'ECS',
    body: {
      '@timestamp': '2026-11-29T10:00:00Z',
      'log.level': 'ERROR',
      message: 'payment failed',
      'trace.id': TRACE_ID.toUpperCase(),
      'span.id': SPAN_ID,
      'error.type': 'java.lang.IllegalStateException',
      'error.message': 'no credit',
      'error.stack_trace': `java.lang.IllegalStateException: no credit${JAVA}`,
    },
    message: 'payment failed',
    severity: 17,
    traced: true,
    exception: 'java.lang.IllegalStateException: no credit',
  },
  {
    logger: 'ECS, nested',
    body: {
      log: { level: 'WARN' },
      message: 'slow',
      trace: { id: TRACE_ID },
      span: { id: SPAN_ID },
      error: { type: 'Slow', message: '3 s', stack_trace: `Slow: 3 s${JAVA}` },
    },
    message: 'slow',
    severity: 13,
    traced: true,
    exception: 'Slow: 3 s',
  },
  {
    logger: 'log4j2 JsonLayout',
    body: {
      level: 'ERROR',
      loggerName: 'shop.Payment',
      message: 'payment failed',
      thrown: { name: 'java.io.IOException', message: 'disk', extendedStackTrace: `java.io.IOException: disk${JAVA}` },
    },
    message: 'payment failed',
    severity: 17,
    exception: 'java.io.IOException: disk',
  },
  {
    logger: 'logstash-logback-encoder',
    body: {
      message: 'payment failed',
      level: 'ERROR',
      level_value: 40_000,
      traceId: TRACE_ID,
      spanId: SPAN_ID,
      stack_trace: `java.lang.NullPointerException${JAVA}`,
    },
    message: 'payment failed',
    severity: 17,
    traced: true,
    exception: 'java.lang.NullPointerException',
  },
  {
    logger: 'Google Cloud',
    body: {
      severity: 'WARNING',
      message: 'slow',
      'logging.googleapis.com/trace': `projects/shop/traces/${TRACE_ID}`,
      'logging.googleapis.com/spanId': SPAN_ID,
    },
    message: 'slow',
    severity: 13,
    traced: true,
  },
  {
    logger: 'GELF',
    body: { version: '1.1', short_message: 'disk full', level: 3 },
    message: 'disk full',
    severity: 17,
  },
  { logger: 'journald', body: { PRIORITY: '4', MESSAGE: 'slow' }, message: 'slow', severity: 13 },
  {
    logger: 'monolog',
    body: {
      message: 'payment failed',
      context: { exception: { class: 'Shop\\Refused', message: 'no credit', code: 0, file: '/src/pay.php:4' } },
      level: 400,
      level_name: 'ERROR',
    },
    message: 'payment failed',
    severity: 17,
    exception: 'Shop\\Refused: no credit',
  },
  {
    logger: 'Datadog, ids of 64 bits',
    body: { level: 'info', message: 'm', 'dd.trace_id': '123' },
    message: 'm',
    severity: 9,
  },
  {
    logger: 'escapes',
    body: { level: 'info', message: 'say "hello"\n\u0000' },
    message: 'say "hello"\n\u0000',
    severity: 9,
  },
  { logger: 'no severity', body: { message: 'plain' }, message: 'plain', severity: 0 },
  { logger: 'syslog number without a sign of syslog', body: { level: 3, message: 'm' }, message: 'm', severity: 0 },
  { logger: 'a level of another kind', body: { level: 'boss', message: 'won' }, message: 'won', severity: 0 },
  {
    logger: 'a level of another type',
    body: { level: { a: 1 }, trace_id: 5, message: 'm' },
    message: 'm',
    severity: 0,
  },
]
