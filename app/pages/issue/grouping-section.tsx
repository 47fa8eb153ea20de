import { Form, useSearchParams } from 'react-router'
import { formatCount, pluralize } from '../../format/count.ts'
import { ActionButton } from '../../parts/issue-actions/action-bar.tsx'
import { HiddenParams } from '../../ui/controls/hidden-params.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { changeParams } from '../../url/filter-links.ts'
import { GROUPING_PATH } from '../../url/grouping-address.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { GroupingExplanation } from './event/grouping.tsx'
import type { IssuePageData } from './load-issue.server.ts'

/** Why events belong to the issue, and how to merge issues. */
export function GroupingSection({ shown }: { readonly shown: IssuePageData }) {
  const { exception, merged, rules, issue } = shown
  const isOfRule = rules.some(rule => rule.issue === issue)
  return (
    <section className="section" aria-labelledby="grouping">
      <h2 id="grouping">Grouping</h2>
      <div className="panel padded">
        {exception !== undefined && !isOfRule && <GroupingExplanation exception={exception} />}
        <GroupingRules rules={rules} />
        {merged.length > 0 && (
          <>
            <p>Merged into this issue:</p>
            <ul className="activity">
              {merged.map(other => (
                <li key={other}>
                  <Form method="post" preventScrollReset className="button-row">
                    <code className="break">{other}</code>
                    <input type="hidden" name="merged" value={other} />
                    <ActionButton name="unmerge">Unmerge</ActionButton>
                  </Form>
                </li>
              ))}
            </ul>
          </>
        )}
        <MergePicker shown={shown} />
        {!isOfRule && (
          <p>
            <ScopedLink to="/grouping">Create grouping rule</ScopedLink>
          </p>
        )}
      </div>
    </section>
  )
}

/** Searches for the issue to merge into. */
function MergePicker({ shown: { mergeTargets } }: { readonly shown: IssuePageData }) {
  const [params] = useSearchParams()
  const others = new URLSearchParams(changeParams(params, { merge: '' }))
  return (
    <>
      <Form action="#grouping" preventScrollReset className="button-row" role="search" aria-label="Issue to merge into">
        <HiddenParams params={others} />
        <label className="button-row">
          Merge into
          <input
            type="search"
            name="merge"
            maxLength={200}
            placeholder="Search issues"
            defaultValue={params.get('merge') ?? ''}
          />
        </label>
        <button type="submit">Search</button>
      </Form>
      {mergeTargets?.length === 0 && <p className="muted">No other issue in the last 90 days matches.</p>}
      <ul className="activity">
        {mergeTargets?.map(({ issue, title, service, events }) => (
          <li key={issue}>
            <Form method="post" className="button-row">
              <input type="hidden" name="into" value={issue} />
              <ActionButton name="merge">Merge</ActionButton>
              <ScopedLink to={issuePath(issue)} className="break">
                {title}
              </ScopedLink>
              <ServiceName name={service} /> <span className="muted small">{formatCount(events)} events</span>
            </Form>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The rules that merged issues into this one. */
function GroupingRules({ rules }: Pick<IssuePageData, 'rules'>) {
  return rules.map(({ issue, name, version, issues }) => (
    <p key={issue} className="break">
      {pluralize(issues, 'issue')} merged by rule “{name}”, version {version}.{' '}
      <ScopedLink to={`${GROUPING_PATH}#rule-${issue}`}>View rule</ScopedLink>
    </p>
  ))
}
