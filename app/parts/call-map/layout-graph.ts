import { type DirectedGraph, type LayeredGraph, layerGraph } from './layer-graph.ts'

/** The size of the box of a node. */
export const NODE_WIDTH = 184
export const NODE_HEIGHT = 58

const PADDING = 16
/** Space between two layers for the curves. */
const LAYER_GAP = 88
const NODE_GAP = 16
/** Space for an edge that passes through a layer. */
const PASSING_HEIGHT = 12
/** Edges that lead back run below those that lead on. */
const BACK_OFFSET = 12
const ALIGNMENTS = 6

/** A drawing of a graph, in integers, so that server and browser write the same digits. */
export interface GraphLayout {
  readonly width: number
  readonly height: number
  /** The upper left corner of the box of each node. */
  readonly corners: readonly Point[]
  /** The path of each edge, from box to box. */
  readonly paths: readonly string[]
}

/** Lays a graph out with callers on the left and callees on the right. */
export function layoutGraph(directed: DirectedGraph): GraphLayout {
  const { size, edges } = directed
  const graph = layerGraph(directed)
  const place = placeVertices(graph, size)
  const corners = Array.from({ length: size }, (_, node) => place.get(node) ?? { x: 0, y: 0 })
  const right = Math.max(0, ...corners.map(({ x }) => x + NODE_WIDTH))
  const bottom = Math.max(0, ...[...place].map(([vertex, { y }]) => y + heightOf(vertex, size)))
  return {
    width: right + PADDING + (edges.some(([from, to]) => from === to) ? LAYER_GAP : 0),
    height: bottom + PADDING,
    corners,
    paths: edges.map(([from], i) => {
      const vertices = graph.chains[i] ?? []
      const chain = vertices.map(vertex => ({
        x: place.get(vertex)?.x ?? 0,
        y: (place.get(vertex)?.y ?? 0) + heightOf(vertex, size) / 2,
      }))
      return chain.length === 1 ? drawLoop(chain) : drawEdge(chain, vertices[0] !== from)
    }),
  }
}

/** The thickness of an edge: 1 to 4, by calls. */
export const thicknessOf = (calls: number, maxCalls: number): number =>
  1 + Math.round((3 * Math.log1p(calls)) / Math.log1p(Math.max(1, maxCalls)))

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
