import { Form, useSearchParams } from 'react-router'
import type { GroupingRuleHistory, GroupingRuleVersion } from '../../../store/issues/list-rules.ts'
import { ActionButton } from '../../parts/issue-actions/action-bar.tsx'
import { useIsAdmin } from '../../ui/layout/use-reader.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import { GROUPING_PATH } from '../../url/grouping-address.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { describeRule, PREVIEW_PARAM, ruleParams } from './parse-rule.ts'

interface RuleListProps {
  readonly rules: readonly GroupingRuleHistory[]
  readonly nowMs: number
}

/** The active rules, and the history of all rules. */
export function RuleList({ rules, nowMs }: RuleListProps) {
  return rules.map(rule => <Rule key={rule.issue} rule={rule} nowMs={nowMs} />)
}

function Rule({
  rule: { issue, name, held, last, versions },
  nowMs,
}: {
  readonly rule: GroupingRuleHistory
  readonly nowMs: number
}) {
  const [params] = useSearchParams()
  const isAdmin = useIsAdmin()
  const action = `${GROUPING_PATH}?${params}`
  const id = `rule-${issue}`
  return (
    <section className="panel padded rule" aria-labelledby={id}>
      <h3 id={id} className="break">
        {name} {held === undefined && <span className="muted">inactive</span>}
      </h3>
      {held !== undefined && (
        <>
          <p className="break">
            <ScopedLink to={issuePath(issue)}>This issue</ScopedLink> groups exceptions {describeRule(held.rule)}.
          </p>
          <p className="muted small">
            Version {held.version}, by {authorsOf(held)}, <Timestamp atNs={held.atNs} nowMs={nowMs} />
          </p>
        </>
      )}
      <div className="button-row">
        {held !== undefined && (
          <ScopedLink to={`${GROUPING_PATH}?${new URLSearchParams([...ruleParams(held.rule), [PREVIEW_PARAM, '1']])}`}>
            Edit
          </ScopedLink>
        )}
        {isAdmin && last !== undefined && (
          <Form method="post" action={action}>
            <input type="hidden" name="batch" value={last.batch} />
            <ActionButton name="undo">{`Undo version ${last.version}`}</ActionButton>
          </Form>
        )}
        {isAdmin && held !== undefined && held.version > 1 && (
          <Form method="post" action={action}>
            <input type="hidden" name="issue" value={issue} />
            <ActionButton name="end">End rule</ActionButton>
          </Form>
        )}
      </div>
      <details>
        <summary>Version history</summary>
        <ol className="activity">
          {versions.map(version => (
            <li key={version.batch}>
              {version.isUndone ? <del>{describeVersion(version)}</del> : describeVersion(version)}{' '}
              <span className="muted small">
                <Timestamp atNs={version.atNs} nowMs={nowMs} />
                {version.isUndone && ', undone'}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

const authorsOf = ({ who }: GroupingRuleVersion) => (who === '' ? 'somebody' : who)

const describeVersion = ({ version, who, rule }: GroupingRuleVersion) =>
  `Version ${version}, by ${who || 'somebody'}: ${rule === undefined ? 'ended' : describeRule(rule)}`
