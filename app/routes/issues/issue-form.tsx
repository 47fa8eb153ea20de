import { Form } from 'react-router'
import { Do, IssueActions } from './issue-actions.tsx'
import type { ShownIssue } from './load-issue.server.ts'
import type { Refused } from './run-action.server.ts'

interface IssueFormProps {
  readonly shown: ShownIssue
  readonly refused: Refused | undefined
}

/** What can be said of an issue. */
export function IssueForm({ shown, refused }: IssueFormProps) {
  const { owner, acknowledged, who, order, isMuted, isResolved } = shown
  return (
    <Form method="post" preventScrollReset className="panel padded">
      <IssueActions who={who} releases={order} of={{ isOwned: owner !== '', isResolved }} refused={refused} />
      {(acknowledged !== undefined || isMuted) && (
        <span className="button-row">
          {acknowledged !== undefined && <Do what="unacknowledge">Take acknowledgement back</Do>}
          {isMuted && <Do what="unmute">Unmute</Do>}
        </span>
      )}
    </Form>
  )
}
