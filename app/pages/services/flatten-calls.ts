import type { ServiceCall, ServiceNode } from '../../../store/services/list-calls.ts'
import { byErrorShare } from '../../insights/error-rates.ts'

/** The highest share of errors first, and else as they were. */
export function sortByErrors<Call extends ServiceCall>(calls: readonly Call[]): Call[] {
  const errorsOf = ({ failed, calls }: Call) => ({ errors: failed, total: calls })
  return calls.toSorted((a, b) => byErrorShare(errorsOf(a), errorsOf(b)))
}

/** A node below one of its callers. */
export interface CallTreeRow<Call extends ServiceCall> {
  /** 0 for entry points. */
  readonly depth: number
  readonly node: ServiceNode
  /** The call of it by its caller; `undefined` for entry points. */
  readonly call: Call | undefined
  /** True if its own calls are listed elsewhere, below another caller. */
  readonly isRepeated: boolean
}

/**
 * The calls between services as a tree: below each node what it calls, in the order of the calls. Nodes that nothing calls come first; of a cycle
 * one node is an entry point. Each call has one row.
 */
export function flattenCalls<Call extends ServiceCall>(calls: readonly Call[]): CallTreeRow<Call>[] {
  const callsOf = Map.groupBy(calls, ({ caller }) => keyOf(caller))
  const called = new Set(
    calls.filter(({ caller, callee }) => keyOf(caller) !== keyOf(callee)).map(of => keyOf(of.callee)),
  )
  const callers = new Map(calls.map(({ caller }) => [keyOf(caller), caller]))
  const listed = new Set<string>()
  const rows: CallTreeRow<Call>[] = []
  const list = (node: ServiceNode, depth: number, call?: Call) => {
    const key = keyOf(node)
    const own = callsOf.get(key) ?? []
    const isRepeated = own.length > 0 && listed.has(key)
    rows.push({ depth, node, call, isRepeated })
    if (isRepeated) return
    listed.add(key)
    for (const next of own) list(next.callee, depth + 1, next)
  }
  for (const [key, node] of callers) if (!called.has(key)) list(node, 0)
  for (const [key, node] of callers) if (!listed.has(key)) list(node, 0)
  return rows
}

const keyOf = ({ kind, name }: ServiceNode) => `${kind} ${name}`
