import { Form, useSearchParams } from 'react-router'
import type { GroupingRule } from '../../../store/issue-events/grouping-rule.ts'
import type { TriedRule } from '../../../store/issues/try-rule.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { GROUPING_PATH } from '../../url/grouping-address.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { ActionButton } from '../issues/issue-actions.tsx'
import { describeChange, describeChecked, describePreview, describeStatus, refusalOf } from './describe-preview.ts'
import { ruleParams } from './parse-rule.ts'

interface RulePreviewProps {
  readonly rule: GroupingRule
  readonly tried: TriedRule
  /** The version that it would be. */
  readonly version: number
  readonly who: string
  readonly inWords: string
}

const SHOWN = 100

/** What a rule would do, and how it is applied. */
export function RulePreview({ rule, tried, version, who, inWords }: RulePreviewProps) {
  const refusal = refusalOf(tried)
  const { others, mergedByHand, own } = tried
  return (
    <section className="section trial" aria-labelledby="trial">
      <h2 id="trial">Preview</h2>
      <p>{describeChecked(tried, inWords)}</p>
      <p>{describePreview(tried)}</p>
      {others.some(({ held }) => held > 0) && (
        <p>
          Matching exceptions stay where an issue was split manually or an older rule applies: both take precedence.
        </p>
      )}
      {mergedByHand.length > 0 && (
        <div className="notice">
          {pluralize(mergedByHand.length, 'issue')} affected by this rule {mergedByHand.length === 1 ? 'was' : 'were'}{' '}
          merged manually. Matching exceptions would leave the merge target; the others stay.
          <ul>
            {mergedByHand.slice(0, 10).map(({ issue, into }) => (
              <li key={issue} className="break">
                <code>{issue}</code>, merged into <ScopedLink to={issuePath(into)}>{into}</ScopedLink>
              </li>
            ))}
          </ul>
        </div>
      )}
      {others.length > 0 && <ChangedIssues others={others} />}
      {refusal !== undefined ? (
        <p className="notice bad-notice" role="alert">
          {refusal}
        </p>
      ) : (
        <>
          {own.events === 0 && (
            <p className="muted">
              The new issue starts open and unassigned. The status of the merged issues is kept and restored when the
              rule is undone.
            </p>
          )}
          <ApplyForm rule={rule} version={version} who={who} />
        </>
      )}
    </section>
  )
}

function ChangedIssues({ others }: Pick<TriedRule, 'others'>) {
  return (
    <div className="panel">
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Issue</th>
            <th scope="col" className="col-change wide-only">
              Status
            </th>
            <th scope="col" className="number col-events wide-only">
              Sessions
            </th>
            <th scope="col" className="number col-events">
              Events
            </th>
            <th scope="col" className="col-change">
              Effect
            </th>
          </tr>
        </thead>
        <tbody>
          {others.slice(0, SHOWN).map(of => (
            <tr key={of.issue}>
              <th scope="row">
                <ScopedLink to={issuePath(of.issue)} className="row-link">
                  {exceptionTitle(of.words, `Issue ${of.issue}`)}
                </ScopedLink>
              </th>
              <td className="wide-only">{describeStatus(of.state)}</td>
              <td className="number wide-only">{formatCount(of.sessions)}</td>
              <td className="number">{formatCount(of.events)}</td>
              <td>{describeChange(of)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others.length > SHOWN && (
        <p className="muted small padded">
          The first {SHOWN} of {formatCount(others.length)}, most events first.
        </p>
      )}
    </div>
  )
}

function ApplyForm({ rule, version, who }: Pick<RulePreviewProps, 'rule' | 'version' | 'who'>) {
  const [params] = useSearchParams()
  return (
    <Form method="post" action={`${GROUPING_PATH}?${params}`} className="issue-actions">
      {ruleParams(rule).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {who === '' && (
        <label>
          <span>Your name</span>
          <input type="text" name="who" maxLength={60} autoComplete="nickname" placeholder="Your name" />
        </label>
      )}
      <ActionButton what="apply">{`Apply as version ${version}`}</ActionButton>
    </Form>
  )
}
