import { compare } from './compare.ts'
import { at, hasFlag, operationOf, type TraceTree } from './trace-tree.ts'

/** The spans of a service that another service called. Times are nanoseconds. */
export interface ServiceCall {
  readonly caller: string
  readonly callee: string
  readonly count: number
  readonly failed: number
  /** The sum of their durations. */
  readonly sum: number
  /** The span that took longest. */
  readonly longest: number
}

/**
 * The calls between the services of a trace: a span whose parent is one of another service is a call. The parent of a span below a
 * missing one is unknown, so that span is none.
 *
 * @returns By caller, then by callee.
 */
export function listServiceCalls(tree: TraceTree): ServiceCall[] {
  const calls = new Map<string, { -readonly [Key in keyof ServiceCall]: ServiceCall[Key] }>()
  for (let index = 0; index < tree.size; index++) {
    const parent = at(tree.parents, index)
    if (parent < 0 || hasFlag(tree, index, 'missing') || hasFlag(tree, parent, 'missing')) continue
    const caller = operationOf(tree, parent).service
    const callee = operationOf(tree, index).service
    if (caller === callee) continue
    const key = `${caller}\0${callee}`
    const call = calls.get(key) ?? { caller, callee, count: 0, failed: 0, sum: 0, longest: index }
    calls.set(key, call)
    call.count++
    if (hasFlag(tree, index, 'failed')) call.failed++
    call.sum += at(tree.durations, index)
    if (at(tree.durations, index) > at(tree.durations, call.longest)) call.longest = index
  }
  return [...calls.values()].toSorted((a, b) => compare(a.caller, b.caller) || compare(a.callee, b.callee))
}
