import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { EarlierEvent } from '../../../store/sessions/list-session-history.ts'
import { pluralize } from '../../format/count.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { Timestamp } from '../../ui/elements/timestamp.tsx'
import { sessionPath } from '../../url/visit-paths.ts'
import { EventTable } from './event-table.tsx'

interface BreadcrumbsProps {
  /** Newest first, with the exception itself where it bears the session. */
  readonly steps: readonly EarlierEvent[]
  /** True where the session had more in that hour. */
  readonly hasMore: boolean
  readonly exception: Pick<ExceptionSummary, 'id' | 'atNs' | 'traceId'>
  /** Unix milliseconds. */
  readonly nowMs: number
  /** When the spans of the exception's trace were deleted, Unix nanoseconds. */
  readonly spansExpiredNs: bigint | undefined
}

/** What the visitor's session did in the hour before an exception, in order, up to it. */
export function Breadcrumbs({ steps, hasMore, exception, nowMs, spansExpiredNs }: BreadcrumbsProps) {
  const [last] = steps
  // Of what happened in the same instant the exception comes last: it is what the others led to.
  const { before = [], itself = [] } = Object.groupBy(steps, ({ id, atNs }) =>
    id === exception.id && atNs === exception.atNs ? 'itself' : 'before',
  )
  return (
    <section className="section" aria-labelledby="session">
      <div className="page-head">
        <h2 id="session">Breadcrumbs</h2>
        {hasMore && <p className="muted small">Last {pluralize(steps.length, 'event')} of the hour.</p>}
        {last !== undefined && <ScopedLink to={sessionPath(last.sessionId)}>View session</ScopedLink>}
      </div>
      {last === undefined ? (
        <p className="muted">
          {spansExpiredNs === undefined || exception.traceId === '' ? (
            'No session data: no instrumented browser took part in this trace, or its spans have not arrived.'
          ) : (
            <>
              No session data. <SpansExpired atNs={spansExpiredNs} nowMs={nowMs} />
            </>
          )}
        </p>
      ) : (
        <EventTable
          steps={[...before.toReversed(), ...itself]}
          caption="Session events in the previous hour, oldest first"
          untilNs={exception.atNs}
          shown={exception}
        />
      )}
    </section>
  )
}

/** Why there is nothing of an exception's trace: exceptions outlive spans. */
export function SpansExpired({ atNs, nowMs }: { readonly atNs: bigint; readonly nowMs: number }) {
  return (
    <>
      Trace data expired on <Timestamp atNs={atNs} nowMs={nowMs} />.
    </>
  )
}
