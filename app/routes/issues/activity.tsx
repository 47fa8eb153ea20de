import { Form } from 'react-router'
import type { LoggedIssueEvent } from '../../../store/issue-events/list-issue-events.ts'
import { formatCount } from '../../format/count.ts'
import { Timestamp } from '../../ui/elements/timestamp.tsx'
import { describeMute, describeResolution } from './describe-state.ts'
import { MAX_NOTE_CHARS } from './issue-action.ts'
import { ActionButton } from './issue-actions.tsx'
import type { ShownIssue } from './load-issue.server.ts'
import type { ActionFault } from './run-action.server.ts'

/** Who said what of an issue, newest first; what was taken back stays, struck out. */
export function Activity({
  shown,
  actionError,
}: {
  readonly shown: ShownIssue
  readonly actionError: ActionFault | undefined
}) {
  const { history, nowMs, issue } = shown
  return (
    <section className="section" aria-labelledby="activity">
      <h2 id="activity">Activity</h2>
      <div className="panel padded">
        <Form method="post" preventScrollReset className="issue-actions" key={history.length}>
          <label htmlFor="note">
            Note <span className="muted small">at most {formatCount(MAX_NOTE_CHARS)} characters</span>
          </label>
          <textarea
            id="note"
            name="note"
            maxLength={MAX_NOTE_CHARS}
            aria-invalid={actionError?.field === 'note' || undefined}
            defaultValue={actionError?.sent.find(([name]) => name === 'note')?.[1]}
          />
          <ActionButton what="note">Add the note</ActionButton>
        </Form>
        {history.length === 0 ? (
          <p className="muted">Nobody said anything of it yet.</p>
        ) : (
          <ol className="activity">
            {history.map(said => (
              <li key={`${said.batch} ${said.issue} ${said.what}`}>
                <span className={said.isUndone ? 'undone' : undefined}>
                  {said.who === '' ? 'Somebody' : said.who} {describeIssueEvent(said, issue)}
                </span>{' '}
                <span className="muted small">
                  <Timestamp atNs={said.atNs} nowMs={nowMs} />
                </span>
                {said.what === 'note' && !said.isUndone && <p>{said.value}</p>}
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

function describeIssueEvent({ what, value, issue }: LoggedIssueEvent, page: string): string {
  switch (what) {
    case 'acknowledged':
      return value === '' ? 'took the acknowledgement back' : 'acknowledged it'
    case 'owner':
      return value === '' ? 'left it without an owner' : `assigned it to ${value}`
    case 'note':
      return 'noted'
    case 'muted':
      return value === '' ? 'unmuted it' : `muted it ${describeMute(value)}`
    case 'resolved':
      return value === '' ? 'reopened it' : `resolved it ${describeResolution(value)}`
    case 'merged':
      return value === '' ? 'unmerged it' : issue === page ? `merged it into ${value}` : `merged ${issue} into it`
    case 'rule':
      return value === '' ? 'ended the rule that makes it' : 'applied the rule that makes it'
    case 'undo':
      return 'took back what had been done'
  }
}
