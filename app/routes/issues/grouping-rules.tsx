import { pluralize } from '../../format/count.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { GROUPING_PATH as GROUPING } from '../../url/grouping-address.ts'
import type { IssuePageData } from './load-issue.server.ts'

/** The rules that merged issues into this one. */
export function GroupingRules({ rules }: Pick<IssuePageData, 'rules'>) {
  return rules.map(({ issue, name, version, issues }) => (
    <p key={issue} className="break">
      {pluralize(issues, 'issue')} merged by rule “{name}”, version {version}.{' '}
      <ScopedLink to={`${GROUPING}#rule-${issue}`}>View rule</ScopedLink>
    </p>
  ))
}
