import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findParent } from '../../trace/find-parent.ts'
import { chooseSpans, rankAsRoot } from './choose-spans.ts'
import type { SpanParent } from './list-span-parents.ts'

const node = (spanId: string, parentSpanId = '', failed = false): SpanParent => ({
  spanId,
  parentSpanId,
  failed,
  service: 'shop',
  kind: 'Internal',
  isLocalRoot: parentSpanId === '',
  isBrowser: false,
})
const idsOf = (nodes: readonly SpanParent[], options: Parameters<typeof chooseSpans>[1]) =>
  [...chooseSpans(nodes, options).chosen].map(({ spanId }) => spanId).sort()

describe('of a large trace', () => {
  test('the spans nearest the root are chosen, level by level', () => {
    const nodes = [node('c', 'b'), node('b', 'a'), node('a'), node('d', 'a')]
    expect(idsOf(nodes, { limit: 3 })).toEqual(['a', 'b', 'd'])
  })

  test('a span whose parent is missing counts as a root', () => {
    expect(idsOf([node('c', 'b'), node('b', 'lost'), node('a')], { limit: 2 })).toEqual(['a', 'b'])
  })

  test('a span of another service is another span, also with the same id', () => {
    const browser = { ...node('a', 'root'), service: 'shop-browser', isBrowser: true }
    expect(chooseSpans([node('root'), node('a', 'root'), browser], { limit: 3 }).chosen).toHaveLength(3)
  })

  test('a cycle of parents comes last and terminates', () => {
    const nodes = [node('x', 'y'), node('y', 'x'), node('a'), node('b', 'a')]
    expect(idsOf(nodes, { limit: 3 })).toEqual(['a', 'b', 'x'])
    expect(idsOf(nodes, { limit: 9, spanId: 'y' })).toEqual(['a', 'b', 'x', 'y'])
  })

  test('a failed span deep in the tree is chosen with its ancestors before spans nearer the root', () => {
    const wide = Array.from({ length: 50 }, (_, i) => node(`w${i}`, 'root'))
    const deep = [node('d1', 'w7'), node('d2', 'd1'), node('d3', 'd2', true)]
    const chosen = idsOf([node('root'), ...wide, ...deep], { limit: 10 })
    expect(chosen).toEqual(expect.arrayContaining(['root', 'w7', 'd1', 'd2', 'd3']))
    expect(chosen).toHaveLength(10)
  })

  test('the selected span is chosen with its ancestors and descendants', () => {
    const wide = Array.from({ length: 50 }, (_, i) => node(`w${i}`, 'root'))
    const below = Array.from({ length: 9 }, (_, i) => node(`b${i}`, 'w49'))
    const chosen = idsOf([node('root'), ...wide, ...below], { limit: 12, spanId: 'w49' })
    expect(chosen).toEqual(expect.arrayContaining(['root', 'w49', 'b0', 'b1', 'b2']))
    expect(chosen).toHaveLength(12)
  })

  test('failed spans take at most half of the limit', () => {
    const failing = Array.from({ length: 50 }, (_, i) => node(`f${i}`, 'deep', true))
    const calm = Array.from({ length: 50 }, (_, i) => node(`c${i}`, 'root'))
    const chosen = idsOf([node('root'), node('deep', 'root'), ...failing, ...calm], { limit: 20 })
    expect(chosen.filter(id => id.startsWith('f'))).toHaveLength(9)
    expect(chosen).toHaveLength(20)
  })

  test('each span has its number of omitted descendants', () => {
    const nodes = [node('a'), node('b', 'a'), node('c', 'a'), node('d', 'b'), node('e', 'd'), node('f', 'c')]
    const { chosen, hiddenBelow } = chooseSpans(nodes, { limit: 3 })
    expect([...chosen].map(of => [of.spanId, hiddenBelow.get(of) ?? 0])).toEqual([
      ['a', 0],
      ['b', 2],
      ['c', 1],
    ])
  })

  test('a chain of a hundred thousand failed spans needs neither deep recursion nor much time', () => {
    const chain = Array.from({ length: 100_000 }, (_, i) => node(`s${i}`, i === 0 ? '' : `s${i - 1}`, true))
    expect(chooseSpans(chain, { limit: 2_000, spanId: 's99999' }).chosen).toHaveLength(2_000)
  })
})

/** Traces with several roots, missing parents, cycles, and ids that occur in two services. */
const traces = fc
  .array(
    fc.record({
      id: fc.nat(30),
      parent: fc.option(fc.nat(34), { nil: undefined }),
      browser: fc.boolean(),
      isLocalRoot: fc.boolean(),
      kind: fc.constantFrom('Internal', 'Client', 'Server'),
      failed: fc.integer({ min: 0, max: 5 }).map(of => of === 0),
    }),
    { maxLength: 60 },
  )
  .map(spans => {
    const seen = new Set<string>()
    return spans
      .map(({ id, parent, browser, kind, isLocalRoot, failed }): SpanParent => {
        const service = browser ? 'shop-browser' : 'shop'
        return {
          spanId: `s${id}`,
          parentSpanId: parent === undefined ? '' : `s${parent}`,
          service,
          isBrowser: browser,
          kind,
          isLocalRoot,
          failed,
        }
      })
      .filter(({ spanId, service }) => seen.size < seen.add(`${spanId} ${service}`).size)
  })

describe('of any trace', () => {
  const asked = fc.record({ nodes: traces, limit: fc.integer({ min: 2, max: 40 }), wanted: fc.nat(30) })

  test('chooses as many spans as the limit, if there are as many', () => {
    fc.assert(
      fc.property(asked, ({ nodes, limit, wanted }) => {
        const { chosen } = chooseSpans(nodes, { limit, spanId: `s${wanted}` })
        expect(chosen.size).toBe(Math.min(limit, nodes.length))
      }),
    )
  })

  test('the root is chosen, and the selected span with as many ancestors as fit', () => {
    fc.assert(
      fc.property(asked, ({ nodes, limit, wanted }) => {
        const { chosen } = chooseSpans(nodes, { limit, spanId: `s${wanted}` })
        const own = nodes.filter(of => of.spanId === `s${wanted}`)
        const line = new Set(own.flatMap(of => lineOf(of, nodes)))
        const [root] = nodes.toSorted((a, b) => rankAsRoot(a) - rankAsRoot(b))
        if (root !== undefined) expect(chosen).toContain(root)
        if (line.size < limit) for (const of of line) expect(chosen).toContain(of)
        else expect(own.some(of => chosen.has(of))).toBe(true)
      }),
    )
  })

  test('failed spans are chosen with their ancestors if these fit into half of the limit', () => {
    fc.assert(
      fc.property(asked, ({ nodes, limit }) => {
        const { chosen } = chooseSpans(nodes, { limit })
        const [root] = nodes.toSorted((a, b) => rankAsRoot(a) - rankAsRoot(b))
        const room = limit - (root === undefined ? 0 : lineOf(root, nodes).length)
        const lines = new Set(nodes.filter(of => of.failed).flatMap(of => lineOf(of, nodes)))
        if (lines.size <= Math.min(Math.floor(limit / 2), room)) for (const of of lines) expect(chosen).toContain(of)
      }),
      { numRuns: 300 },
    )
  })

  test('if asked, all failed spans are chosen with their ancestors that fit with those of the root', () => {
    fc.assert(
      fc.property(asked, ({ nodes, limit }) => {
        const { chosen, hiddenBelow } = chooseSpans(nodes, { limit, mostFailed: limit })
        const [root] = nodes.toSorted((a, b) => rankAsRoot(a) - rankAsRoot(b))
        const first = [...nodes.filter(of => of.failed), ...(root === undefined ? [] : [root])]
        const lines = new Set(first.flatMap(of => lineOf(of, nodes)))
        if (lines.size <= limit) for (const of of lines) expect(chosen).toContain(of)
        const counted = [...hiddenBelow.values()].reduce((sum, of) => sum + of, 0)
        const outside = nodes.filter(of => !lineOf(of, nodes).some(above => chosen.has(above)))
        expect(chosen.size + counted + outside.length).toBe(nodes.length)
      }),
      { numRuns: 300 },
    )
  })

  test('chosen spans are connected, and each omitted span is counted once', () => {
    fc.assert(
      fc.property(asked, ({ nodes, limit, wanted }) => {
        const { chosen, hiddenBelow } = chooseSpans(nodes, { limit, spanId: `s${wanted}` })
        const [root] = nodes.toSorted((a, b) => rankAsRoot(a) - rankAsRoot(b))
        const first = nodes.filter(of => of === root || of.spanId === `s${wanted}`)
        const isRoom = new Set(first.flatMap(of => lineOf(of, nodes))).size <= limit
        for (const of of chosen) {
          const [, parent] = lineOf(of, nodes)
          if (isRoom && parent !== undefined && !isInCircle(of, nodes)) expect(chosen).toContain(parent)
        }
        const left = nodes.filter(of => !chosen.has(of))
        const counted = [...hiddenBelow.values()].reduce((sum, of) => sum + of, 0)
        const below = left.filter(of => lineOf(of, nodes).some(above => chosen.has(above)))
        expect(counted).toBe(below.length)
      }),
      { numRuns: 300 },
    )
  })
})

/** The span and its ancestors, nearest first. */
function lineOf(of: SpanParent, nodes: readonly SpanParent[]): SpanParent[] {
  const line = [of]
  for (;;) {
    const parent = parentOf(line.at(-1), nodes)
    if (parent === undefined || line.includes(parent)) return line
    line.push(parent)
  }
}

const parentOf = (of: SpanParent | undefined, nodes: readonly SpanParent[]) =>
  of &&
  findParent(
    of,
    Map.groupBy(nodes, ({ spanId }) => spanId),
  )

function isInCircle(of: SpanParent, nodes: readonly SpanParent[]): boolean {
  return parentOf(lineOf(of, nodes).at(-1), nodes) !== undefined
}
