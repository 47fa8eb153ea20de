import { Form } from 'react-router'
import type { LoggedIssueEvent } from '../../../store/issues/list-issue-events.ts'
import { describeMute, describeResolution } from '../../format/issue-state.ts'
import { ActionButton } from '../../parts/issue-actions/action-bar.tsx'
import { MAX_CHARS } from '../../parts/issue-actions/parse-issue-action.ts'
import type { ActionError } from '../../parts/issue-actions/run-action.server.ts'
import { useReader } from '../../ui/layout/use-reader.ts'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import type { IssuePageData } from './load-issue.server.ts'

/** The events of an issue with their authors, newest first, and a field for a comment. Undone events are struck through. */
export function IssueActivity({
  shown,
  actionError,
}: {
  readonly shown: IssuePageData
  readonly actionError: ActionError | undefined
}) {
  const { history, nowMs, issue } = shown
  const mayAct = useReader()?.role !== 'viewer'
  return (
    <section className="section" aria-labelledby="activity">
      <h2 id="activity">Activity</h2>
      <div className="panel padded">
        {mayAct && (
          <Form method="post" preventScrollReset className="composer lead" key={history.length}>
            <textarea
              name="note"
              rows={1}
              maxLength={MAX_CHARS.note}
              aria-label="Comment"
              placeholder="Add a comment, at most 4,000 characters"
              defaultValue={actionError?.sent.find(([name]) => name === 'note')?.[1]}
            />
            <ActionButton name="note">Comment</ActionButton>
          </Form>
        )}
        {history.length === 0 ? (
          <p className="muted">No activity</p>
        ) : (
          <ol className="activity">
            {history.map(event => (
              <li key={`${event.batch} ${event.issue} ${event.what}`}>
                {event.isUndone ? <del>{describe(event, issue)}</del> : describe(event, issue)}{' '}
                <span className="muted small">
                  <Timestamp atNs={event.atNs} nowMs={nowMs} />
                </span>
                {event.what === 'note' && !event.isUndone && <p>{event.value}</p>}
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

const describe = (event: LoggedIssueEvent, page: string) => `${event.who || 'Somebody'} ${describeAction(event, page)}`

/** @param page the issue of the page, which may be either side of a merge */
function describeAction({ what, value, issue }: LoggedIssueEvent, page: string): string {
  switch (what) {
    case 'acknowledged':
      return value === '' ? 'removed the acknowledgement' : 'acknowledged this issue'
    case 'owner':
      return value === '' ? 'unassigned this issue' : `assigned this issue to ${value}`
    case 'note':
      return 'commented'
    case 'muted':
      return value === '' ? 'unmuted this issue' : `muted this issue ${describeMute(value)}`
    case 'resolved':
      return value === '' ? 'reopened this issue' : `resolved this issue${describeResolution(value)}`
    case 'merged': {
      if (value === '') return issue === page ? 'unmerged this issue' : `unmerged ${issue} from this issue`
      return issue === page ? `merged this issue into ${value}` : `merged ${issue} into this issue`
    }
    case 'rule':
      return value === '' ? 'deleted the grouping rule of this issue' : 'changed the grouping rule of this issue'
    case 'undo':
      return 'undid an action'
  }
}
