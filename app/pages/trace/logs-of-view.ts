import type { TraceLog } from '../../../store/traces/list-trace-logs.ts'
import { at, subtreeEnds, type TraceTree } from '../../../trace/trace-tree.ts'
import type { TreeIndex } from '../../parts/waterfall/index-tree.ts'
import type { TraceView } from '../../url/trace-view.ts'

/** The log records that a view leaves: without those of hidden services, and only those of spans below the one from which on the trace is shown. */
export function logsOfView(
  logs: readonly TraceLog[],
  tree: TraceTree,
  index: TreeIndex,
  { hiddenServices = [], top }: Pick<TraceView, 'hiddenServices' | 'top'>,
): readonly TraceLog[] {
  const hidden = new Set(hiddenServices)
  const from = top === undefined ? undefined : index.findRow(top)
  const last = from === undefined ? 0 : at(subtreeEnds(tree), from)
  return logs.filter(log => {
    if (hidden.has(log.service)) return false
    if (from === undefined) return true
    const span = log.spanId === '' ? undefined : index.find(log)
    return span !== undefined && span >= from && span < last
  })
}
