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
      <h2 id="trial">What the rule would do</h2>
      <p>{describeChecked(tried, inWords)}</p>
      <p>{describePreview(tried)}</p>
      {others.some(({ held }) => held > 0) && (
        <p>What fits and stays was parted by hand, or an older rule has it: both come before this one.</p>
      )}
      {mergedByHand.length > 0 && (
        <div className="notice">
          {pluralize(mergedByHand.length, 'issue')} of those that it takes from{' '}
          {mergedByHand.length === 1 ? 'was' : 'were'} merged by hand. What fits would leave where it was merged to;
          what does not fit stays there.
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
              Its issue begins open and nobody’s. What was said of the others stays with them, and holds as before when
              the rule is taken back.
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
          <input type="text" name="who" maxLength={60} autoComplete="nickname" placeholder="who says so" />
        </label>
      )}
      <ActionButton what="apply">{`Apply as version ${version}`}</ActionButton>
    </Form>
  )
}
