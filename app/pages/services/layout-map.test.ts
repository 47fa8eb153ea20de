import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ServiceNode } from '../../../store/services/list-calls.ts'
import { NODE_HEIGHT, NODE_WIDTH } from '../../parts/call-map/layout-graph.ts'
import type { ComparedCall } from './compare-previous.server.ts'
import { layoutMap } from './layout-map.server.ts'

const node = (name: string, kind: ServiceNode['kind'] = 'service'): ServiceNode => ({ kind, name })
const call = (caller: ServiceNode, callee: ServiceNode, calls = 1, p95 = 1n): ComparedCall => ({
  caller,
  callee,
  calls,
  failed: 0,
  failedForCaller: 0,
  hosts: [],
  perTrace: 1,
  repeats: undefined,
  propagated: 0,
  error: 0,
  p50: 1n,
  p95,
  now: { requests: calls, p50: 1n, p95 },
  before: undefined,
  isPropagated: false,
  origin: '',
})
const keyOf = ({ kind, name }: ServiceNode) => `${kind} ${name}`

/** Any graph of up to 14 nodes: with cycles, loops and disconnected parts. */
const graphs = fc
  .uniqueArray(fc.tuple(fc.nat(13), fc.nat(13)), { selector: String, maxLength: 60 })
  .map(pairs =>
    pairs.map(([from, to]) =>
      call(
        node(`n${from}`, from % 5 === 4 ? 'queue' : 'service'),
        node(`n${to}`, to % 5 === 4 ? 'queue' : 'service'),
        1 + from * to,
      ),
    ),
  )

/** The corners of a path, and its straight lines. */
function read(d: string) {
  const [, x = '', y = ''] = /^M(\d+),(\d+)/.exec(d) ?? []
  const points = [{ x: Number(x), y: Number(y) }]
  const straight: { from: number; to: number; y: number }[] = []
  for (const [, command, numbers = ''] of d.matchAll(/([HC])([\d,]+)/g)) {
    const values = numbers.split(',').map(Number)
    const last = points.at(-1) ?? { x: 0, y: 0 }
    const next = command === 'H' ? { x: values[0] ?? 0, y: last.y } : { x: values[4] ?? 0, y: values[5] ?? 0 }
    if (command === 'H') straight.push({ from: Math.min(last.x, next.x), to: Math.max(last.x, next.x), y: last.y })
    points.push(next)
  }
  const turns = points.slice(2).filter(({ x }, i) => {
    const [before, at] = [points[i]?.x ?? 0, points[i + 1]?.x ?? 0]
    return Math.sign(at - before) * Math.sign(x - at) < 0
  })
  return { first: points[0] ?? { x: 0, y: 0 }, last: points.at(-1) ?? { x: 0, y: 0 }, straight, turns }
}

test('whatever calls whatever: no node covers another, each edge leads from its caller to its callee and past all others', () => {
  fc.assert(
    fc.property(graphs, calls => {
      const { nodes, edges, width, height } = layoutMap(calls)
      expect(new Set(nodes.map(keyOf))).toEqual(
        new Set(calls.flatMap(({ caller, callee }) => [keyOf(caller), keyOf(callee)])),
      )
      for (const [i, a] of nodes.entries()) {
        expect(a.x >= 0 && a.y >= 0 && a.x + NODE_WIDTH <= width && a.y + NODE_HEIGHT <= height).toBe(true)
        for (const b of nodes.slice(i + 1)) {
          const overlaps = Math.abs(a.x - b.x) < NODE_WIDTH && Math.abs(a.y - b.y) < NODE_HEIGHT
          if (overlaps) expect.fail(`${keyOf(a)} covers ${keyOf(b)}`)
        }
      }
      expect(edges).toHaveLength(calls.length)
      expect(new Set(edges.map(edge => edge.call))).toEqual(new Set(calls))
      for (const { call, d, thickness } of edges) {
        expect(d).toMatch(/^M\d+,\d+(?:H\d+|C\d+(?:,\d+){5})+$/)
        expect(thickness >= 1 && thickness <= 4).toBe(true)
        const { first, last, straight, turns } = read(d)
        expect(turns).toEqual([])
        for (const [end, at] of [
          [call.caller, first],
          [call.callee, last],
        ] as const) {
          const box = nodes.find(node => keyOf(node) === keyOf(end))
          expect(box && [box.x, box.x + NODE_WIDTH]).toContain(at.x)
          expect(box && at.y > box.y && at.y < box.y + NODE_HEIGHT).toBe(true)
        }
        for (const { from, to, y } of straight) {
          const covered = nodes.filter(
            box => y > box.y && y < box.y + NODE_HEIGHT && from < box.x + NODE_WIDTH && to > box.x,
          )
          if (covered.length > 0) expect.fail(`an edge leads over ${covered.map(keyOf)}`)
        }
      }
    }),
  )
})

test('the same calls in another order are the same map', () => {
  fc.assert(
    fc.property(
      graphs.chain(calls => fc.tuple(fc.constant(calls), fc.shuffledSubarray(calls, { minLength: calls.length }))),
      ([calls, shuffled]) => {
        expect(layoutMap(shuffled)).toEqual(layoutMap(calls))
      },
    ),
  )
})

test('callers stand left of what they call, and a node counts the calls that it answers', () => {
  const [browser, shop, stock, database] = [node('browser'), node('shop'), node('stock'), node('pg', 'database')]
  const { nodes } = layoutMap([
    call(browser, shop, 5),
    call(shop, stock, 7),
    call(stock, database),
    call(shop, database),
  ])
  expect(nodes.map(({ name }) => name)).toEqual(['browser', 'shop', 'stock', 'pg'])
  expect(nodes.map(({ calls }) => calls)).toEqual([0, 5, 7, 2])
})

test('a node says the longest p95 of its callers, and how many call it', () => {
  const [browser, shop, stock] = [node('browser'), node('shop'), node('stock')]
  const { nodes } = layoutMap([call(browser, shop, 5, 9n), call(shop, stock, 7, 4n), call(browser, stock, 1, 6n)])
  expect(nodes.map(({ name, p95, callers }) => [name, p95, callers])).toEqual([
    ['browser', undefined, 0],
    ['shop', 9n, 1],
    ['stock', 6n, 2],
  ])
})

test('of nothing there is an empty map', () => {
  expect(layoutMap([])).toMatchObject({ nodes: [], edges: [] })
})

test('a box and its arrow tell how the p95 of its slowest caller changed, if chance does not explain it', () => {
  const slower = (requests: number) => ({
    ...call(node('shop'), node('stock'), requests, 400_000_000n),
    now: { requests, p50: 300_000_000n, p95: 400_000_000n },
    before: { requests, p50: 150_000_000n, p95: 200_000_000n },
  })
  const changeOf = (of: ComparedCall) => layoutMap([of]).nodes.map(({ change, isSlower }) => [change, isSlower])
  const isArrowSlower = (of: ComparedCall) => layoutMap([of]).edges.map(({ isSlower }) => isSlower)
  expect([...isArrowSlower(slower(100)), ...isArrowSlower(slower(10))]).toEqual([true, false])
  expect(changeOf(slower(100))).toEqual([
    ['', false],
    ['up 100 %', true],
  ])
  expect(changeOf(slower(10))).toEqual([
    ['', false],
    ['', false],
  ])
})
