import { ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { formatTraceparent, parentOf } from './trace-parent.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const header = (flags = '01') => `00-${traceId}-${spanId}-${flags}`
const caller = (flags: number) => ({ traceId, spanId, traceFlags: flags, isRemote: true })

test('a page of the same origin is continued as sampled, whatever it says', () => {
  const { context, links } = parentOf({ traceparent: header('00'), 'sec-fetch-site': 'same-origin' }, 'same-origin')
  expect(trace.getSpanContext(context)).toEqual(caller(TraceFlags.SAMPLED))
  expect(links).toEqual([])
})

test.each(['cross-site', 'same-site', 'none', undefined])('a caller from %s becomes a link', site => {
  const headers = { traceparent: header(), ...(site !== undefined && { 'sec-fetch-site': site }) }
  const { context, links } = parentOf(headers, 'same-origin')
  expect(context).toBe(ROOT_CONTEXT)
  expect(links).toEqual([{ context: caller(TraceFlags.SAMPLED) }])
})

test('a caller that is always trusted is continued and obeyed', () => {
  const { context } = parentOf({ traceparent: header('00') }, 'always')
  expect(trace.getSpanContext(context)).toEqual(caller(TraceFlags.NONE))
})

test("its tracestate goes on with the trace, a stranger's does not", () => {
  const headers = { traceparent: header(), tracestate: 'vendor=1' }
  const stateOf = (trust: 'always' | 'same-origin') =>
    trace
      .getSpanContext(parentOf({ ...headers, 'sec-fetch-site': 'same-origin' }, trust).context)
      ?.traceState?.serialize()
  expect([stateOf('always'), stateOf('same-origin')]).toEqual(['vendor=1', undefined])
})

test.each([
  ['nothing', undefined],
  ['rubbish', 'hello'],
  ['a zero trace id', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a zero span id', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['the forbidden version', `ff-${traceId}-${spanId}-01`],
  ['capital letters', header().toUpperCase()],
])('%s is neither continued nor linked', (_, traceparent) => {
  const headers = { 'sec-fetch-site': 'same-origin', ...(traceparent !== undefined && { traceparent }) }
  expect(parentOf(headers, 'same-origin')).toEqual({ context: ROOT_CONTEXT, links: [] })
})

test('a later version is read as far as it is known', () => {
  const { context } = parentOf({ traceparent: `01-${traceId}-${spanId}-01-more` }, 'always')
  expect(trace.getSpanContext(context)).toEqual(caller(TraceFlags.SAMPLED))
})

test('a span context is written as the header has it', () => {
  expect(formatTraceparent(caller(TraceFlags.SAMPLED))).toBe(header('01'))
})
