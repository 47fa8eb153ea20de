import { expect, test } from 'vitest'
import { buildSpanTree, type TreeSpan } from './span-tree.ts'
import { idOf, layOutRows } from './tree-rows.ts'

const span = (spanId: string, parentSpanId: string, startNs: bigint, failed = false): TreeSpan => ({
  spanId,
  parentSpanId,
  service: 'desk',
  startNs,
  durationNs: 1n,
  failed,
})

/** a ─ b ─ d, e(failed); a ─ c ─ f */
const tree = buildSpanTree([
  span('a', '', 0n),
  span('b', 'a', 1n),
  span('d', 'b', 2n),
  span('e', 'b', 3n, true),
  span('c', 'a', 4n),
  span('f', 'c', 5n),
])
const ids = (folded: string[], maxRows: number) =>
  layOutRows(tree, new Set(folded), maxRows).rows.map(row => `${' '.repeat(row.depth)}${idOf(row.node)}`)

test('rows stand in reading order, a parent before its children', () => {
  expect(ids([], 100)).toEqual(['a', ' b', '  d', '  e', ' c', '  f'])
})

test('a folded row hides what is below it, and says how much and how much of it failed', () => {
  const { rows } = layOutRows(tree, new Set(['b']), 100)
  expect(rows.map(row => idOf(row.node))).toEqual(['a', 'b', 'c', 'f'])
  expect(rows[1]?.folded).toEqual({ spans: 2, failed: 1 })
})

test('folding a row without children changes nothing', () => {
  expect(layOutRows(tree, new Set(['f']), 100).rows.at(-1)?.folded).toBeUndefined()
})

test('beyond the limit the rows nearest to the root stay, and the rest is counted', () => {
  const { rows, cut } = layOutRows(tree, new Set(), 4)
  expect(rows.map(row => idOf(row.node))).toEqual(['a', 'b', 'd', 'c'])
  expect(cut).toBe(2)
  expect(rows.map(row => row.cut)).toEqual([0, 1, 0, 1])
})

test('what is folded away leaves room under the limit', () => {
  expect(ids(['b'], 4)).toEqual(['a', ' b', ' c', '  f'])
})

test('an absent parent is a row but no span', () => {
  const orphans = buildSpanTree([span('b', 'x', 0n), span('c', 'x', 1n)])
  const { rows } = layOutRows(orphans, new Set(['x']), 100)
  expect(rows).toMatchObject([{ depth: 0, folded: { spans: 2, failed: 0 } }])
})
