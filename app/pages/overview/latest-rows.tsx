import { Link } from 'react-router'
import type { TraceSummary } from '../../../store/traces/list-traces.ts'
import { ExceptionTable } from '../../parts/exception-list/exception-table.tsx'
import { TraceTable } from '../../parts/trace-list/trace-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import type { Scope } from '../../url/scope.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import type { ExceptionGroup } from './group-exceptions.ts'

interface LatestRowsProps {
  /** Those of one issue as one row. */
  readonly exceptions: readonly ExceptionGroup[]
  readonly traces: readonly TraceSummary[]
  readonly nowMs: number
  readonly scope: Scope
}

/** The latest exceptions and traces. */
export function LatestRows({ exceptions, traces, nowMs, scope }: LatestRowsProps) {
  return (
    <div className="section side-by-side of-tables">
      <section aria-labelledby="exceptions">
        <div className="page-head">
          <h2 id="exceptions">Latest exceptions</h2>
          <Link to={exceptionsPath(scope)}>All exceptions</Link>
        </div>
        {exceptions.length === 0 ? (
          <EmptyState title="No exceptions" level={3} />
        ) : (
          <ExceptionTable exceptions={exceptions} nowMs={nowMs} caption="Latest exceptions" brief />
        )}
      </section>
      <section aria-labelledby="traces">
        <div className="page-head">
          <h2 id="traces">Latest traces</h2>
          <Link to={tracesPath(scope)}>All traces</Link>
        </div>
        {traces.length === 0 ? (
          <EmptyState title="No traces" level={3}>
            <p>
              Check the <Link to="/status">pipeline page</Link> for ingest problems.
            </p>
          </EmptyState>
        ) : (
          <TraceTable traces={traces} nowMs={nowMs} caption="Latest traces" brief />
        )}
      </section>
    </div>
  )
}
