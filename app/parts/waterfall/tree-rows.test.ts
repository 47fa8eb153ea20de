import { describe, expect, test } from 'vitest'
import { buildSpanTree, type TreeSpan } from './span-tree.ts'
import { flattenSpanTree, rowId } from './tree-rows.ts'

const span = (spanId: string, parentSpanId: string, startNs: bigint, failed = false, hiddenBelow = 0): TreeSpan => ({
  spanId,
  parentSpanId,
  service: 'desk',
  kind: 'Internal',
  startNs,
  durationNs: 1n,
  failed,
  hiddenBelow,
})

/** a ─ b ─ d, e(failed); a ─ c ─ f, and 7 below e that were not read */
const tree = buildSpanTree([
  span('a', '', 0n),
  span('b', 'a', 1n),
  span('d', 'b', 2n),
  span('e', 'b', 3n, true, 7),
  span('c', 'a', 4n),
  span('f', 'c', 5n),
])
const ids = (folded: string[]) =>
  flattenSpanTree(tree, new Set(folded)).map(row => `${' '.repeat(row.depth)}${rowId(row.node)}`)

test('rows stand in reading order, a parent before its children', () => {
  expect(ids([])).toEqual(['a', ' b', '  d', '  e', ' c', '  f'])
})

test('a folded row hides what is below it, and says how much, also of what was not read, and how much of it failed', () => {
  expect(ids(['b'])).toEqual(['a', ' b', ' c', '  f'])
  expect(flattenSpanTree(tree, new Set(['b']))[1]?.folded).toEqual({ spans: 9, failed: 1 })
})

test('folding a row without children changes nothing', () => {
  expect(flattenSpanTree(tree, new Set(['f'])).at(-1)?.folded).toBeUndefined()
})

test('an absent parent is a row but no span', () => {
  const orphans = buildSpanTree([span('b', 'x', 0n), span('c', 'x', 1n)])
  expect(flattenSpanTree(orphans, new Set(['x']))).toMatchObject([{ depth: 0, folded: { spans: 2, failed: 0 } }])
})

describe('repeated spans', () => {
  const repeated = [{ spanIds: ['d', 'e'], startNs: 2n, totalNs: 2n, endNs: 9n, bar: [0, 100] as const }]
  const rows = (folded: string[], revealed: string[] = []) =>
    flattenSpanTree(tree, new Set(folded), repeated, new Set(revealed))
  const idsOf = (of: ReturnType<typeof rows>) => of.map(row => `${' '.repeat(row.depth)}${rowId(row.node)}`)

  test('are one folded row in the place of the first', () => {
    expect(idsOf(rows([]))).toEqual(['a', ' b', '  -d', ' c', '  f'])
    expect(rows([])[2]).toMatchObject({ folded: { spans: 9 }, node: { kind: 'repeated', span: { spanId: 'd' } } })
  })

  test('are below their row once it is unfolded, or if one of them must be seen', () => {
    const unfolded = ['a', ' b', '  -d', '   d', '   e', ' c', '  f']
    expect(idsOf(rows(['-d']))).toEqual(unfolded)
    expect(idsOf(rows([], ['e']))).toEqual(unfolded)
    expect(rows([], ['e'])[2]).toMatchObject({ folded: undefined, node: { isRevealed: true } })
    expect(idsOf(rows([], ['f']))).toEqual(idsOf(rows([])))
  })

  test('are hidden with the row above them', () => {
    expect(idsOf(rows(['b', '-d']))).toEqual(['a', ' b', ' c', '  f'])
  })
})
