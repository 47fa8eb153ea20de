import { expect, test } from 'vitest'
import { buildTree } from './build-tree.ts'
import type { TraceSpan } from './trace-span.ts'
import { childrenOf, depthsOf, hasFlag, subtreeEnds, type TraceTree } from './trace-tree.ts'

const span = (spanId: string, parentSpanId: string, startNs = 0n, service = 'desk'): TraceSpan => ({
  spanId,
  parentSpanId,
  service,
  name: 'work',
  kind: 'Internal',
  startNs,
  durationNs: 10n,
  failed: false,
})

/** `a(b(c) d)`: a tree at a glance. `?` marks a missing parent, `~` a broken cycle. */
function draw(spans: readonly TraceSpan[]): string {
  const tree = buildTree(spans)
  return drawBelow(tree, subtreeEnds(tree), -1)
}

function drawBelow(tree: TraceTree, ends: Int32Array, parent: number): string {
  return [...childrenOf(tree, ends, parent)]
    .map(index => {
      const mark = hasFlag(tree, index, 'missing') ? '?' : hasFlag(tree, index, 'inCycle') ? '~' : ''
      const below = drawBelow(tree, ends, index)
      return `${mark}${tree.spanIds[index]}${below === '' ? '' : `(${below})`}`
    })
    .join(' ')
}

test('no spans make no tree', () => {
  expect(draw([])).toBe('')
})

test('children stand under their parents by start, in whatever order they came', () => {
  const spans = [span('d', 'b', 30n), span('c', 'a', 20n), span('b', 'a', 10n), span('a', '')]
  expect(draw(spans)).toBe('a(b(d) c)')
})

test('spans with the same start are ordered by id, so that two readings agree', () => {
  expect(draw([span('c', 'a', 5n), span('b', 'a', 5n), span('a', '')])).toBe('a(b c)')
})

const page = (startNs: bigint, durationNs: bigint) => ({
  ...span('page', 'request', startNs, 'desk-browser'),
  durationNs,
})
const request = { ...span('request', '', 10n), kind: 'Server' }

test.each([
  ['lasted longer', page(5n, 50n), 'page(request(render) fetch)'],
  ['began later, by its clock', page(11n, 50n), 'request(page(fetch) render)'],
  ['ended earlier', page(5n, 12n), 'request(page(fetch) render)'],
  ['is of the same service', { ...page(5n, 50n), service: 'desk' }, 'request(page(fetch) render)'],
  ['is a consumer', { ...page(5n, 50n), kind: 'Consumer' }, 'request(page(fetch) render)'],
])('a request is below the page that it rendered if the page %s', (_, of, expected) => {
  const spans = [request, of, span('render', 'request', 12n), span('fetch', 'page', 30n, 'desk-browser')]
  expect(draw(spans)).toBe(expected)
})

test('so is the request of a proxy before it', () => {
  const proxy = { ...span('proxy', '', 8n, 'proxy'), durationNs: 14n, kind: 'Server' }
  const spans = [proxy, { ...request, parentSpanId: 'proxy' }, page(5n, 50n)]
  expect(draw(spans)).toBe('page(proxy(request))')
})

test('the children of one absent parent are gathered under it', () => {
  const spans = [span('a', '', 0n), span('c', 'x', 20n), span('b', 'x', 10n), span('d', 'y', 30n)]
  expect(draw(spans)).toBe('a ?x(b c) ?y(d)')
})

test('an orphan keeps its own children', () => {
  expect(draw([span('b', 'x', 0n), span('c', 'b', 1n)])).toBe('?x(b(c))')
})

test('several roots stand side by side by start', () => {
  expect(draw([span('late', '', 9n), span('early', '', 1n)])).toBe('early late')
})

test('a circle of parents is cut at its earliest span and nothing is lost', () => {
  const spans = [span('b', 'a', 2n), span('a', 'c', 1n), span('c', 'b', 3n)]
  expect(draw(spans)).toBe('~a(b(c))')
})

test('a span that names itself as its parent is shown once', () => {
  expect(draw([span('a', 'a')])).toBe('~a')
})

test('of two spans with one id the parent is the one of the same service', () => {
  const spans = [span('a', '', 0n, 'forger'), span('a', '', 1n, 'desk'), span('b', 'a', 2n, 'desk')]
  expect(draw(spans)).toBe('a a(b)')
})

test('the server of a call with a shared id is below it, with what it did', () => {
  const call = { ...span('call', 'root', 1n, 'web'), kind: 'Client' }
  const server = { ...span('call', 'root', 1n, 'pay'), kind: 'Server' }
  const spans = [span('root', '', 0n, 'web'), server, span('query', 'call', 2n, 'pay'), call]
  expect(draw(spans)).toBe('root(call(call(query)))')
})

test('a span shares its id with one that was left out, if the store says so', () => {
  const spans = [{ ...span('a', ''), sharesId: true }, span('b', 'a')]
  const tree = buildTree(spans)
  expect([0, 1].map(index => hasFlag(tree, index, 'sharesId'))).toEqual([true, false])
})

test('a chain of twenty thousand spans does not overflow the call stack', () => {
  const chain = Array.from({ length: 20_000 }, (_, i) => span(`s${i}`, i === 0 ? '' : `s${i - 1}`, BigInt(i)))
  expect(Math.max(...depthsOf(buildTree(chain)))).toBe(19_999)
})
