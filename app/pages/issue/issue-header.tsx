import { Fragment } from 'react'
import { STATUS_COLOURS } from '../../format/issue-state.ts'
import { formatIssueTitle, shortType } from '../../format/issue-title.ts'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceLink } from '../../ui/links/service-link.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { eventPath } from '../../url/exception-path.ts'
import type { IssuePageData } from './load-issue.server.ts'

/** Title, place and state of an issue, when it was seen, how often, and on narrow screens by how many. */
export function IssueHeader({ shown }: { readonly shown: IssuePageData }) {
  const { title, issue, issueSummary, placeText, marks, stateText, ownerText, countText, affected, nowMs } = shown
  return (
    <div className="issue-head">
      <h1 className="clamped" title={formatIssueTitle(title)}>
        {shortType(title.type)} {title.message !== '' && <span className="message">{title.message}</span>}
      </h1>
      <p className="figures break">
        <span className="muted">
          {issueSummary !== undefined && <ServiceLink name={issueSummary.service} />}
          {placeText}
        </span>
        {/* Two issues of one title differ in it. */}
        <span className="muted mono" title={`Issue ${issue}`}>
          {issue.slice(0, 8)}
        </span>
        <span>
          {marks.map(mark => (
            <Fragment key={mark}>
              <span className={`mark ${STATUS_COLOURS[mark] ?? ''}`}>{mark}</span>{' '}
            </Fragment>
          ))}
          {stateText} <span className="muted">{ownerText}</span>
        </span>
      </p>
      <p className="figures break">
        <span>
          First seen{' '}
          <ScopedLink to={eventPath(issue, 'first')}>
            <RelativeTime atNs={shown.firstSeenNs} nowMs={nowMs} />
          </ScopedLink>{' '}
          <span className="muted">{issueSummary?.firstRelease}</span>
        </span>
        <span>
          Last seen <RelativeTime atNs={shown.lastSeenNs} nowMs={nowMs} />{' '}
          <span className="muted">{issueSummary?.lastRelease}</span>
        </span>
        <span title="In all: of any time, with the same filters">{countText}</span>
        <span className="narrow-only">
          <DeferredValue result={affected}>{({ text }) => text}</DeferredValue>
        </span>
      </p>
    </div>
  )
}
