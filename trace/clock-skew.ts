import { at, endOf, hasFlag, operationOf, type TraceTree } from './trace-tree.ts'

/**
 * By how much the bars of spans move so that what a service answers lies within the call that waits for it: the clocks of two hosts differ by
 * milliseconds, or by minutes. As Jaeger's query service does: a server span that fits into the call stays, a shorter one moves to its
 * middle, and one that took longer than the call, which may have been given up, moves to its start if it started before. What is below
 * in the same service moves along. Only for the drawing: numbers, order and search use the times that were sent.
 *
 * @returns Nanoseconds of each span; `undefined` if none moves.
 * @see https://github.com/jaegertracing/jaeger/blob/main/cmd/jaeger/internal/extension/jaegerquery/internal/adjuster/clockskew.go
 */
export function correctClockSkew(tree: TraceTree): Float64Array | undefined {
  const shifts = new Float64Array(tree.size)
  let moved = false
  for (let index = 0; index < tree.size; index++) {
    const parent = at(tree.parents, index)
    if (parent < 0 || hasFlag(tree, parent, 'missing')) continue
    const [above, own] = [operationOf(tree, parent), operationOf(tree, index)]
    const isAnswer = own.service !== above.service && own.kind === 'Server'
    const shift = isAnswer ? shiftInto(tree, parent, at(shifts, parent), index) : at(shifts, parent)
    // Without an answer in between, another service has a clock that nothing is known of.
    if (own.service !== above.service && !isAnswer) continue
    shifts[index] = shift
    moved ||= shift !== 0
  }
  return moved ? shifts : undefined
}

function shiftInto(tree: TraceTree, call: number, callShift: number, answer: number): number {
  const [from, to] = [at(tree.starts, call) + callShift, endOf(tree, call) + callShift]
  const [start, end] = [at(tree.starts, answer), endOf(tree, answer)]
  if (end - start > to - from) return start < from ? from - start : 0
  if (start >= from && end <= to) return 0
  return Math.round(from + (to - from - (end - start)) / 2 - start)
}

/** By how much the bar of a span moves, nanoseconds; 0 without shifts. */
export const shiftOf = (shifts: Float64Array | undefined, index: number): number =>
  shifts === undefined ? 0 : at(shifts, index)

/** The spans of a service that {@link correctClockSkew} moved. */
export interface MovedService {
  readonly service: string
  readonly spans: number
  /** The shift of most of them, nanoseconds. */
  readonly by: number
}

/** @returns Most spans first, then by name. */
export function listMovedServices(tree: TraceTree, shifts: Float64Array): MovedService[] {
  const byService = new Map<string, Map<number, number>>()
  for (let index = 0; index < tree.size; index++) {
    const shift = at(shifts, index)
    if (shift === 0) continue
    const { service } = operationOf(tree, index)
    const counts = byService.get(service) ?? new Map<number, number>()
    byService.set(service, counts.set(shift, (counts.get(shift) ?? 0) + 1))
  }
  return [...byService]
    .map(([service, counts]) => {
      const [most] = [...counts].toSorted(([a, of], [b, other]) => other - of || a - b)
      return { service, spans: [...counts.values()].reduce((sum, of) => sum + of, 0), by: most?.[0] ?? 0 }
    })
    .toSorted((a, b) => b.spans - a.spans || (a.service < b.service ? -1 : 1))
}
