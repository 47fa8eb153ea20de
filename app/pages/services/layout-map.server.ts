import type { ServiceNode } from '../../../store/services/list-calls.ts'
import { compareP95 } from '../../insights/change.ts'
import { writeChange } from '../../insights/write-change.ts'
import type { ComparedCall } from './compare-previous.server.ts'
import { type LayeredGraph, layerGraph } from './layer-graph.ts'
import { type MapEdge, NODE_HEIGHT, NODE_WIDTH, type ServiceMapModel } from './map-model.ts'

const PADDING = 16
/** Space between two layers for the curves. */
const LAYER_GAP = 88
const NODE_GAP = 16
/** Space for an edge that passes through a layer. */
const PASSING_HEIGHT = 12
/** Edges that lead back run below those that lead on. */
const BACK_OFFSET = 12
const ALIGNMENTS = 6

/** Lays a service map out with callers on the left and callees on the right; independent of the order of the calls. */
export function layoutMap(calls: readonly ComparedCall[]): ServiceMapModel {
  const sorted = calls.toSorted(
    (a, b) => compareText(keyOf(a.caller), keyOf(b.caller)) || compareText(keyOf(a.callee), keyOf(b.callee)),
  )
  const nodes = new Map<string, ServiceNode>(
    sorted.flatMap(({ caller, callee }) => [caller, callee].map(node => [keyOf(node), node])),
  )
  const keys = [...nodes.keys()].sort(compareText)
  const at = new Map(keys.map((key, index) => [key, index]))
  const edges = sorted.map(({ caller, callee }) => [at.get(keyOf(caller)) ?? 0, at.get(keyOf(callee)) ?? 0] as const)
  const graph = layerGraph({ size: keys.length, edges })
  const place = placeVertices(graph, keys.length)
  const answered = Map.groupBy(sorted, ({ callee }) => keyOf(callee))
  const sum = (of: readonly ComparedCall[], what: 'calls' | 'failed') =>
    of.reduce((total, call) => total + call[what], 0)
  const maxCalls = Math.max(1, ...sorted.map(call => call.calls))
  const placed = [...nodes].map(([key, { kind, name }]) => {
    const { x, y } = place.get(at.get(key) ?? 0) ?? { x: 0, y: 0 }
    const incoming = answered.get(key) ?? []
    const slowest = incoming.reduce<ComparedCall | undefined>(
      (most, call) => (call.p95 > (most?.p95 ?? -1n) ? call : most),
      undefined,
    )
    return {
      kind,
      name,
      x,
      y,
      calls: sum(incoming, 'calls'),
      failed: sum(incoming, 'failed'),
      p95: slowest?.p95,
      ...describeP95Change(slowest),
      callers: incoming.length,
    }
  })
  const right = Math.max(0, ...placed.map(({ x }) => x + NODE_WIDTH))
  const bottom = Math.max(0, ...[...place].map(([vertex, { y }]) => y + heightOf(vertex, keys.length)))
  return {
    width: right + PADDING + (edges.some(([from, to]) => from === to) ? LAYER_GAP : 0),
    height: bottom + PADDING,
    nodes: placed.toSorted((a, b) => a.x - b.x || a.y - b.y),
    edges: sorted.map((call, i): MapEdge => {
      const chain = (graph.chains[i] ?? []).map(vertex => ({
        x: place.get(vertex)?.x ?? 0,
        y: (place.get(vertex)?.y ?? 0) + heightOf(vertex, keys.length) / 2,
      }))
      const isBack = graph.chains[i]?.[0] !== edges[i]?.[0]
      const thickness = 1 + Math.round((3 * Math.log1p(call.calls)) / Math.log1p(maxCalls))
      return {
        call,
        isSlower: describeP95Change(call).isSlower,
        d: chain.length === 1 ? drawLoop(chain) : drawEdge(chain, isBack),
        thickness,
      }
    }),
  }
}

function describeP95Change(call: ComparedCall | undefined) {
  const change = call?.before && compareP95(call.now, call.before)
  return change?.direction === undefined
    ? { change: '', isSlower: false }
    : { change: writeChange(change), isSlower: change.direction === 'more' }
}

const keyOf = ({ kind, name }: ServiceNode) => `${kind} ${name}`
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const heightOf = (vertex: number, nodes: number) => (vertex < nodes ? NODE_HEIGHT : PASSING_HEIGHT)

interface Point {
  readonly x: number
  readonly y: number
}

/** The upper left corner of each vertex: near its neighbours, without overlaps. */
function placeVertices({ layers, chains }: LayeredGraph, nodes: number): ReadonlyMap<number, Point> {
  const linked = new Map<number, number[]>()
  for (const chain of chains) {
    for (const [i, vertex] of chain.entries()) {
      const neighbours = [chain[i - 1], chain[i + 1]].filter(other => other !== undefined)
      linked.set(vertex, [...(linked.get(vertex) ?? []), ...neighbours])
    }
  }
  const centre = new Map<number, number>()
  // Where a vertex of a layer starts if all are as close as possible.
  const offsets = layers.map(layer => {
    let offset = 0
    return layer.map(vertex => {
      const own = offset
      offset += heightOf(vertex, nodes) + NODE_GAP
      centre.set(vertex, own + heightOf(vertex, nodes) / 2)
      return own
    })
  })
  const corners = new Map<number, Point>()
  for (let pass = 0; pass < ALIGNMENTS; pass += 1) {
    for (const [i, layer] of layers.entries()) {
      const wanted = layer.map((vertex, j) => {
        const others = (linked.get(vertex) ?? []).map(other => centre.get(other) ?? 0)
        const own = centre.get(vertex) ?? 0
        const mean = others.length === 0 ? own : others.reduce((sum, at) => sum + at, 0) / others.length
        return mean - heightOf(vertex, nodes) / 2 - (offsets[i]?.[j] ?? 0)
      })
      // A non-decreasing sequence plus the offsets never overlaps; rounding preserves that.
      for (const [j, shift] of nearestRising(wanted).entries()) {
        const vertex = layer[j] ?? 0
        const y = Math.round(shift) + (offsets[i]?.[j] ?? 0)
        centre.set(vertex, y + heightOf(vertex, nodes) / 2)
        corners.set(vertex, { x: PADDING + i * (NODE_WIDTH + LAYER_GAP), y })
      }
    }
  }
  const top = Math.min(0, ...[...corners.values()].map(({ y }) => y))
  return new Map([...corners].map(([vertex, { x, y }]) => [vertex, { x, y: y - top + PADDING }]))
}

/** The nearest non-decreasing numbers: decreasing neighbours get their mean. */
function nearestRising(numbers: readonly number[]): number[] {
  const blocks: { mean: number; size: number }[] = []
  for (const number of numbers) {
    let block = { mean: number, size: 1 }
    for (let last = blocks.at(-1); last !== undefined && last.mean > block.mean; last = blocks.at(-1)) {
      blocks.pop()
      const size = last.size + block.size
      block = { mean: (last.mean * last.size + block.mean * block.size) / size, size }
    }
    blocks.push(block)
  }
  return blocks.flatMap(({ mean, size }) => Array.from({ length: size }, () => mean))
}

/** Curves between layers, straight within the layers that it passes. */
function drawEdge(chain: readonly Point[], isBack: boolean): string {
  const last = chain.length - 1
  const offset = isBack ? BACK_OFFSET : 0
  const points = chain.flatMap(({ x, y }, i) => {
    const at = Math.round(y) + (i === 0 || i === last ? offset : 0)
    return [...(i > 0 ? [{ x, y: at }] : []), ...(i < last ? [{ x: x + NODE_WIDTH, y: at }] : [])]
  })
  const [start, ...rest] = isBack ? points.toReversed() : points
  let from = start ?? { x: 0, y: 0 }
  const drawn = rest.map(to => {
    const middle = Math.round((from.x + to.x) / 2)
    const d = from.y === to.y ? `H${to.x}` : `C${middle},${from.y},${middle},${to.y},${to.x},${to.y}`
    from = to
    return d
  })
  return `M${start?.x ?? 0},${start?.y ?? 0}${drawn.join('')}`
}

/** A loop from a box to itself. */
function drawLoop([{ x, y } = { x: 0, y: 0 }]: readonly Point[]): string {
  const [right, top, bottom] = [x + NODE_WIDTH, Math.round(y) - 8, Math.round(y) + 8]
  return `M${right},${top}C${right + 48},${top - 8},${right + 48},${bottom + 8},${right},${bottom}`
}
