import {
  defaultTextMapGetter,
  propagation,
  ROOT_CONTEXT,
  type TextMapPropagator,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parentOf } from './trace-parent.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const header = (flags = '01') => `00-${traceId}-${spanId}-${flags}`
const caller = (flags: number) => ({ traceId, spanId, traceFlags: flags, isRemote: true })

/** As a vendor has one. */
const vendor: TextMapPropagator = {
  inject() {},
  extract(context, carrier, getter = defaultTextMapGetter) {
    const header = getter.get(carrier, 'x-vendor')
    if (header === 'broken') throw new Error('the vendor is broken')
    return header === undefined ? context : trace.setSpanContext(context, { ...caller(255) })
  },
  fields: () => ['x-vendor'],
}

beforeAll(() => {
  const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()]
  // Not all in one composite: that catches what one throws.
  const all: TextMapPropagator = {
    inject() {},
    extract: (context, carrier, getter) =>
      vendor.extract(new CompositePropagator({ propagators }).extract(context, carrier, getter), carrier, getter),
    fields: () => [],
  }
  propagation.setGlobalPropagator(all)
})
afterAll(() => propagation.disable())

test.each([TraceFlags.NONE, TraceFlags.SAMPLED])('a page of the same origin is continued, flags %i and all', flags => {
  const headers = { traceparent: header(`0${flags}`), 'sec-fetch-site': 'same-origin' }
  const { context, links } = parentOf(headers, 'same-origin')
  expect(trace.getSpanContext(context)).toEqual(caller(flags))
  expect(links).toEqual([])
})

test.each(['cross-site', 'same-site', 'none', undefined])('a caller from %s becomes a link', site => {
  const headers = { traceparent: header('00'), ...(site !== undefined && { 'sec-fetch-site': site }) }
  const { context, links } = parentOf(headers, 'same-origin')
  expect(context).toBe(ROOT_CONTEXT)
  expect(links).toEqual([{ context: caller(TraceFlags.NONE) }])
})

test('a caller that is always trusted is continued and obeyed', () => {
  const { context } = parentOf({ traceparent: header('00') }, 'always')
  expect(trace.getSpanContext(context)).toEqual(caller(TraceFlags.NONE))
})

test('tracestate of the same origin is continued, that of other origins is not', () => {
  const headers = { traceparent: header(), tracestate: 'vendor=1' }
  const stateOf = (trust: 'always' | 'same-origin') =>
    trace
      .getSpanContext(parentOf({ ...headers, 'sec-fetch-site': 'same-origin' }, trust).context)
      ?.traceState?.serialize()
  expect([stateOf('always'), stateOf('same-origin')]).toEqual(['vendor=1', undefined])
})

test('whatever the propagators read of one that is always trusted is continued, its baggage too', () => {
  const { context } = parentOf({ 'x-vendor': 'yes', baggage: 'tenant=7' }, 'always')
  expect(trace.getSpanContext(context)).toEqual(caller(TraceFlags.SAMPLED))
  expect(propagation.getBaggage(context)?.getEntry('tenant')?.value).toBe('7')
})

test("a visitor's baggage goes nowhere", () => {
  const headers = { traceparent: header(), baggage: 'tenant=7', 'sec-fetch-site': 'same-origin' }
  expect(propagation.getBaggage(parentOf(headers, 'same-origin').context)).toBeUndefined()
})

test('a propagator that throws costs the parent and not the request', () => {
  expect(parentOf({ 'x-vendor': 'broken' }, 'always')).toEqual({ context: ROOT_CONTEXT, links: [] })
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
