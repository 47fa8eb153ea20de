import { Link } from 'react-router'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { ErrorShare } from '../../ui/numbers/share.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import type { Scope } from '../../url/scope.ts'
import type { ComparedCall } from './compare-previous.server.ts'
import { P95Change } from './p95-change.tsx'
import { callTracesPath } from './search-paths.ts'

interface CallCellsProps {
  readonly call: ComparedCall
  readonly scope: Scope
}

/** The numbers of a row: calls with a link to their spans, how many a trace makes if it makes several, errors, p50 and p95 with its change. */
export function CallCells({ call, scope }: CallCellsProps) {
  const change = <P95Change now={call.now} before={call.before} />
  const isRepeated = formatAmount(call.perTrace) !== '1' || call.repeats?.direction !== undefined
  return (
    <>
      <td className="number">
        <Link to={callTracesPath(call, scope)} title="Search these calls">
          {formatAmount(call.calls)}
        </Link>
        {call.error > 0 && <span className="muted"> ± {formatShare(call.error, 1)}</span>}
        {isRepeated && (
          <p className="change">
            {formatAmount(call.perTrace)} per trace
            {call.repeats?.direction && (
              <>
                , <RelativeChange change={call.repeats} worse="more" asRatio />
              </>
            )}
          </p>
        )}
      </td>
      <td className="number muted">
        <ErrorShare errors={call.failed} total={call.calls} />
      </td>
      <td className="number wide-only">{formatDuration(call.p50)}</td>
      <td className="number">
        {formatDuration(call.p95)}
        <div className="narrow-only">{change}</div>
      </td>
      <td className="wide-only">{change}</td>
    </>
  )
}
