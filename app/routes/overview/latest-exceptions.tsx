import { Link } from 'react-router'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ExceptionTable } from '../../ui/table/exception-table.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import type { Scope } from '../../url/scope.ts'
import type { ExceptionGroup } from './group-exceptions.ts'

interface LatestExceptionsProps {
  readonly exceptions: readonly ExceptionGroup[]
  readonly nowMs: number
  readonly scope: Scope
  readonly timeText: string
}

/** The latest exceptions, those of one issue as one row. */
export function LatestExceptions({ exceptions, nowMs, scope, timeText }: LatestExceptionsProps) {
  return (
    <section aria-labelledby="exceptions">
      <div className="page-head">
        <h2 id="exceptions">Latest exceptions</h2>
        <Link to={exceptionsPath(scope)}>All exceptions</Link>
      </div>
      {exceptions.length === 0 ? (
        <EmptyState title="No exceptions" level={3}>
          <p>No exceptions, {timeText}.</p>
        </EmptyState>
      ) : (
        <ExceptionTable exceptions={exceptions} nowMs={nowMs} caption="Latest exceptions" brief />
      )}
    </section>
  )
}
