import { expect, test } from 'vitest'
import { buildSpanTree, type SpanNode, type TreeSpan } from './span-tree.ts'

const span = (spanId: string, parentSpanId: string, startNs = 0n, service = 'desk'): TreeSpan => ({
  spanId,
  parentSpanId,
  service,
  startNs,
  durationNs: 10n,
  failed: false,
  hiddenBelow: 0,
})

/** `a(b(c) d)`: a tree at a glance. `?` marks a missing parent, `~` a broken cycle. */
function draw(nodes: readonly SpanNode<TreeSpan>[]): string {
  return nodes
    .map(node => {
      const name = node.kind === 'missing' ? `?${node.spanId}` : `${node.inCycle ? '~' : ''}${node.span.spanId}`
      return node.children.length === 0 ? name : `${name}(${draw(node.children)})`
    })
    .join(' ')
}

test('no spans make no tree', () => {
  expect(buildSpanTree([])).toEqual([])
})

test('children stand under their parents by start, in whatever order they came', () => {
  const spans = [span('d', 'b', 30n), span('c', 'a', 20n), span('b', 'a', 10n), span('a', '')]
  expect(draw(buildSpanTree(spans))).toBe('a(b(d) c)')
})

test('spans with the same start are ordered by id, so that two readings agree', () => {
  expect(draw(buildSpanTree([span('c', 'a', 5n), span('b', 'a', 5n), span('a', '')]))).toBe('a(b c)')
})

test('a browser span stands under the server span that rendered the page', () => {
  const spans = [span('server', '', 10n), span('browser', 'server', 5n, 'desk-browser')]
  expect(draw(buildSpanTree(spans))).toBe('server(browser)')
})

test('the children of one absent parent are gathered under it', () => {
  const spans = [span('a', '', 0n), span('c', 'x', 20n), span('b', 'x', 10n), span('d', 'y', 30n)]
  expect(draw(buildSpanTree(spans))).toBe('a ?x(b c) ?y(d)')
})

test('an orphan keeps its own children', () => {
  expect(draw(buildSpanTree([span('b', 'x', 0n), span('c', 'b', 1n)]))).toBe('?x(b(c))')
})

test('several roots stand side by side by start', () => {
  expect(draw(buildSpanTree([span('late', '', 9n), span('early', '', 1n)]))).toBe('early late')
})

test('a circle of parents is cut at its earliest span and nothing is lost', () => {
  const spans = [span('b', 'a', 2n), span('a', 'c', 1n), span('c', 'b', 3n)]
  expect(draw(buildSpanTree(spans))).toBe('~a(b(c))')
})

test('a span that names itself as its parent is shown once', () => {
  expect(draw(buildSpanTree([span('a', 'a')]))).toBe('~a')
})

test('of two spans with one id the parent is the one of the same service', () => {
  const spans = [span('a', '', 0n, 'forger'), span('a', '', 1n, 'desk'), span('b', 'a', 2n, 'desk')]
  expect(draw(buildSpanTree(spans))).toBe('a a(b)')
})

test('a chain of twenty thousand spans does not overflow the call stack', () => {
  const chain = Array.from({ length: 20_000 }, (_, i) => span(`s${i}`, i === 0 ? '' : `s${i - 1}`, BigInt(i)))
  expect(buildSpanTree(chain)).toHaveLength(1)
})
