import { Suspense } from 'react'
import type { DigestRecord } from '../../../store/digests/get-digest-record.ts'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { EarlierStep } from '../../../store/sessions/list-session-history.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import { countOf } from '../../format/count.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import type { ShownException } from '../../stacks/show-exception.ts'
import { comesLater } from '../../ui/comes-later.ts'
import { LongText } from '../../ui/long-text.tsx'
import { InlineMoment } from '../../ui/moment.tsx'
import { Stacktrace } from '../../ui/stacktrace.tsx'
import { exceptionPath } from '../../url/exception-address.ts'
import { stackTextPath } from '../../url/stack-view.ts'
import { ExceptionFacts } from '../exceptions/exception-facts.tsx'
import { InIssue } from '../exceptions/in-issue.tsx'
import type { ToldIssue } from '../exceptions/tell-issue.server.ts'

/** What was found for a digest or a trace id, or is told of one exception. */
export interface Finding {
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

export const findingBody = comesLater(async () => (await import('./finding-body.tsx')).FindingBody)

/** An exception, and what a digest stands for: what happened, how often, in which trace, and what led to it. */
export function DigestFinding(finding: Finding) {
  const { exception, inIssue, nowMs, quoted, isTrace, record } = finding
  const page = exceptionPath(exception)
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
      <Suspense>
        <findingBody.Shown {...finding} />
      </Suspense>
    </>
  )
}
