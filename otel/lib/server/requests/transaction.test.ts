import { ROOT_CONTEXT, type SpanContext, TraceFlags, trace } from '@opentelemetry/api'
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { joinTransaction, spanContextIn } from './transaction.ts'

const inSpan = (spanContext: SpanContext) => trace.setSpanContext(ROOT_CONTEXT, spanContext)
const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: TraceFlags.NONE }

test('a record belongs to the span of its context, whichever SDK created it', () => {
  const provider = new BasicTracerProvider()
  const span = provider.getTracer('test').startSpan('ours', {}, ROOT_CONTEXT)
  joinTransaction(span, ROOT_CONTEXT)
  expect(spanContextIn(trace.setSpan(ROOT_CONTEXT, span))).toBe(span.spanContext())
  expect(spanContextIn(inSpan(caller))).toEqual(caller)
})

test.each([
  ['no span', ROOT_CONTEXT],
  ['a span without a trace', inSpan({ ...caller, traceId: '0'.repeat(32) })],
  ['a trace that is no id', inSpan({ ...caller, traceId: 'trace' })],
  ['a span that is no id', inSpan({ ...caller, spanId: 'b7ad6b716920333G' })],
])('with %s, for which a receiver would refuse all that is sent with it, it belongs to none', (_, context) => {
  expect(spanContextIn(context)).toBeUndefined()
})
