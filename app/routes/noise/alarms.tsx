import type { NoiseAlarms } from '../../../store/noise/find-alarms.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { ServiceName } from '../../ui/elements/service-name.tsx'
import { issuePath } from '../../url/issue-filters.ts'
import { dropRulePath } from '../../url/page-paths.ts'
import { describeDroppedIssue, describeLostPath, describeRuleAlarm } from './describe-alarm.ts'

interface AlarmsProps {
  readonly alarms: NoiseAlarms
  /** Shows only the alarms of this rule; without it all. */
  readonly rule?: string
}

/** Current problems of the drop rules, each with a link; nothing if there are none. */
export function DropRuleAlarms({ alarms, rule }: AlarmsProps) {
  const isOf = (of: string) => rule === undefined || rule === of
  const rules = alarms.rules.filter(one => isOf(one.rule))
  const issues = alarms.issues.filter(one => isOf(one.rule))
  const paths = isOf('not-found') ? alarms.paths : []
  if (rules.length + issues.length + paths.length === 0) return null
  return (
    <section className="notice bad-notice" aria-label="Drop rule alerts">
      <ul className="alarms">
        {rules.map(alarm => (
          <li key={alarm.rule}>
            {describeRuleAlarm(alarm)} {rule === undefined && <ViewRuleLink rule={alarm.rule} />}
          </li>
        ))}
        {issues.map(issue => (
          <li key={`${issue.rule} ${issue.issue}`}>
            {describeDroppedIssue(issue)}{' '}
            <ScopedLink to={issuePath(issue.issue)}>
              {[issue.summary?.type, issue.summary?.message].filter(Boolean).join(': ') || issue.issue}
            </ScopedLink>{' '}
            {issue.summary !== undefined && <ServiceName name={issue.summary.service} />}{' '}
            {rule === undefined && <ViewRuleLink rule={issue.rule} />}
          </li>
        ))}
        {paths.map(path => (
          <li key={`${path.service} ${path.path}`}>
            <code>{path.path}</code> of <ServiceName name={path.service} /> {describeLostPath(path)}{' '}
            {rule === undefined && <ViewRuleLink rule="not-found" />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ViewRuleLink({ rule }: { readonly rule: string }) {
  return <ScopedLink to={dropRulePath(rule)}>View</ScopedLink>
}
