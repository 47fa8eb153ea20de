import { useEffect, useRef } from 'react'
import { Form, useSearchParams } from 'react-router'
import { pluralize } from '../../format/count.ts'
import { ACTION_LABELS, isActionName, RESULT_PARAMS } from './issue-action.ts'
import { ActionButton } from './issue-actions.tsx'
import type { ActionFault } from './run-action.server.ts'

/** What the last click did, to how many, and the way back. */
export function ActionResult() {
  const [params] = useSearchParams()
  const [done = '', did = '', of = ''] = RESULT_PARAMS.map(name => params.get(name) ?? '')
  const count = /^\d{1,5}$/.test(of) ? Number(of) : 0
  const isUndone = did === 'undo'
  return (
    <div role="status" className="done">
      {count > 0 && (isUndone || isActionName(did)) && (
        <div className="notice good-notice button-row">
          <span>
            {pluralize(count, 'issue')} {isActionName(did) ? ACTION_LABELS[did] : 'as before: it was undone'}.
          </span>
          {!isUndone && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="batch" value={done} />
              <ActionButton what="undo" keys="u">
                Undo
              </ActionButton>
            </Form>
          )}
        </div>
      )}
    </div>
  )
}

/** Why nothing was done. The focus goes to the field that has to be filled; where that is gone, done with, back to where it was. */
export function ActionError({ actionError }: { readonly actionError: ActionFault | undefined }) {
  const from = useRef<Element>(null)
  useEffect(() => {
    const field = actionError && document.querySelector<HTMLElement>('main [aria-invalid="true"]')
    if (!field) return
    if (document.activeElement !== field) from.current = document.activeElement
    field.focus()
    return () => {
      if (!field.isConnected && from.current instanceof HTMLElement) from.current.focus()
    }
  }, [actionError])
  return (
    actionError && (
      <p role="alert" className="notice bad-notice">
        {actionError.fault}
      </p>
    )
  )
}
