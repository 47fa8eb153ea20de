import { Form } from 'react-router'
import { ActionButton, IssueActions } from './issue-actions.tsx'
import type { ShownIssue } from './load-issue.server.ts'
import type { ActionFault } from './run-action.server.ts'

interface IssueFormProps {
  readonly shown: ShownIssue
  readonly actionError: ActionFault | undefined
}

/** What can be said of an issue. */
export function IssueForm({ shown, actionError }: IssueFormProps) {
  const { owner, acknowledged, who, order, isMuted, isResolved } = shown
  return (
    <Form method="post" preventScrollReset className="panel padded">
      <IssueActions who={who} releases={order} of={{ isOwned: owner !== '', isResolved }} actionError={actionError} />
      {(acknowledged !== undefined || isMuted) && (
        <span className="button-row">
          {acknowledged !== undefined && <ActionButton what="unacknowledge">Take acknowledgement back</ActionButton>}
          {isMuted && <ActionButton what="unmute">Unmute</ActionButton>}
        </span>
      )}
    </Form>
  )
}
