import { Link } from 'react-router'
import { ExceptionTable } from '../../parts/exception-list/exception-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import type { Scope } from '../../url/scope.ts'
import type { ExceptionGroup } from './group-exceptions.ts'

interface LatestExceptionsProps {
  /** Those of one issue as one row. */
  readonly exceptions: readonly ExceptionGroup[]
  readonly nowMs: number
  readonly scope: Scope
}

export function LatestExceptions({ exceptions, nowMs, scope }: LatestExceptionsProps) {
  return (
    <section className="section" aria-labelledby="exceptions">
      <div className="page-head">
        <h2 id="exceptions">Latest exceptions</h2>
        <Link to={exceptionsPath(scope)}>All exceptions</Link>
      </div>
      {exceptions.length === 0 ? (
        <EmptyState title="No exceptions" level={3} />
      ) : (
        <ExceptionTable exceptions={exceptions} nowMs={nowMs} caption="Latest exceptions" />
      )}
    </section>
  )
}
