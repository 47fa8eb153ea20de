import { INVALID_SPAN_CONTEXT, TraceFlags } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { formatTraceparent } from './traceparent.ts'

const span = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

test.each([TraceFlags.SAMPLED, TraceFlags.NONE])('a span with flags %i is written as the header has it', traceFlags => {
  expect(formatTraceparent({ ...span, traceFlags })).toBe(`00-${span.traceId}-${span.spanId}-0${traceFlags}`)
})

test('a span that nobody can look up has none', () => {
  expect([formatTraceparent(INVALID_SPAN_CONTEXT), formatTraceparent(undefined)]).toEqual([undefined, undefined])
})
