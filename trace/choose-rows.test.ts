import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRepeatedSpans } from './any-tree.test-data.ts'
import { buildTree } from './build-tree.ts'
import { type ChosenRows, chooseRows, type Folding, NO_FILTER, NO_FOLDING, type RowFilter } from './choose-rows.ts'
import type { TraceSpan } from './trace-span.ts'
import { at, countSpans, hasFlag, operationOf, subtreeEnds, type TraceTree } from './trace-tree.ts'

/** Spans by `id parent duration service`; each starts when the one before it did, and a nanosecond. */
function treeOf(...lines: readonly string[]): TraceTree {
  const idOf = (name: string) => (name === '-' ? '' : name.padEnd(16, '0'))
  return buildTree(
    lines.map((line, i): TraceSpan => {
      const [id = '', parent = '', duration = '1', service = 'shop'] = line.split(' ')
      return {
        ...{ spanId: idOf(id), parentSpanId: idOf(parent), service, kind: 'Internal', failed: id.startsWith('f') },
        name: id.replace(/\d/g, ''),
        startNs: BigInt(i),
        durationNs: BigInt(duration),
      }
    }),
  )
}

const written = (tree: TraceTree, { rows, leftOut }: ChosenRows) => [
  ...rows.map(({ index, depth, folded }) => {
    const id = tree.spanIds[index]?.replace(/0+$/, '')
    return `${'  '.repeat(depth)}${id}${folded ? ` +${folded.spans}` : ''}${folded?.failed ? ` (${folded.failed} failed)` : ''}`
  }),
  ...(leftOut === 0 ? [] : [`${leftOut} left out`]),
]

const tree = treeOf('a - 9', 'b a 5', 'c b 1', 'd b 3 prices', 'e d 4', 'f a 2')

describe('the rows of a trace', () => {
  test('leave out a service, whose children are below its caller', () => {
    const rows = chooseRows(tree, { ...NO_FILTER, hiddenServices: new Set(['prices']) })
    expect(written(tree, rows)).toEqual(['a', '  b', '    c', '    e', '  f', '1 left out'])
  })

  test('leave out what took less than a time', () => {
    const rows = chooseRows(tree, { ...NO_FILTER, minDuration: 4 })
    expect(written(tree, rows)).toEqual(['a', '  b', '    e', '3 left out'])
  })

  test('are only matches and their ancestors', () => {
    const rows = chooseRows(tree, { ...NO_FILTER, matches: new Set([2]) })
    expect(written(tree, rows)).toEqual(['a', '  b', '    c', '3 left out'])
  })

  test('begin at a span', () => {
    const rows = chooseRows(tree, { ...NO_FILTER, top: 1 })
    expect(written(tree, rows)).toEqual(['b', '  c', '  d', '    e', '2 left out'])
  })

  test('say how many spans a folded one has below, and how many of them failed', () => {
    expect(written(tree, chooseRows(tree, NO_FILTER, { ...NO_FOLDING, named: new Set([0]) }))).toEqual([
      'a +5 (1 failed)',
    ])
  })

  test('are all folded but the named ones', () => {
    const rows = chooseRows(tree, NO_FILTER, { ...NO_FOLDING, isAllFolded: true, named: new Set([0]) })
    expect(written(tree, rows)).toEqual(['a', '  b +3', '  f'])
  })

  test('are one for five equal siblings, unless one of them must be seen', () => {
    const wide = treeOf('a -', 'b1 a', 'b2 a', 'b3 a', 'b4 a', 'b5 a')
    expect(written(wide, chooseRows(wide))).toEqual(['a', '  b1 +5'])
    const all = ['a', '  b1', '    b1', '    b2', '    b3', '    b4', '    b5']
    const unfolded = (folding: Partial<Folding>) =>
      written(wide, chooseRows(wide, NO_FILTER, { ...NO_FOLDING, ...folding }))
    expect(unfolded({ revealed: new Set([3]) })).toEqual(all)
    expect(unfolded({ namedRepeats: new Set([1]) })).toEqual(all)
    expect(unfolded({ areRepeatsUnfolded: true })).toEqual(all)
    expect(unfolded({ areRepeatsUnfolded: true, namedRepeats: new Set([1]) })).toEqual(['a', '  b1 +5'])
  })
})

const anySubset = (size: number) => fc.uniqueArray(fc.nat(Math.max(0, size - 1))).map(list => new Set(list))

/** Any tree with any filter and folding of it. */
const anyView = anyRepeatedSpans
  .map(spans => buildTree(spans))
  .filter(({ size }) => size > 0)
  .chain(tree =>
    fc.record({
      tree: fc.constant(tree),
      filter: fc.record<RowFilter>({
        hiddenServices: fc.subarray(['shop', 'web', 'prices']).map(list => new Set(list)),
        minDuration: fc.constantFrom(0, 0, 5, 20),
        matches: fc.option(anySubset(tree.size), { nil: undefined }),
        top: fc.option(fc.nat(tree.size - 1), { nil: undefined }),
      }),
      folding: fc.record<Folding>({
        named: anySubset(tree.size),
        isAllFolded: fc.boolean(),
        namedRepeats: anySubset(tree.size),
        areRepeatsUnfolded: fc.boolean(),
        revealed: anySubset(tree.size),
      }),
    }),
  )

test('what is shown and what is counted as left out is what is stored, for any tree, folding and filter', () => {
  fc.assert(
    fc.property(anyView, ({ tree, filter, folding }) => {
      const { rows, leftOut } = chooseRows(tree, filter, folding)
      const spans = rows.filter(({ kind }) => kind === 'span')
      const shown = spans.length
      const counted = rows.reduce((sum, { folded }) => sum + (folded?.spans ?? 0), 0)
      const unread = spans.reduce((sum, { index, folded }) => sum + (folded ? 0 : at(tree.hidden, index)), 0)
      expect(shown + counted + unread + leftOut).toBe(countSpans(tree) + tree.hidden.reduce((sum, of) => sum + of, 0))
    }),
  )
})

test('no span is in two rows, a row is below the one that it names, and nothing that is left out is seen', () => {
  fc.assert(
    fc.property(anyView, ({ tree, filter, folding }) => {
      const { rows } = chooseRows(tree, filter, folding)
      const spans = rows.filter(({ kind }) => kind !== 'repeated').map(({ index }) => index)
      expect(new Set(spans).size).toBe(spans.length)
      const ends = subtreeEnds(tree)
      for (const [place, { kind, index, depth }] of rows.entries()) {
        const above = rows.slice(0, place).findLast(row => row.depth === depth - 1)
        if (depth > 0 && above?.kind === 'span') expect(index > above.index && index < at(ends, above.index)).toBe(true)
        if (kind === 'missing' || index === filter.top) continue
        expect(filter.hiddenServices.has(operationOf(tree, index).service)).toBe(false)
        expect(at(tree.durations, index)).toBeGreaterThanOrEqual(filter.minDuration)
        expect(hasFlag(tree, index, 'missing')).toBe(false)
      }
    }),
  )
})
