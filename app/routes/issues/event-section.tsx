import { Link, useSearchParams } from 'react-router'
import { LongText } from '../../ui/elements/long-text.tsx'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { Stacktrace } from '../../ui/stack/stacktrace.tsx'
import { exceptionPath } from '../../url/exception-path.ts'
import { withParams } from '../../url/filter-links.ts'
import { stackTextPath } from '../../url/stack-view.ts'
import { ExceptionFacts } from '../event/exception-facts.tsx'
import { NO_RESULT } from './issue-action.ts'
import type { ShownIssue } from './load-issue.server.ts'
import { recommendationReasons } from './recommended-event.ts'

/** One exception of the issue: the one that tells most, until another one is asked for. */
export function EventSection({ shown }: { readonly shown: ShownIssue }) {
  const { exception, occurrence, isRecommended, newer, older, nowMs } = shown
  const [params] = useSearchParams()
  if (exception === undefined) {
    return (
      <section className="section" aria-labelledby="exception">
        <h2 id="exception">No exception in this time</h2>
        <p>
          <Link to={withParams(params, { last: '90d', from: '', to: '', at: '' })}>Look at the last 90 days</Link>
        </p>
      </section>
    )
  }
  const to = (address: typeof newer) =>
    withParams(params, { ...NO_RESULT, at: address && `${address.atNs}-${address.id}` })
  const reasons = occurrence === undefined ? [] : recommendationReasons(occurrence)
  const page = exceptionPath(exception)
  return (
    <section className="section" aria-labelledby="exception">
      <div className="page-head">
        <h2 id="exception">{isRecommended ? 'The exception to look at' : 'One of its exceptions'}</h2>
        <span className="button-row">
          {newer !== undefined && (
            <Link to={to(newer)} preventScrollReset aria-keyshortcuts="[">
              Newer
            </Link>
          )}
          {older !== undefined && (
            <Link to={to(older)} preventScrollReset aria-keyshortcuts="]">
              Older
            </Link>
          )}
          {!isRecommended && (
            <Link to={to(undefined)} preventScrollReset>
              The one to look at
            </Link>
          )}
          <ScopedLink to={page}>All of it</ScopedLink>
        </span>
      </div>
      {isRecommended && reasons.length > 0 && <p className="muted small note">Because {reasons.join(', ')}.</p>}
      {exception.message.text !== shown.words?.message && (
        <LongText of={exception.message} wholeAt={stackTextPath(page, 'message')} />
      )}
      <ExceptionFacts exception={exception} nowMs={nowMs} />
      <Stacktrace stack={exception.stack} page={page} release={exception.release} />
    </section>
  )
}
