import { Form, useSearchParams } from 'react-router'
import type { RuleHistory, RuleVersion } from '../../../store/issue-events/list-rules.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { InlineMoment } from '../../ui/elements/timestamp.tsx'
import { PATH } from '../../url/grouping-address.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { Do } from '../issues/issue-actions.tsx'
import { ruleInWords, ruleParams, TRY } from './parse-rule.ts'

interface RuleListProps {
  readonly rules: readonly RuleHistory[]
  readonly nowMs: number
}

/** The rules that hold, and what was said of every rule there ever was. */
export function RuleList({ rules, nowMs }: RuleListProps) {
  return rules.map(rule => <Rule key={rule.issue} of={rule} nowMs={nowMs} />)
}

function Rule({
  of: { issue, name, held, last, versions },
  nowMs,
}: {
  readonly of: RuleHistory
  readonly nowMs: number
}) {
  const [params] = useSearchParams()
  const action = `${PATH}?${params}`
  const id = `rule-${issue}`
  return (
    <section className="panel padded rule" aria-labelledby={id}>
      <h3 id={id} className="break">
        {name} {held === undefined && <span className="muted">holds no longer</span>}
      </h3>
      {held !== undefined && (
        <>
          <p className="break">
            <ScopedLink to={issuePath(issue)}>One issue</ScopedLink> are exceptions {ruleInWords(held.rule)}.
          </p>
          <p className="muted small">
            Version {held.version}, by {whoOf(held)}, <InlineMoment atNs={held.atNs} nowMs={nowMs} />
          </p>
        </>
      )}
      <div className="button-row">
        {held !== undefined && (
          <ScopedLink to={`${PATH}?${new URLSearchParams([...ruleParams(held.rule), [TRY, '1']])}`}>
            Try or change it
          </ScopedLink>
        )}
        {last !== undefined && (
          <Form method="post" action={action}>
            <input type="hidden" name="batch" value={last.batch} />
            <Do what="undo">{`Take version ${last.version} back`}</Do>
          </Form>
        )}
        {held !== undefined && held.version > 1 && (
          <Form method="post" action={action}>
            <input type="hidden" name="issue" value={issue} />
            <Do what="end">End it</Do>
          </Form>
        )}
      </div>
      <details>
        <summary>Every version</summary>
        <ol className="activity">
          {versions.map(version => (
            <li key={version.batch}>
              <span className={version.isUndone ? 'undone' : undefined}>
                Version {version.version}, by {whoOf(version)}:{' '}
                {version.rule === undefined ? 'ended' : ruleInWords(version.rule)}
              </span>{' '}
              <span className="muted small">
                <InlineMoment atNs={version.atNs} nowMs={nowMs} />
                {version.isUndone && ', taken back'}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

const whoOf = ({ who }: RuleVersion) => (who === '' ? 'somebody' : who)
