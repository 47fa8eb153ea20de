import { STATUS_COLOURS } from '../../format/issue-state.ts'
import { formatIssueTitle, shortType } from '../../format/issue-title.ts'
import { ServiceLink } from '../../ui/elements/service-link.tsx'
import type { IssuePageData } from './load-issue.server.ts'

/** Title, place and state of an issue. */
export function IssueHeader({ shown }: { readonly shown: IssuePageData }) {
  const { title, issueSummary, placeText, mark, stateText, stop, ownerText } = shown
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
        <span>
          {mark !== '' && <span className={`mark ${STATUS_COLOURS[mark] ?? ''}`}>{mark}</span>}{' '}
          {stop !== '' && <span className="mark good">stopped</span>}
          {stateText} <span className="muted">{ownerText}</span>
        </span>
      </p>
    </div>
  )
}
