import { Link } from 'react-router'
import type { DigestRecord } from '../../../store/digests/get-digest-record.ts'
import type { Exception } from '../../../store/exceptions/exception.ts'
import type { SessionStep } from '../../../store/sessions/list-session-history.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import { countOf, formatCount } from '../../format/count.ts'
import { ExceptionTable } from '../../ui/exception-table.tsx'
import { InlineMoment } from '../../ui/moment.tsx'
import { ExceptionFacts } from '../exceptions/exception-facts.tsx'
import { ExceptionContext, ExceptionStacks } from '../exceptions/exception-view.tsx'
import { Waterfall } from '../traces/waterfall.tsx'
import { SessionSteps, SpansExpired } from './session-steps.tsx'

interface DigestFindingProps {
  readonly nowMs: number
  /** The digest or trace id that was asked for. */
  readonly quoted: string
  /** `undefined` when a trace id was asked for. */
  readonly record: DigestRecord | undefined
  /** Newest first; the first of them is `exception`. */
  readonly exceptions: readonly Exception[]
  readonly exception: Exception
  readonly trace: Trace | undefined
  /** When the trace was deleted, Unix nanoseconds; `undefined` when it is there, or has not arrived. */
  readonly spansExpiredNs: bigint | undefined
  /** What the session did before, newest first. */
  readonly session: readonly SessionStep[]
}

/** What a digest stands for: the newest exception with it, how often there were others, its trace, and what led to it. */
export function DigestFinding({ exceptions, exception, trace, ...rest }: DigestFindingProps) {
  const { nowMs, quoted, record, spansExpiredNs, session } = rest
  const type = exception.type === '' ? 'Exception without a type' : exception.type
  return (
    <>
      <title>{`${quoted.slice(0, 12)} · ${type} · Errata`}</title>
      <div className="exception-head">
        <p className="muted">
          {record === undefined ? 'Trace id' : 'Digest'} <code className="break">{quoted}</code> stands for
        </p>
        <h1 className="break">{type}</h1>
        <p className="message">{exception.message}</p>
      </div>
      <ExceptionFacts exception={exception} nowMs={nowMs}>
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
      <ExceptionStacks exception={exception} />
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
            <Link to={`/traces/${trace.traceId}?span=${exception.spanId}`}>
              Open it{trace.totalSpans > trace.spans.length && `: all ${formatCount(trace.totalSpans)} spans`}
            </Link>
          </div>
          <Waterfall
            spans={trace.spans}
            exceptions={exceptions.filter(other => other.traceId === trace.traceId)}
            view={{ span: exception.spanId, folded: NOTHING_FOLDED }}
            page={`/traces/${trace.traceId}`}
          />
        </section>
      )}
      <SessionSteps steps={session} exception={exception} nowMs={nowMs} spansExpiredNs={spansExpiredNs} />
      {exceptions.length > 1 && (
        <section className="section" aria-labelledby="others">
          <h2 id="others">
            {record === undefined ? 'All exceptions of the trace' : `The newest ${exceptions.length}`}
          </h2>
          <ExceptionTable exceptions={exceptions} nowMs={nowMs} caption="Exceptions, newest first" />
        </section>
      )}
      <ExceptionContext exception={exception} />
    </>
  )
}

const NOTHING_FOLDED: ReadonlySet<string> = new Set()
