import { useSearchParams } from 'react-router'
import { formatCount } from '../../format/count.ts'
import { ScopedLink } from '../../ui/scoped-link.tsx'
import { scopeParams } from '../../url/scope.ts'
import { readTraceView, tracePath } from '../../url/trace-view.ts'
import { SpansExpired, StepsBefore } from '../sessions/steps-before.tsx'
import { Waterfall } from '../traces/waterfall.tsx'
import type { ShownIssue } from './issue.tsx'

/** What stands round the exception that is shown: what the visitor did before, and the part of the trace that it happened in. */
export function Around({ shown: { around, nowMs } }: { readonly shown: ShownIssue }) {
  const [params] = useSearchParams()
  if (around === undefined) return null
  const { summary, excerpt, spansExpiredNs, steps, hasMoreSteps } = around
  const view = { ...readTraceView(scopeParams(params)), span: summary.spanId }
  return (
    <>
      <StepsBefore
        steps={steps}
        hasMore={hasMoreSteps}
        exception={summary}
        nowMs={nowMs}
        spansExpiredNs={spansExpiredNs}
      />
      {summary.traceId !== '' && (
        <section className="section" aria-labelledby="trace">
          <div className="page-head">
            <h2 id="trace">The span that failed</h2>
            {excerpt !== undefined && (
              <>
                <p className="muted small">
                  {formatCount(excerpt.spans.length)} of {formatCount(excerpt.totalSpans)} spans of the trace
                </p>
                <ScopedLink to={tracePath(summary)}>The whole trace</ScopedLink>
              </>
            )}
          </div>
          {excerpt !== undefined ? (
            <Waterfall
              trace={excerpt}
              exceptions={[summary]}
              view={view}
              page={`/traces/${summary.traceId}`}
              isExcerpt
            />
          ) : (
            <p className="muted">
              {spansExpiredNs === undefined ? (
                'No span of this trace has arrived.'
              ) : (
                <SpansExpired atNs={spansExpiredNs} nowMs={nowMs} />
              )}
            </p>
          )}
        </section>
      )}
    </>
  )
}
