import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSpanRef, readTraceView, spanRef, tracePath, writeTraceView } from './trace-view.ts'

const a = '00f067aa0ba902b7'
const b = 'b7ad6b7169203331'

test('a trace opens whole and with no span shown', () => {
  expect(readTraceView(new URLSearchParams())).toEqual({ span: undefined, folded: new Set() })
})

test('a view is the same after its way through the URL', () => {
  const spanId = fc.stringMatching(/^[0-9a-f]{16}$/)
  const service = fc.string({ maxLength: 40, unit: 'grapheme' })
  const id = fc.oneof(spanId, fc.record({ spanId, service, sharesId: fc.constant(true) }).map(spanRef))
  const set = fc.constant(true as const)
  const views = fc.record(
    {
      span: fc.option(id, { nil: undefined }),
      folded: fc.array(id).map(ids => new Set(ids)),
      search: fc.string({ minLength: 1 }).filter(text => text.trim() === text),
      ...{ isAllFolded: set, areRepeatsUnfolded: set, isOnlyMatches: set, isSentTime: set, isSinceSpan: set },
      hiddenServices: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }), { minLength: 1 }),
      minMs: fc.integer({ min: 1, max: 10 ** 9 }).map(number => number / 1_000),
      top: id,
      zoom: fc.nat(10 ** 9).chain(from => fc.integer({ min: from + 1 }).map(to => ({ from, to }))),
      tab: fc.constantFrom('table' as const, 'flame' as const),
      sort: fc.constantFrom('name', '-sum'),
      rowsPage: fc.integer({ min: 2 }),
    },
    { requiredKeys: ['span', 'folded'] },
  )
  fc.assert(
    fc.property(views, view => {
      expect(readTraceView(new URLSearchParams(writeTraceView(view)))).toEqual(view)
    }),
  )
  expect(writeTraceView({ span: a, folded: new Set([a, b]) })).toBe(`?span=${a}&folded=${a},${b}`)
  const narrowed = readTraceView(new URLSearchParams(`span=${a}&last=7d&page=x`))
  expect(writeTraceView({ ...narrowed, span: undefined })).toBe('?last=7d')
})

const anyName = fc.constantFrom(
  'span',
  'folded',
  'only',
  'hide',
  'min',
  'below',
  'zoom',
  'times',
  'since',
  'tab',
  'rows',
)

test('what is no number, time or view is left out', () => {
  const wrong = ['min=-1', 'min=1e9', 'zoom=5-5', 'zoom=9-3', 'zoom=x-3', 'tab=graph', 'rows=0', 'below=x', 'hide=,']
  for (const text of wrong)
    expect(readTraceView(new URLSearchParams(text))).toEqual({ span: undefined, folded: new Set() })
})

test('whatever an address says is a view, and the same one once it is written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyName, fc.string({ unit: 'binary' }))), params => {
      const view = readTraceView(new URLSearchParams(params))
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
