import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { ErrorShare } from '../../ui/numbers/share.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import type { Scope } from '../../url/scope.ts'
import type { ComparedCall } from './compare-previous.server.ts'
import { P95Change } from './p95-change.tsx'
import { callTracesPath } from './search-paths.ts'

/**
 * The numbers of a call: how many there are, with a link to their spans, errors, p50, p95 with its change, and how many a trace makes.
 *
 * @param callOf The call of a row; cells are empty without one.
 */
export function callColumns<Row>(callOf: (row: Row) => ComparedCall | undefined, scope: Scope): readonly Column<Row>[] {
  const ofCall = (draw: (call: ComparedCall) => ReactNode) => (row: Row) => {
    const call = callOf(row)
    return call && draw(call)
  }
  return [
    {
      name: 'Calls',
      isNumber: true,
      width: 'col-duration',
      cell: ofCall(call => (
        <>
          <Link to={callTracesPath(call, scope)} title="Search these calls">
            {formatAmount(call.calls)}
          </Link>
          {call.error > 0 && <span className="muted"> ± {formatShare(call.error, 1)}</span>}
        </>
      )),
    },
    {
      name: 'Error rate',
      isNumber: true,
      width: 'col-duration',
      look: 'muted',
      cell: ofCall(({ failed, failedForCaller, calls }) => (
        <>
          <ErrorShare errors={failed} total={calls} />
          {failedForCaller > 0 && (
            <p className="change" title="The callee did not fail: it refused the call, or answered too late.">
              {formatShare(failedForCaller, calls)} for the caller
            </p>
          )}
        </>
      )),
    },
    {
      name: 'p50',
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      cell: ofCall(({ p50 }) => formatDuration(p50)),
    },
    {
      name: 'p95',
      isNumber: true,
      width: 'col-duration',
      cell: ofCall(({ p95, now, before }) => (
        <>
          {formatDuration(p95)}
          <div className="narrow-only">
            <P95Change now={now} before={before} />
          </div>
        </>
      )),
    },
    {
      name: 'p95 change',
      shown: 'wide',
      width: 'col-duration',
      cell: ofCall(({ now, before }) => <P95Change now={now} before={before} />),
    },
    {
      name: 'Per trace',
      isNumber: true,
      shown: 'roomy',
      width: 'col-duration',
      cell: ofCall(call => <CallsPerTrace call={call} />),
    },
  ]
}

/** The number of calls that a trace makes with its change, if it makes several. */
function CallsPerTrace({ call: { perTrace, repeats } }: { readonly call: ComparedCall }) {
  const amount = formatAmount(perTrace)
  if (amount === '1' && repeats?.direction === undefined) return null
  return (
    <>
      {repeats?.direction && <RelativeChange change={repeats} worse="more" asRatio />} {amount}
    </>
  )
}
