import { useSearchParams } from 'react-router'
import type { DigestRecord } from '../../../store/digests/get-digest-record.ts'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { EarlierStep } from '../../../store/sessions/list-session-history.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import { countOf, formatCount } from '../../format/count.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import type { ShownException } from '../../stacks/show-exception.ts'
import { ExceptionTable } from '../../ui/exception-table.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { InlineMoment } from '../../ui/moment.tsx'
import { ScopedLink } from '../../ui/scoped-link.tsx'
import { Stacktrace } from '../../ui/stacktrace.tsx'
import { exceptionPath } from '../../url/exception-address.ts'
import { scopeParams } from '../../url/scope.ts'
import { stackTextPath } from '../../url/stack-view.ts'
import { readTraceView, tracePath } from '../../url/trace-view.ts'
import { ExceptionFacts } from '../exceptions/exception-facts.tsx'
import { ExceptionContext } from '../exceptions/exception-view.tsx'
import { InIssue } from '../exceptions/in-issue.tsx'
import type { ToldIssue } from '../exceptions/tell-issue.server.ts'
import { SpansExpired, StepsBefore } from '../sessions/steps-before.tsx'
import { Waterfall } from '../traces/waterfall.tsx'

interface DigestFindingProps {
  readonly nowMs: number
  /** The digest or trace id that was asked for; '' where it was the exception itself. */
  readonly quoted: string
  /** True when it was a trace id. */
  readonly isTrace: boolean
  /** `undefined` when a trace id was asked for, and where there is no digest or its record has expired. */
  readonly record: DigestRecord | undefined
  /** Of the digest or the trace, newest first; `exception` is among them. */
  readonly exceptions: readonly ExceptionSummary[]
  readonly exception: ShownException
  readonly inIssue: ToldIssue
  readonly trace: Trace | undefined
  /** When the trace was deleted, Unix nanoseconds; `undefined` when it is there, or has not arrived. */
  readonly spansExpiredNs: bigint | undefined
  /** What the session did before, newest first. */
  readonly session: readonly EarlierStep[]
  readonly hasMoreSteps: boolean
}

/** An exception, and what a digest stands for: what happened, how often, in which trace, and what led to it. */
export function DigestFinding({ exceptions, exception, inIssue, trace, ...rest }: DigestFindingProps) {
  const { nowMs, quoted, isTrace, record, spansExpiredNs, session, hasMoreSteps } = rest
  const page = exceptionPath(exception)
  const [params] = useSearchParams()
  const view = readTraceView(scopeParams(params))
  const type = exceptionTitle({ message: '', type: exception.type })
  return (
    <>
      <title>{`${quoted === '' ? '' : `${quoted.slice(0, 12)} · `}${type} · Errata`}</title>
      <div className="exception-head">
        {quoted !== '' && (
          <p className="muted">
            {isTrace ? 'Trace id' : 'Digest'} <code className="break">{quoted}</code> stands for
          </p>
        )}
        <h1 className="break">{type}</h1>
        <LongText of={exception.message} wholeAt={stackTextPath(page, 'message')} />
      </div>
      <ExceptionFacts exception={exception} nowMs={nowMs}>
        <dt>Issue</dt>
        <dd>
          <InIssue of={inIssue} />
        </dd>
        {record !== undefined && (
          <>
            <dt>How often</dt>
            <dd>
              <strong>{countOf(record.occurrences, 'time')}</strong> in {record.services.join(', ')}
            </dd>
            <dt>First seen</dt>
            <dd>
              <InlineMoment atNs={record.firstSeenNs} nowMs={nowMs} />
            </dd>
            <dt>Last seen</dt>
            <dd>
              <InlineMoment atNs={record.lastSeenNs} nowMs={nowMs} />
            </dd>
          </>
        )}
      </ExceptionFacts>
      <Stacktrace stack={exception.stack} page={page} release={exception.release} />
      {trace === undefined && exception.traceId !== '' && (
        <section className="section" aria-labelledby="trace">
          <h2 id="trace">The trace</h2>
          <p className="muted">
            {spansExpiredNs === undefined ? (
              'No span of this trace has arrived.'
            ) : (
              <SpansExpired atNs={spansExpiredNs} nowMs={nowMs} />
            )}
          </p>
        </section>
      )}
      {trace !== undefined && (
        <section className="section" aria-labelledby="trace">
          <div className="page-head">
            <h2 id="trace">The trace</h2>
            <ScopedLink to={tracePath(exception)}>
              Open it{trace.totalSpans > trace.spans.length && ` (${formatCount(trace.totalSpans)} spans)`}
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
      <StepsBefore
        steps={session}
        hasMore={hasMoreSteps}
        exception={exception}
        nowMs={nowMs}
        spansExpiredNs={spansExpiredNs}
      />
      {exceptions.length > 1 && (
        <section className="section" aria-labelledby="others">
          <h2 id="others">
            {isTrace ? 'All exceptions of the trace' : `The newest ${exceptions.length} of this digest`}
          </h2>
          <ExceptionTable exceptions={exceptions} nowMs={nowMs} caption="Exceptions, newest first" />
        </section>
      )}
      <ExceptionContext exception={exception} />
    </>
  )
}
