import type { ServiceNode } from '../../../store/services/list-calls.ts'
import { compareP95 } from '../../insights/change.ts'
import { writeChange } from '../../insights/write-change.ts'
import { layoutGraph, thicknessOf } from '../../parts/call-map/layout-graph.ts'
import type { ComparedCall } from './compare-previous.server.ts'
import type { MapEdge, ServiceMapModel } from './map-model.ts'

/** Lays a service map out, independent of the order of the calls. */
export function layoutMap(calls: readonly ComparedCall[]): ServiceMapModel {
  const sorted = calls.toSorted(
    (a, b) => compareText(keyOf(a.caller), keyOf(b.caller)) || compareText(keyOf(a.callee), keyOf(b.callee)),
  )
  const nodes = new Map<string, ServiceNode>(
    sorted.flatMap(({ caller, callee }) => [caller, callee].map(node => [keyOf(node), node])),
  )
  const keys = [...nodes.keys()].sort(compareText)
  const at = new Map(keys.map((key, index) => [key, index]))
  const { width, height, corners, paths } = layoutGraph({
    size: keys.length,
    edges: sorted.map(({ caller, callee }) => [at.get(keyOf(caller)) ?? 0, at.get(keyOf(callee)) ?? 0]),
  })
  const answered = Map.groupBy(sorted, ({ callee }) => keyOf(callee))
  const sum = (of: readonly ComparedCall[], what: 'calls' | 'failed') =>
    of.reduce((total, call) => total + call[what], 0)
  const maxCalls = Math.max(0, ...sorted.map(call => call.calls))
  const placed = [...nodes].map(([key, { kind, name }]) => {
    const incoming = answered.get(key) ?? []
    const slowest = incoming.reduce<ComparedCall | undefined>(
      (most, call) => (call.p95 > (most?.p95 ?? -1n) ? call : most),
      undefined,
    )
    return {
      kind,
      name,
      ...(corners[at.get(key) ?? 0] ?? { x: 0, y: 0 }),
      calls: sum(incoming, 'calls'),
      failed: sum(incoming, 'failed'),
      p95: slowest?.p95,
      ...describeP95Change(slowest),
      callers: incoming.length,
    }
  })
  return {
    width,
    height,
    nodes: placed.toSorted((a, b) => a.x - b.x || a.y - b.y),
    edges: sorted.map(
      (call, i): MapEdge => ({
        call,
        isSlower: describeP95Change(call).isSlower,
        d: paths[i] ?? '',
        thickness: thicknessOf(call.calls, maxCalls),
      }),
    ),
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
