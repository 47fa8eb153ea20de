import { Form } from 'react-router'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { Grouping } from '../event/grouping.tsx'
import { GroupingRules } from './grouping-rules.tsx'
import { ActionButton } from './issue-actions.tsx'
import type { ShownIssue } from './load-issue.server.ts'
import type { ActionFault } from './run-action.server.ts'

/** Why its exceptions are together, and merging by hand. */
export function GroupingSection({
  shown,
  actionError,
}: {
  readonly shown: ShownIssue
  readonly actionError: ActionFault | undefined
}) {
  const { exception, merged, rules, issue } = shown
  const isOfRule = rules.some(rule => rule.issue === issue)
  return (
    <section className="section" aria-labelledby="together">
      <h2 id="together">Why these are together</h2>
      <div className="panel padded">
        {exception !== undefined && !isOfRule && <Grouping exception={exception} />}
        <GroupingRules rules={rules} />
        {merged.length > 0 && (
          <>
            <p>Merged into it by hand:</p>
            <ul className="activity">
              {merged.map(issue => (
                <li key={issue}>
                  <Form method="post" preventScrollReset className="button-row">
                    <code className="break">{issue}</code>
                    <input type="hidden" name="unmerge" value={issue} />
                    <ActionButton what="unmerge">Unmerge</ActionButton>
                  </Form>
                </li>
              ))}
            </ul>
          </>
        )}
        <Form method="post" className="issue-actions">
          <label>
            <span>Merge it into issue</span>
            <input
              type="text"
              name="into"
              maxLength={128}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={actionError?.field === 'into' || undefined}
              defaultValue={actionError?.sent.find(([name]) => name === 'into')?.[1]}
            />
          </label>
          <ActionButton what="merge">Merge</ActionButton>
        </Form>
        {!isOfRule && (
          <p>
            Many that are one? <ScopedLink to="/grouping">Try a rule</ScopedLink>
          </p>
        )}
      </div>
    </section>
  )
}
