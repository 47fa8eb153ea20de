import { pluralize } from '../../format/count.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { GROUPING_PATH as GROUPING } from '../../url/grouping-address.ts'
import { issuePath } from '../../url/issue-filters.ts'
import type { ShownIssue } from './load-issue.server.ts'

/** The rules that put exceptions here, or that take some from here. */
export function GroupingRules({ rules }: Pick<ShownIssue, 'rules'>) {
  return rules.map(({ issue, name, version, to, isTaking, issues }) => (
    <p key={issue} className="break">
      {isTaking ? 'What fits is ' : `Exceptions of ${pluralize(issues, 'issue')} are here `}
      {isTaking && (
        <>
          <ScopedLink to={issuePath(to)}>another issue</ScopedLink>{' '}
        </>
      )}
      by rule “{name}”, version {version}. <ScopedLink to={`${GROUPING}#rule-${issue}`}>See or take back</ScopedLink>
    </p>
  ))
}
