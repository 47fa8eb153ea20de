import { Link } from 'react-router'
import type { ServiceCall } from '../../../store/services/list-calls.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { ErrorShare } from '../../ui/elements/share.tsx'
import type { Scope } from '../../url/scope.ts'
import { callTracesPath } from './search-paths.ts'

interface CallCellsProps {
  readonly call: ServiceCall
  readonly scope: Scope
  /** Leaves p95 out on narrow screens, like p50. */
  readonly isWide?: boolean
}

/** The numbers of a row: calls with a link to their spans, errors, p50 and p95. */
export function CallCells({ call, scope, isWide = false }: CallCellsProps) {
  return (
    <>
      <td className="number">
        <Link to={callTracesPath(call, scope)} title="Search these calls">
          {formatAmount(call.calls)}
        </Link>
        {call.error > 0 && <span className="muted"> ± {formatShare(call.error, 1)}</span>}
      </td>
      <td className="number muted">
        <ErrorShare errors={call.failed} total={call.calls} />
      </td>
      <td className="number wide-only">{formatDuration(call.p50)}</td>
      <td className={isWide ? 'number wide-only' : 'number'}>{formatDuration(call.p95)}</td>
    </>
  )
}
