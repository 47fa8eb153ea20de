/** A directed graph without duplicate edges; nodes are 0 to `size - 1`. */
export interface DirectedGraph {
  readonly size: number
  readonly edges: readonly (readonly [from: number, to: number])[]
}

/** A graph in layers: every edge goes from one layer to the next. */
export interface LayeredGraph {
  /** Vertices in each layer, in drawing order. Those from `size` on are only bends of edges. */
  readonly layers: readonly (readonly number[])[]
  /** The vertices of each edge, by layer: backwards if the edge closes a cycle. */
  readonly chains: readonly (readonly number[])[]
}

/** Each sweep moves the vertices of a layer to the mean of their neighbours. */
const SWEEPS = 8

/**
 * Lays a graph out in layers: callers before callees, except for edges that close a cycle, with few crossings.
 *
 * @see https://en.wikipedia.org/wiki/Layered_graph_drawing
 */
export function layerGraph({ size, edges }: DirectedGraph): LayeredGraph {
  const forward = edges.filter(([from, to]) => from !== to)
  const isBack = findBackEdges(size, forward)
  const acyclic = forward.map((edge): readonly [number, number] => (isBack.has(edge) ? [edge[1], edge[0]] : edge))
  const layerOf = assignLayers(size, acyclic)
  const layers: number[][] = Array.from({ length: Math.max(0, ...layerOf) + (size > 0 ? 1 : 0) }, () => [])
  for (let node = 0; node < size; node += 1) layers[layerOf[node] ?? 0]?.push(node)
  let vertices = size
  const chainOf = ([from, to]: readonly [number, number]): number[] => {
    const [first = 0, last = 0] = [layerOf[from], layerOf[to]]
    const between = Array.from({ length: Math.max(0, last - first - 1) }, (_, i) => {
      layers[first + 1 + i]?.push(vertices)
      return vertices++
    })
    return [from, ...between, to]
  }
  const chains = edges.map((edge): number[] => {
    if (edge[0] === edge[1]) return [edge[0]]
    return chainOf(isBack.has(edge) ? [edge[1], edge[0]] : edge)
  })
  return { layers: orderLayers(layers, chains), chains }
}

type Edge = readonly [from: number, to: number]

/** Edges that lead back to an ancestor. Nodes without incoming edges come first, so that they stay in front. */
function findBackEdges(size: number, edges: readonly Edge[]): ReadonlySet<Edge> {
  const outgoing = Map.groupBy(edges, ([from]) => from)
  const called = new Set(edges.map(([, to]) => to))
  const nodes = Array.from({ length: size }, (_, node) => node)
  const starts = [...nodes.filter(node => !called.has(node)), ...nodes.filter(node => called.has(node))]
  const back = new Set<Edge>()
  const state = new Map<number, 'on the way' | 'done'>()
  const visit = (start: number) => {
    const path = [{ node: start, next: 0 }]
    state.set(start, 'on the way')
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const edge = outgoing.get(at.node)?.[at.next]
      at.next += 1
      if (edge === undefined) {
        state.set(at.node, 'done')
        path.pop()
      } else if (state.get(edge[1]) === 'on the way') back.add(edge)
      else if (!state.has(edge[1])) {
        state.set(edge[1], 'on the way')
        path.push({ node: edge[1], next: 0 })
      }
    }
  }
  for (const start of starts) if (!state.has(start)) visit(start)
  return back
}

/** The longest path to a node; nodes without incoming edges are placed directly before their targets. */
function assignLayers(size: number, edges: readonly Edge[]): readonly number[] {
  const layerOf = Array.from({ length: size }, () => 0)
  const waitsFor = Array.from({ length: size }, () => 0)
  const outgoing = Map.groupBy(edges, ([from]) => from)
  for (const [, to] of edges) waitsFor[to] = (waitsFor[to] ?? 0) + 1
  const sources = waitsFor.flatMap((count, node) => (count === 0 ? [node] : []))
  const ready = [...sources]
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    for (const [, to] of outgoing.get(node) ?? []) {
      layerOf[to] = Math.max(layerOf[to] ?? 0, (layerOf[node] ?? 0) + 1)
      waitsFor[to] = (waitsFor[to] ?? 0) - 1
      if (waitsFor[to] === 0) ready.push(to)
    }
  }
  for (const source of sources) {
    const next = (outgoing.get(source) ?? []).map(([, to]) => layerOf[to] ?? 0)
    if (next.length > 0) layerOf[source] = Math.min(...next) - 1
  }
  return layerOf
}

/** Moves each vertex to the mean position of its neighbours in the previous layer, then in the next one, and so on. */
function orderLayers(layers: readonly number[][], chains: readonly (readonly number[])[]): number[][] {
  const before = new Map<number, number[]>()
  const behind = new Map<number, number[]>()
  const add = (to: Map<number, number[]>, vertex: number, neighbour: number) =>
    to.set(vertex, [...(to.get(vertex) ?? []), neighbour])
  for (const chain of chains) {
    for (const [i, vertex] of chain.entries()) {
      const next = chain[i + 1]
      if (next === undefined) continue
      add(behind, vertex, next)
      add(before, next, vertex)
    }
  }
  const ordered = layers.map(layer => [...layer])
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isDown = sweep % 2 === 0
    const place = new Map(ordered.flatMap(layer => layer.map((vertex, i) => [vertex, i / layer.length] as const)))
    const order = isDown ? ordered.keys() : [...ordered.keys()].reverse()
    for (const i of order) {
      const layer = ordered[i] ?? []
      const wanted = new Map(
        layer.map(vertex => {
          const places = ((isDown ? before : behind).get(vertex) ?? []).map(other => place.get(other) ?? 0)
          const mean = places.reduce((sum, at) => sum + at, 0) / places.length
          return [vertex, places.length === 0 ? (place.get(vertex) ?? 0) : mean] as const
        }),
      )
      layer.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0) || (place.get(a) ?? 0) - (place.get(b) ?? 0))
      for (const [at, vertex] of layer.entries()) place.set(vertex, at / layer.length)
    }
  }
  return ordered
}
