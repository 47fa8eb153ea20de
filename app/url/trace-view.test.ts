import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSpanRef, readTraceView, spanRef, toggleFolded, tracePath, writeTraceView } from './trace-view.ts'

const a = '00f067aa0ba902b7'
const b = 'b7ad6b7169203331'

test('a trace opens whole and with no span shown', () => {
  expect(readTraceView(new URLSearchParams())).toEqual({ span: undefined, folded: new Set() })
})

test('a view is the same after its way through the URL', () => {
  const spanId = fc.stringMatching(/^[0-9a-f]{16}$/)
  const service = fc.string({ maxLength: 40, unit: 'grapheme' })
  const id = fc.oneof(spanId, fc.record({ spanId, service, sharesId: fc.constant(true) }).map(spanRef))
  const views = fc.record({
    span: fc.option(id, { nil: undefined }),
    folded: fc.array(id).map(ids => new Set(ids)),
    search: fc.string({ minLength: 1 }).filter(text => text.trim() === text),
  })
  fc.assert(
    fc.property(views, view => {
      expect(readTraceView(new URLSearchParams(writeTraceView(view)))).toEqual(view)
    }),
  )
  expect(writeTraceView({ span: a, folded: new Set([a, b]) })).toBe(`?span=${a}&folded=${a},${b}`)
  const narrowed = readTraceView(new URLSearchParams(`span=${a}&last=7d&page=x`))
  expect(writeTraceView({ ...narrowed, span: undefined })).toBe('?last=7d')
})

test('whatever an address says is a view, and the same one once it is written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (span, folded) => {
      const view = readTraceView(new URLSearchParams({ span, folded }))
      expect(readTraceView(new URLSearchParams(writeTraceView(view)))).toEqual(view)
    }),
  )
})

test('the address of a trace leads to the open span', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  expect(tracePath({ traceId, spanId: a })).toBe(`/traces/${traceId}?span=${a}#span`)
  expect(tracePath({ traceId, spanId: '' })).toBe(`/traces/${traceId}`)
  expect(tracePath({ traceId, spanId: '', search: 'is:error x' })).toBe(`/traces/${traceId}?q=is%3Aerror+x`)
})

test('a span whose id another service has too is named with its service, and so it is from where nobody can tell', () => {
  expect(spanRef({ spanId: a, service: 'web' })).toBe(a)
  expect(parseSpanRef(spanRef({ spanId: a, service: 'pay.eu', sharesId: true }))).toEqual({
    spanId: a,
    service: 'pay.eu',
  })
  expect(parseSpanRef(a)).toEqual({ spanId: a, service: '' })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  expect(tracePath({ traceId, spanId: a, service: 'pay' })).toBe(`/traces/${traceId}?span=${a}.pay#span`)
})

test('what is no span id is left out', () => {
  expect(readTraceView(new URLSearchParams('span=1&folded=x,,<script>'))).toEqual({
    span: undefined,
    folded: new Set(),
  })
})

test('folding twice shows the children again', () => {
  const open = { span: b, folded: new Set<string>() }
  const folded = toggleFolded(open, a)
  expect(folded).toEqual({ span: b, folded: new Set([a]) })
  expect(toggleFolded(folded, a)).toEqual(open)
})
