import { countOf } from '../../format/count.ts'

import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { PATH as GROUPING } from '../../url/grouping-address.ts'
import type { ShownIssue } from './load-issue.server.ts'

/** The rules that merged issues into this one. */
export function ByRule({ rules }: Pick<ShownIssue, 'rules'>) {
  return rules.map(({ issue, name, version, issues }) => (
    <p key={issue} className="break">
      {countOf(issues, 'issue')} merged by rule “{name}”, version {version}.{' '}
      <ScopedLink to={`${GROUPING}#rule-${issue}`}>View rule</ScopedLink>
    </p>
  ))
}
