import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySpans } from './any-tree.test-data.ts'
import { buildTree } from './build-tree.ts'
import { compareTraces } from './compare-traces.ts'
import { measureSelfTimes } from './self-times.ts'
import { type Totals, totalSpans } from './totals.ts'
import type { TraceSpan } from './trace-span.ts'

const MS = 1_000_000

/** Sums of an operation; times in milliseconds. */
const of = (name: string, { count = 1, failed = 0, selfMs = 10 } = {}): Totals => ({
  ...{ service: 'shop', name, count, failed, sum: selfMs * MS, self: selfMs * MS, selfOverAll: selfMs * MS },
  ...{ p95: selfMs * MS, max: selfMs * MS, longest: 0 },
})
const found = (first: Totals[], second: Totals[]) =>
  Object.fromEntries(compareTraces(first, second).map(row => [row.name, row.found]))

test('an operation is in both traces or in one', () => {
  expect(found([of('kept'), of('gone')], [of('kept'), of('new')])).toEqual({
    kept: [],
    gone: ['only in first'],
    new: ['only in second'],
  })
})

test('an operation runs more or less often', () => {
  expect(found([of('a', { count: 2 }), of('b', { count: 5 })], [of('a', { count: 3 }), of('b', { count: 4 })])).toEqual(
    {
      a: ['more'],
      b: ['fewer'],
    },
  )
})

test('an operation is slower by its own time a span, and not because it runs more often', () => {
  expect(
    found(
      [of('slower', { selfMs: 10 }), of('more', { selfMs: 10, count: 1 }), of('faster', { selfMs: 300 })],
      [of('slower', { selfMs: 200 }), of('more', { selfMs: 50, count: 5 }), of('faster', { selfMs: 100 })],
    ),
  ).toEqual({ slower: ['slower'], more: ['more'], faster: ['faster'] })
})

test('what is a small part of the difference is not slower', () => {
  expect(
    found(
      [of('pays', { selfMs: 10 }), of('reads', { selfMs: 1 })],
      [of('pays', { selfMs: 1_000 }), of('reads', { selfMs: 3 })],
    ),
  ).toEqual({
    pays: ['slower'],
    reads: [],
  })
})

test('failures of one trace alone are said first', () => {
  const [good, bad] = [of('pay', { count: 1 }), of('pay', { count: 3, failed: 2, selfMs: 30 })]
  expect(found([good], [bad])).toEqual({ pay: ['fails only in second', 'more'] })
  expect(found([bad], [good])).toEqual({ pay: ['fails only in first', 'fewer'] })
  expect(found([bad], [bad])).toEqual({ pay: [] })
})

test('what fails in one trace alone comes first, however little it differs', () => {
  const rows = compareTraces([of('a'), of('b', { failed: 1 })], [of('a', { selfMs: 90 }), of('b')])
  expect(rows.map(({ name }) => name)).toEqual(['b', 'a'])
})

test('operations come by how much they differ, whichever trace is slower', () => {
  const names = compareTraces([of('a'), of('b', { selfMs: 500 }), of('c')], [of('a', { selfMs: 90 }), of('b')]).map(
    ({ name, selfMore }) => [name, selfMore / MS],
  )
  expect(names).toEqual([
    ['b', -490],
    ['a', 80],
    ['c', -10],
  ])
})

const totalsOf = (spans: readonly TraceSpan[]) => {
  const tree = buildTree(spans)
  return totalSpans(tree, measureSelfTimes(tree), 'operation')
}
const OPPOSITE = {
  'only in first': 'only in second',
  'only in second': 'only in first',
  more: 'fewer',
  fewer: 'more',
  slower: 'faster',
  faster: 'slower',
  'fails only in first': 'fails only in second',
  'fails only in second': 'fails only in first',
} as const

test('whatever the traces: each operation is one row, and the other way round the opposite is found', () => {
  fc.assert(
    fc.property(anySpans, anySpans, (one, other) => {
      const [first, second] = [totalsOf(one), totalsOf(other)]
      const rows = compareTraces(first, second)
      const names = (list: readonly { readonly service: string; readonly name: string }[]) =>
        list.map(({ service, name }) => `${service} ${name}`)
      expect(new Set(names(rows))).toEqual(new Set([...names(first), ...names(second)]))
      expect(new Set(names(rows)).size).toBe(rows.length)
      expect(rows.flatMap(row => row.first ?? [])).toHaveLength(first.length)
      expect(rows.flatMap(row => row.second ?? [])).toHaveLength(second.length)
      const back = compareTraces(second, first)
      expect(back.map(({ selfMore }) => selfMore || 0)).toEqual(rows.map(({ selfMore }) => -selfMore || 0))
      expect(back.map(row => row.found)).toEqual(rows.map(row => row.found.map(kind => OPPOSITE[kind])))
    }),
  )
})
