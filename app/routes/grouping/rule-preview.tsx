import { Form, useSearchParams } from 'react-router'
import type { GroupingRule } from '../../../store/issue-events/grouping-rule.ts'
import type { RulePreview } from '../../../store/issues/preview-rule.ts'
import { countOf, formatCount } from '../../format/count.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { PATH } from '../../url/grouping-address.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { Do } from '../issues/issue-actions.tsx'

import { refusalOf, standingInWords, tellChange, tellTrial } from './describe-preview.ts'
import { ruleParams } from './parse-rule.ts'

interface TrialProps {
  readonly rule: GroupingRule
  readonly tried: RulePreview
  /** The version that it would be. */
  readonly version: number
  readonly who: string
}

/** What a rule would do, and how it is applied. */
export function Trial({ rule, tried, version, who }: TrialProps) {
  const refusal = refusalOf(tried)
  const { others, changed, mergedByHand, own } = tried
  return (
    <section className="section trial" aria-labelledby="trial">
      <h2 id="trial">What the rule would do</h2>
      <p>{tellTrial(tried)}</p>
      {mergedByHand.length > 0 && (
        <div className="notice">
          {countOf(mergedByHand.length, 'issue')} of these {mergedByHand.length === 1 ? 'was' : 'were'} merged by hand,
          and stay where they are:
          <ul>
            {mergedByHand.slice(0, 10).map(({ issue, into }) => (
              <li key={issue} className="break">
                <code>{issue}</code>, merged into <ScopedLink to={issuePath(into)}>{into}</ScopedLink>
              </li>
            ))}
          </ul>
        </div>
      )}
      {others.length > 0 && <ChangedIssues others={others} changed={changed} />}
      {refusal !== undefined ? (
        <p className="notice bad-notice" role="alert">
          {refusal}
        </p>
      ) : (
        <>
          {own.events === 0 && (
            <p className="muted">
              Its issue is new: unresolved and unassigned. The others keep their own status, for when the rule is
              undone.
            </p>
          )}
          <ApplyForm rule={rule} version={version} who={who} />
        </>
      )}
    </section>
  )
}

function ChangedIssues({ others, changed }: Pick<RulePreview, 'others' | 'changed'>) {
  return (
    <div className="panel">
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Issue</th>
            <th scope="col" className="col-change wide-only">
              Stands
            </th>
            <th scope="col" className="number col-events wide-only">
              Sessions
            </th>
            <th scope="col" className="number col-events">
              Events
            </th>
            <th scope="col" className="col-change">
              Would
            </th>
          </tr>
        </thead>
        <tbody>
          {others.map(of => (
            <tr key={of.issue}>
              <th scope="row">
                <ScopedLink to={issuePath(of.issue)} className="row-link">
                  {exceptionTitle(of.words, `Issue ${of.issue}`)}
                </ScopedLink>
              </th>
              <td className="wide-only">{standingInWords(of.state)}</td>
              <td className="number wide-only">{formatCount(of.sessions)}</td>
              <td className="number">{formatCount(of.events)}</td>
              <td>{tellChange(of)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changed > others.length && (
        <p className="muted small padded">
          The first {formatCount(others.length)} of {formatCount(changed)}, most events first.
        </p>
      )}
    </div>
  )
}

function ApplyForm({ rule, version, who }: Pick<TrialProps, 'rule' | 'version' | 'who'>) {
  const [params] = useSearchParams()
  return (
    <Form method="post" action={`${PATH}?${params}`} className="issue-actions">
      {ruleParams(rule).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {who === '' && (
        <label>
          <span>Your name</span>
          <input type="text" name="who" maxLength={60} autoComplete="nickname" placeholder="who says so" />
        </label>
      )}
      <Do what="apply">{`Apply as version ${version}`}</Do>
    </Form>
  )
}
