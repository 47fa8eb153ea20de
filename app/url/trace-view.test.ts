import { expect, test } from 'vitest'
import { readTraceView, toggleFolded, writeTraceView } from './trace-view.ts'

const a = '00f067aa0ba902b7'
const b = 'b7ad6b7169203331'

test('a trace opens whole and with no span shown', () => {
  expect(readTraceView(new URLSearchParams())).toEqual({ span: undefined, folded: new Set() })
})

test('a view is the same after its way through the URL', () => {
  const view = { span: a, folded: new Set([a, b]) }
  expect(writeTraceView(view)).toBe(`?span=${a}&folded=${a},${b}`)
  expect(readTraceView(new URLSearchParams(writeTraceView(view)))).toEqual(view)
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
