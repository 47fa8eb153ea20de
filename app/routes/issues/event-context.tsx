import { useSearchParams } from 'react-router'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { scopeParams } from '../../url/scope.ts'
import { readTraceView, tracePath } from '../../url/trace-view.ts'
import { Breadcrumbs, SpansExpired } from '../sessions/breadcrumbs.tsx'
import { Waterfall } from '../traces/waterfall.tsx'
import type { loadTraceExcerpt } from './issue-view.server.ts'
import type { IssuePageData } from './load-issue.server.ts'

interface EventContextProps {
  readonly of: NonNullable<Awaited<ReturnType<typeof loadTraceExcerpt>>>
  readonly summary: ExceptionSummary
  readonly shown: Pick<IssuePageData, 'spansExpiredNs' | 'nowMs'>
}

/** The part of the trace around an event, and the breadcrumbs of its session. */
export function EventContext({ of: { excerpt, layout, steps, hasMoreSteps }, summary, shown }: EventContextProps) {
  const [params] = useSearchParams()
  const { nowMs } = shown
  const spansExpiredNs = excerpt === undefined ? shown.spansExpiredNs : undefined
  const view = { ...readTraceView(scopeParams(params)), span: summary.spanId }
  return (
    <>
      {summary.traceId !== '' && (
        <section className="section" aria-labelledby="trace">
          <div className="page-head">
            <h2 id="trace">Trace</h2>
            {excerpt !== undefined && (
              <>
                <p className="muted small">
                  {excerpt.spans.length < excerpt.totalSpans && `${formatCount(excerpt.spans.length)} of `}
                  {pluralize(excerpt.totalSpans, 'span')}
                </p>
                <ScopedLink to={tracePath(summary)}>View trace</ScopedLink>
              </>
            )}
          </div>
          {excerpt !== undefined ? (
            <Waterfall
              trace={excerpt}
              layout={layout}
              exceptions={[summary]}
              view={view}
              page={`/traces/${summary.traceId}`}
            />
          ) : (
            <p className="muted">
              {spansExpiredNs === undefined ? (
                'No spans of this trace have been received yet.'
              ) : (
                <SpansExpired atNs={spansExpiredNs} nowMs={nowMs} />
              )}
            </p>
          )}
        </section>
      )}
      <Breadcrumbs
        steps={steps}
        hasMore={hasMoreSteps}
        exception={summary}
        nowMs={nowMs}
        spansExpiredNs={spansExpiredNs}
      />
    </>
  )
}
