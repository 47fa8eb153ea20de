import { type Context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { afterEach, expect, test, vi } from 'vitest'
import type { Transaction } from '../../runtime.ts'
import type { HoldLimits } from '../../transaction-hold.ts'
import { openTransaction, withTransaction } from './transaction.ts'
import { type SpanFilter, TransactionProcessor } from './transaction-processor.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A tracer behind the processor, and what has left it. */
function pipeline(bounds: HoldLimits = {}, keep?: SpanFilter) {
  const exporter = new InMemorySpanExporter()
  const counted: Record<string, number> = {}
  const count = (reason: string, more: number) => {
    counted[reason] = (counted[reason] ?? 0) + more
  }
  const processor = new TransactionProcessor(new SimpleSpanProcessor(exporter), {
    beforeSend: keep,
    bounds,
    recordLoss: (signal, reason, more) => count(`${signal} ${reason}`, more),
    recordUnannotated: (more, reason) => count(reason, more),
  })
  const provider = new BasicTracerProvider({ spanProcessors: [processor] })
  const tracer = provider.getTracer('test')
  const start = (name: string, parent: Context = ROOT_CONTEXT) => {
    const span = tracer.startSpan(name, {}, parent)
    return { span, context: trace.setSpan(parent, span) }
  }
  const request = () => {
    const transaction = openTransaction(true)
    return { transaction, ...start('GET', withTransaction(ROOT_CONTEXT, transaction)) }
  }
  const left = () => exporter.getFinishedSpans().map(annotationOf)
  return { processor, provider, start, request, left, counted, exporter }
}

const annotationOf = ({ name, attributes }: ReadableSpan) => [
  name,
  attributes['errata.transaction.route'],
  attributes['errata.transaction.status_code'],
]

function decide(processor: TransactionProcessor, transaction: Transaction, route: string, statusCode: number): void {
  transaction.route = route
  transaction.statusCode = statusCode
  processor.decide(transaction)
}

test('ended spans wait until route and status are decided, later ones are annotated at once', () => {
  const { processor, request, start, left } = pipeline()
  const { transaction, span, context } = request()
  start('loader', context).span.end()
  expect(left()).toEqual([])

  decide(processor, transaction, '/shop', 200)
  start('stream', context).span.end()
  span.end()
  expect(left()).toEqual([
    ['loader', '/shop', 200],
    ['stream', '/shop', 200],
    ['GET', '/shop', 200],
  ])
})

test('a span far below the root, and one that outlives it, belong to the same transaction', () => {
  const { processor, request, start, exporter } = pipeline()
  const { transaction, span, context } = request()
  const loader = start('loader', context)
  const call = start('call', loader.context)
  decide(processor, transaction, '/shop', 200)
  span.end()
  loader.span.end()
  call.span.end()

  const ids = exporter.getFinishedSpans().map(ended => ended.attributes['errata.transaction.id'])
  expect(ids).toEqual(Array(3).fill(span.spanContext().spanId))
})

test('a local root that is no request is decided when it ends', () => {
  const { start, left, exporter } = pipeline()
  const job = start('nightly job')
  start('step', job.context).span.end()
  expect(left()).toEqual([])
  job.span.end()

  expect(left()).toEqual([
    ['step', undefined, undefined],
    ['nightly job', undefined, undefined],
  ])
  const ids = exporter.getFinishedSpans().map(ended => ended.attributes['errata.transaction.id'])
  expect(ids).toEqual(Array(2).fill(job.span.spanContext().spanId))
})

test('a span below a remote parent is a local root', () => {
  const { start, exporter } = pipeline()
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const remote = { traceId, spanId: 'b7ad6b7169203331', traceFlags: 1, isRemote: true }
  const { span } = start('consume', trace.setSpanContext(ROOT_CONTEXT, remote))
  span.end()
  expect(exporter.getFinishedSpans()[0]?.attributes['errata.transaction.id']).toBe(span.spanContext().spanId)
})

test('two concurrent requests are distinguished', () => {
  const { processor, request, start, left } = pipeline()
  const one = request()
  const other = request()
  start('a', one.context).span.end()
  start('b', other.context).span.end()
  decide(processor, other.transaction, '/other', 404)
  decide(processor, one.transaction, '/one', 200)
  expect(left()).toEqual([
    ['b', '/other', 404],
    ['a', '/one', 200],
  ])
})

test('more spans than a transaction may hold go out with its id alone, counted', () => {
  const { processor, request, start, left, counted } = pipeline({ maxPerTransaction: 2 })
  const { transaction, context } = request()
  for (const name of ['a', 'b', 'c']) start(name, context).span.end()
  expect(left()).toEqual([['c', undefined, undefined]])
  expect(counted).toEqual({ transaction: 1 })

  decide(processor, transaction, '/shop', 200)
  expect(left()).toHaveLength(3)
})

test('more spans than may be held in all go out with their id alone, counted', () => {
  const { request, start, left, counted } = pipeline({ maxInAll: 2 })
  for (let i = 0; i < 3; i++) start(`${i}`, request().context).span.end()
  expect(left()).toEqual([['2', undefined, undefined]])
  expect(counted).toEqual({ total: 1 })
})

test('what is held too long goes out with its id alone, counted; what ends later is held anew', () => {
  vi.useFakeTimers()
  const { processor, request, start, left, counted } = pipeline({ maxHeldMs: 30_000 })
  const { transaction, context } = request()
  start('early', context).span.end()
  vi.advanceTimersByTime(32_000)
  expect(left()).toEqual([['early', undefined, undefined]])
  start('late', context).span.end()
  expect(counted).toEqual({ age: 1 })

  decide(processor, transaction, '/slow', 200)
  expect(left().at(-1)).toEqual(['late', '/slow', 200])
})

test('shutdown lets go of what is held', async () => {
  const released: string[] = []
  const { processor, request, start, counted } = pipeline({}, span => {
    released.push(span.name)
    return true
  })
  start('a', request().context).span.end()
  await processor.shutdown()
  expect(released).toEqual(['a'])
  expect(counted).toEqual({ shutdown: 1 })
})

test('a discarded transaction sends nothing', () => {
  const { processor, request, start, left } = pipeline()
  const { transaction, span, context } = request()
  start('a', context).span.end()
  transaction.isDiscarded = true
  decide(processor, transaction, '/x', 200)
  span.end()
  expect(left()).toEqual([])
})

test('the app may change or drop a span last, and where it throws the span is not sent but counted', () => {
  const { start, exporter, counted } = pipeline({}, span => {
    if (span.name === 'unwanted') return false
    if (span.name === 'broken') throw new Error('filter')
    span.attributes['card'] = 'XXXX'
    return true
  })
  for (const name of ['unwanted', 'broken', 'paid']) start(name).span.end()
  const sent = exporter.getFinishedSpans()
  expect(sent.map(span => [span.name, span.attributes['card']])).toEqual([['paid', 'XXXX']])
  expect(counted).toEqual({ 'traces before_send_failed': 1 })
})

test('everything else of a span leaves as it was', () => {
  const { start, exporter } = pipeline()
  const { span } = start('job')
  span.setAttribute('a', 1).addEvent('e').setStatus({ code: 2, message: 'm' })
  span.end()
  expect(exporter.getFinishedSpans()[0]).toMatchObject({
    name: 'job',
    kind: SpanKind.INTERNAL,
    attributes: { a: 1 },
    events: [{ name: 'e' }],
    status: { code: 2, message: 'm' },
    ended: true,
  })
})

test.each([
  ['@opentelemetry/instrumentation-undici', []],
  ['the-app', ['exception']],
])('an exception that %s recorded on its span leaves as %j', (scope, events) => {
  const { provider, exporter } = pipeline()
  const span = provider.getTracer(scope).startSpan('POST', {}, ROOT_CONTEXT)
  span.recordException(new Error('ECONNREFUSED'))
  span.end()
  expect(exporter.getFinishedSpans()[0]?.events.map(event => event.name)).toEqual(events)
})

test('a call of a stock instrumentation that belongs to nothing leaves no span, one of the app does', () => {
  const { provider, left } = pipeline()
  const call = (scope: string, kind: SpanKind) =>
    provider.getTracer(scope).startSpan(`${scope} ${kind}`, { kind }, ROOT_CONTEXT).end()
  call('@opentelemetry/instrumentation-pg', SpanKind.CLIENT)
  call('@opentelemetry/instrumentation-amqplib', SpanKind.CONSUMER)
  call('shop', SpanKind.CLIENT)
  expect(left().map(([name]) => name)).toEqual(['@opentelemetry/instrumentation-amqplib 4', 'shop 2'])
})
