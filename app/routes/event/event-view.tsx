import { Suspense } from 'react'
import { pluralize } from '../../format/count.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { lazySection } from '../../ui/elements/lazy-section.ts'
import { LongText } from '../../ui/elements/long-text.tsx'
import { Timestamp } from '../../ui/elements/timestamp.tsx'
import { Stacktrace } from '../../ui/stack/stacktrace.tsx'
import { exceptionPath } from '../../url/exception-path.ts'
import { stackTextPath } from '../../url/stack-view.ts'
import type { EventData } from './event-data.ts'
import { ExceptionFacts } from './exception-facts.tsx'
import { IssueLink } from './issue-link.tsx'

export const eventBody = lazySection(async () => (await import('./event-body.tsx')).EventBody)

/** An exception, and what a digest stands for: what happened, how often, in which trace, and what led to it. */
export function EventView(finding: EventData) {
  const { exception, inIssue, nowMs, quoted, isTrace, record } = finding
  const page = exceptionPath(exception)
  const type = exceptionTitle({ message: '', type: exception.type })
  return (
    <>
      <title>{`${quoted === '' ? '' : `${quoted.slice(0, 12)} · `}${type} · Errata`}</title>
      <div className="exception-head">
        {quoted !== '' && (
          <p className="muted">
            {isTrace ? 'Trace ID' : 'Digest'} <code className="break">{quoted}</code>
          </p>
        )}
        <h1 className="break">{type}</h1>
        <LongText of={exception.message} wholeAt={stackTextPath(page, 'message')} />
      </div>
      <ExceptionFacts exception={exception} nowMs={nowMs}>
        <dt>Issue</dt>
        <dd>
          <IssueLink of={inIssue} />
        </dd>
        {record !== undefined && (
          <>
            <dt>Events</dt>
            <dd>
              <strong>{pluralize(record.occurrences, 'time')}</strong> in {record.services.join(', ')}
            </dd>
            <dt>First seen</dt>
            <dd>
              <Timestamp atNs={record.firstSeenNs} nowMs={nowMs} />
            </dd>
            <dt>Last seen</dt>
            <dd>
              <Timestamp atNs={record.lastSeenNs} nowMs={nowMs} />
            </dd>
          </>
        )}
      </ExceptionFacts>
      <Stacktrace stack={exception.stack} page={page} release={exception.release} />
      <Suspense>
        <eventBody.Section {...finding} />
      </Suspense>
    </>
  )
}
