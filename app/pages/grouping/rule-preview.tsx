import { Fragment } from 'react'
import { Form, useSearchParams } from 'react-router'
import type { GroupingRule } from '../../../store/issues/grouping-rule.ts'
import type { IssueChangedByRule, GroupingRulePreview as Preview } from '../../../store/issues/preview-rule.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { useIsAdmin } from '../../ui/layout/use-reader.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { AffectedNumber } from '../../ui/numbers/affected-number.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { GROUPING_PATH } from '../../url/grouping-address.ts'
import { issuePath } from '../../url/issue-filters.ts'
import {
  describeIssueChange,
  describeIssueStatus,
  describeRuleOwners,
  describeRulePreview,
  describeRuleRefusal,
} from './describe-preview.ts'
import { PREVIEW_PARAM, ruleParams } from './parse-rule.ts'
import type { SuggestedCondition } from './suggest-conditions.ts'

type NearPreview = QueryResult<Preview>

/** Issues of a rule that is only suggested. */
const MAX_NEAR = 8

interface RulePreviewProps {
  readonly rule: GroupingRule
  readonly preview: Preview
  /** Conditions that stored exceptions meet, for a rule that matches none. */
  readonly suggested: readonly SuggestedCondition[]
  /** The issues that the first of them would merge. */
  readonly near: NearPreview | Promise<NearPreview> | undefined
  /** The version that applying it would create. */
  readonly version: number
  readonly who: string
}

/** The effect of a rule, and a button to apply it. */
export function RulePreview({ rule, preview, suggested, near, version, who }: RulePreviewProps) {
  const refusal = describeRuleRefusal(preview)
  const { others, changed, mergedByHand, own, takes } = preview
  const isWithoutEffect = takes + changed === 0
  return (
    <section className="rule-preview" aria-labelledby="trial">
      <h2 id="trial">Preview</h2>
      <div className="panel padded">
        <p className={isWithoutEffect ? 'notice' : undefined}>{describeRulePreview(preview)}</p>
        {takes === 0 && suggested.length > 0 && (
          <p className="break">
            Try{' '}
            {suggested.map(({ name, value, rule: other }, index) => (
              <Fragment key={`${name} ${value}`}>
                {index > 0 && ', '}
                <ScopedLink
                  to={`${GROUPING_PATH}?${new URLSearchParams([...ruleParams(other), [PREVIEW_PARAM, '1']])}`}
                >
                  {name} {value}
                </ScopedLink>
              </Fragment>
            ))}
            , which stored exceptions have.
          </p>
        )}
        {near !== undefined && (
          <DeferredSection result={near} name="Matching issues">
            {of => of.others.length > 0 && <NearIssues preview={of} suggested={suggested[0]} />}
          </DeferredSection>
        )}
        {mergedByHand.length > 0 && (
          <>
            <p>
              {pluralize(mergedByHand.length, 'issue')} {mergedByHand.length === 1 ? 'was' : 'were'} merged manually and
              will not change:
            </p>
            <ul>
              {mergedByHand.slice(0, 10).map(({ issue, into }) => (
                <li key={issue} className="break">
                  <code>{issue}</code>, merged into <ScopedLink to={issuePath(into)}>{into}</ScopedLink>
                </li>
              ))}
            </ul>
          </>
        )}
        {refusal !== undefined ? (
          <p className="bad" role="alert">
            {refusal}
          </p>
        ) : (
          <>
            {!isWithoutEffect && <p className="muted">{describeRuleOwners(own)}</p>}
            <ApplyForm rule={rule} version={version} who={who} isWithoutEffect={isWithoutEffect} />
          </>
        )}
      </div>
      {others.length > 0 && <ChangedIssues others={others} changed={changed} />}
    </section>
  )
}

interface NearIssuesProps {
  readonly preview: Preview
  readonly suggested: SuggestedCondition | undefined
}

/** The issues that a suggested rule would match. */
function NearIssues({ preview: { others, takes }, suggested }: NearIssuesProps) {
  return (
    <>
      <p className="break">
        {suggested?.name} {suggested?.value} matches {pluralize(takes, 'issue')}:
      </p>
      <ul>
        {others.slice(0, MAX_NEAR).map(({ issue, summary, events }) => (
          <li key={issue} className="break">
            <ScopedLink to={issuePath(issue)}>{exceptionTitle(summary, `Issue ${issue}`)}</ScopedLink>{' '}
            <span className="muted nowrap">{pluralize(events, 'event')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function ChangedIssues({ others, changed }: Pick<Preview, 'others' | 'changed'>) {
  const hasStatus = others.some(({ state }) => describeIssueStatus(state) !== '')
  const columns: readonly (Column<IssueChangedByRule> | false)[] = [
    {
      name: 'Issue',
      namesRow: true,
      cell: ({ issue, summary }) => (
        <>
          <ScopedLink to={issuePath(issue)} className="row-link wraps">
            {exceptionTitle(summary, `Issue ${issue}`)}
          </ScopedLink>
          <div className="narrow-only small">
            <ServiceName name={summary?.service ?? ''} />
          </div>
        </>
      ),
    },
    {
      name: 'Service',
      shown: 'roomy',
      width: 'col-service',
      cell: ({ summary }) => <ServiceName name={summary?.service ?? ''} />,
    },
    hasStatus && {
      name: 'Status',
      shown: 'wide',
      width: 'col-change',
      cell: ({ state }) => describeIssueStatus(state),
    },
    {
      name: 'Sessions',
      isNumber: true,
      shown: 'wide',
      width: 'col-events',
      cell: of => <AffectedNumber count={of.sessions} hasMore={of.hasMoreSessions} />,
    },
    { name: 'Events', isNumber: true, width: 'col-events', cell: ({ events }) => formatCount(events) },
    { name: 'Effect', width: 'col-change', cell: describeIssueChange },
  ]
  return (
    <div className="panel">
      <DataTable columns={columns} rows={others} keyOf={({ issue }) => issue} />
      {changed > others.length && (
        <p className="muted small padded">
          Showing {formatCount(others.length)} of {formatCount(changed)} issues, most events first.
        </p>
      )}
    </div>
  )
}

interface ApplyFormProps extends Pick<RulePreviewProps, 'rule' | 'version' | 'who'> {
  /** True if it would change nothing that is stored. */
  readonly isWithoutEffect: boolean
}

function ApplyForm({ rule, version, who, isWithoutEffect }: ApplyFormProps) {
  const [params] = useSearchParams()
  if (!useIsAdmin()) return <p className="muted">An administrator can save this rule.</p>
  return (
    <Form method="post" action={`${GROUPING_PATH}?${params}`} className="stacked-form">
      {ruleParams(rule).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {who === '' && (
        <label>
          <span>Your name (optional)</span>
          <input type="text" name="who" maxLength={60} autoComplete="nickname" />
        </label>
      )}
      <div className="button-row">
        <button type="submit" name="do" value="apply" className={isWithoutEffect ? undefined : 'primary'}>
          {version === 1 ? 'Create rule' : `Save as version ${version}`}
          {isWithoutEffect && ' for new issues only'}
        </button>
      </div>
    </Form>
  )
}
