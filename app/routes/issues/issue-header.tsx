import { STATUS_COLOURS } from '../../format/issue-state.ts'
import { formatIssueTitle, shortType } from '../../format/issue-title.ts'
import { clipLine } from '../../stacks/clip.ts'
import { ServiceLink } from '../../ui/elements/service-link.tsx'
import type { IssuePageData } from './load-issue.server.ts'

const MAX_PART_CHARS = 200

/** Title, place and state of an issue. */
export function IssueHeader({ shown }: { readonly shown: IssuePageData }) {
  const { title, issueSummary, mark, stateText, stop, ownerText } = shown
  return (
    <div className="issue-head">
      <h1 className="clamped" title={formatIssueTitle(title)}>
        {shortType(title.type)} {title.message !== '' && <span className="message">{title.message}</span>}
      </h1>
      <p className="figures break">
        <span className="muted">
          {issueSummary !== undefined && <ServiceLink name={issueSummary.service} />}
          {[issueSummary?.route, issueSummary?.function]
            .filter(part => part?.trim())
            .map((part = '') => ` · ${clipLine(part, MAX_PART_CHARS)}`)}
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
