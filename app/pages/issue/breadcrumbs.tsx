import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { SessionHistoryEvent } from '../../../store/sessions/list-session-history.ts'
import { pluralize } from '../../format/count.ts'
import type { EventRow } from '../../parts/session-events/describe-event.ts'
import { EventTable } from '../../parts/session-events/event-table.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import { sessionPath } from '../../url/page-paths.ts'

interface BreadcrumbsProps {
  /** Newest first, including the exception itself if it has the session id. */
  readonly steps: readonly (SessionHistoryEvent & EventRow)[]
  /** True if the session had more events in that hour. */
  readonly hasMore: boolean
  readonly exception: Pick<ExceptionSummary, 'id' | 'atNs' | 'traceId'>
  /** Unix milliseconds. */
  readonly nowMs: number
  /** When the spans of the exception's trace expired, Unix nanoseconds. */
  readonly spansExpiredNs: bigint | undefined
}

/** The events of the session in the hour before an exception, in order, up to it. */
export function Breadcrumbs({ steps, hasMore, exception, nowMs, spansExpiredNs }: BreadcrumbsProps) {
  const [last] = steps
  // Of simultaneous events the exception comes last, because the others led to it.
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
            'No session data: this trace has no spans from an instrumented browser, or they have not arrived.'
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

/** Why an exception's trace is missing: exceptions are kept longer than spans. */
export function SpansExpired({ atNs, nowMs }: { readonly atNs: bigint; readonly nowMs: number }) {
  return (
    <>
      Trace data expired on <Timestamp atNs={atNs} nowMs={nowMs} />.
    </>
  )
}
