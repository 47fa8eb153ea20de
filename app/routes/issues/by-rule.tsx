import { countOf } from '../../format/count.ts'
import { ScopedLink } from '../../ui/scoped-link.tsx'
import { issuePath } from '../../url/issue-filters.ts'
import { PATH as GROUPING } from '../grouping/limits.ts'
import type { ShownIssue } from './issue.tsx'

/** The rules that put exceptions here, or that take some from here. */
export function ByRule({ rules }: Pick<ShownIssue, 'rules'>) {
  return rules.map(({ issue, name, version, to, isTaking, issues }) => (
    <p key={issue} className="break">
      {isTaking ? 'What fits is ' : `Exceptions of ${countOf(issues, 'issue')} are here `}
      {isTaking && (
        <>
          <ScopedLink to={issuePath(to)}>another issue</ScopedLink>{' '}
        </>
      )}
      by rule “{name}”, version {version}. <ScopedLink to={`${GROUPING}#rule-${issue}`}>See or take back</ScopedLink>
    </p>
  ))
}
