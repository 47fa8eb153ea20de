import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { issuePath } from '../../url/issue-filters.ts'
import { dropRulePath } from '../../url/page-paths.ts'
import { describeDroppedIssue, describeLostPath, describeRuleAlarm } from './describe-alarm.ts'
import type { NoiseAlarms } from './find-alarms.ts'

interface AlarmsProps {
  readonly alarms: NoiseAlarms
  /** Shows only the alarms of this rule; without it all. */
  readonly rule?: string
}

/** Current problems of the drop rules, each with a link; nothing if there are none. */
export function DropRuleAlarms({ alarms, rule }: AlarmsProps) {
  const of = rule === undefined ? alarms : alarmsOfRule(alarms, rule)
  if (countAlarms(of) === 0) return null
  return (
    <section className="notice bad-notice" aria-label="Drop rule alerts">
      <ul className="alarms">
        <DropRuleAlarmItems alarms={of} hasLinks={rule === undefined} />
      </ul>
    </section>
  )
}

export const countAlarms = ({ rules, issues, paths }: NoiseAlarms) => rules.length + issues.length + paths.length

export function alarmsOfRule({ rules, issues, paths }: NoiseAlarms, rule: string): NoiseAlarms {
  return {
    rules: rules.filter(one => one.rule === rule),
    issues: issues.filter(one => one.rule === rule),
    paths: rule === 'not-found' ? paths : [],
  }
}

interface AlarmItemsProps {
  readonly alarms: NoiseAlarms
  /** Whether each leads to its rule. @default true */
  readonly hasLinks?: boolean
}

/** Alarms as items of a list. */
export function DropRuleAlarmItems({ alarms: { rules, issues, paths }, hasLinks = true }: AlarmItemsProps) {
  return (
    <>
      {rules.map(alarm => (
        <li key={alarm.rule}>
          {describeRuleAlarm(alarm)} {hasLinks && <ViewRuleLink rule={alarm.rule} />}
        </li>
      ))}
      {issues.map(issue => (
        <li key={`${issue.rule} ${issue.issue}`}>
          {describeDroppedIssue(issue)}{' '}
          <ScopedLink to={issuePath(issue.issue)}>
            {[issue.summary?.type, issue.summary?.message].filter(Boolean).join(': ') || issue.issue}
          </ScopedLink>{' '}
          {issue.summary !== undefined && <ServiceName name={issue.summary.service} />}{' '}
          {hasLinks && <ViewRuleLink rule={issue.rule} />}
        </li>
      ))}
      {paths.map(path => (
        <li key={`${path.service} ${path.path}`}>
          <code>{path.path}</code> of <ServiceName name={path.service} /> {describeLostPath(path)}{' '}
          {hasLinks && <ViewRuleLink rule="not-found" />}
        </li>
      ))}
    </>
  )
}

function ViewRuleLink({ rule }: { readonly rule: string }) {
  return <ScopedLink to={dropRulePath(rule)}>View</ScopedLink>
}
