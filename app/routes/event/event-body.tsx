import { useSearchParams } from 'react-router'
import { formatCount } from '../../format/count.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { ExceptionTable } from '../../ui/table/exception-table.tsx'
import { scopeParams } from '../../url/scope.ts'
import { readTraceView, tracePath } from '../../url/trace-view.ts'
import { Breadcrumbs, SpansExpired } from '../sessions/breadcrumbs.tsx'
import { Waterfall } from '../traces/waterfall.tsx'
import type { EventData } from './event-data.ts'
import { ExceptionContext } from './exception-context.tsx'

/** What stands below an exception's stack: its trace, what the visitor did, others of its digest, and what was sent with it. */
export function EventBody({ exceptions, exception, trace, ...rest }: EventData) {
  const { nowMs, isTrace, spansExpiredNs, session, hasMoreSteps } = rest
  const [params] = useSearchParams()
  const view = readTraceView(scopeParams(params))
  return (
    <>
      {trace === undefined && exception.traceId !== '' && (
        <section className="section" aria-labelledby="trace">
          <h2 id="trace">Trace</h2>
          <p className="muted">
            {spansExpiredNs === undefined ? (
              'No spans of this trace have been received yet.'
            ) : (
              <SpansExpired atNs={spansExpiredNs} nowMs={nowMs} />
            )}
          </p>
        </section>
      )}
      {trace !== undefined && (
        <section className="section" aria-labelledby="trace">
          <div className="page-head">
            <h2 id="trace">Trace</h2>
            <ScopedLink to={tracePath(exception)}>
              Open trace{trace.totalSpans > trace.spans.length && ` (${formatCount(trace.totalSpans)} spans)`}
            </ScopedLink>
          </div>
          <Waterfall
            trace={trace}
            exceptions={exceptions.filter(other => other.traceId === trace.traceId)}
            view={{ ...view, span: exception.spanId }}
            page={`/traces/${trace.traceId}`}
          />
        </section>
      )}
      <Breadcrumbs
        steps={session}
        hasMore={hasMoreSteps}
        exception={exception}
        nowMs={nowMs}
        spansExpiredNs={spansExpiredNs}
      />
      {exceptions.length > 1 && (
        <section className="section" aria-labelledby="others">
          <h2 id="others">{isTrace ? 'Exceptions in this trace' : `Latest ${exceptions.length} with this digest`}</h2>
          <ExceptionTable exceptions={exceptions} nowMs={nowMs} caption="Exceptions, newest first" />
        </section>
      )}
      <ExceptionContext exception={exception} />
    </>
  )
}
