import { DataTable } from '../../ui/table/data-table.tsx'
import type { Scope } from '../../url/scope.ts'
import { callColumns } from './call-columns.tsx'
import type { ComparedCall } from './compare-previous.server.ts'
import { type CallTreeRow, flattenCalls, sortByErrors } from './flatten-calls.ts'
import { ServiceNodeName } from './node-name.tsx'

interface CallTreeProps {
  /** Most calls first. */
  readonly calls: readonly ComparedCall[]
  readonly scope: Scope
}

type TreeRow = CallTreeRow<ComparedCall>

const LEVEL_WIDTH = 14

/** The service map of a narrow screen: below each service what it calls, the highest share of errors first, as in the table. */
export function CallTree({ calls, scope }: CallTreeProps) {
  return (
    <div className="panel narrow-only">
      <DataTable
        className="call-tree fit"
        caption="Calls, below each caller what it calls"
        columns={[
          { name: 'Service', namesRow: true, cell: row => <TreeNode row={row} /> },
          ...callColumns(({ call }: TreeRow) => call, scope).filter(({ shown }) => shown === undefined),
        ]}
        rows={flattenCalls(sortByErrors(calls))}
        keyOf={({ call, node }) => [call?.caller, node].map(of => `${of?.kind} ${of?.name}`).join(' ')}
      />
    </div>
  )
}

function TreeNode({ row: { depth, node, call, isRepeated } }: { readonly row: TreeRow }) {
  return (
    <div className="lead">
      {depth > 0 && <svg className="levels" width={LEVEL_WIDTH * depth} aria-hidden="true" />}
      <span>
        <ServiceNodeName node={node} hosts={call?.hosts} />
        {isRepeated && <span className="beside">see above</span>}
        {call && call.origin !== '' && <p className="under">errors from {call.origin}</p>}
      </span>
    </div>
  )
}
