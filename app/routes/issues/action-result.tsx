import { useEffect, useRef } from 'react'
import { Form, useSearchParams } from 'react-router'
import { countOf } from '../../format/count.ts'
import { DID, DONE_PARAMS, isDid } from './issue-action.ts'
import { Do } from './issue-actions.tsx'
import type { Refused } from './run-action.server.ts'

/** What the last click did, to how many, and the way back. */
export function Done() {
  const [params] = useSearchParams()
  const [done = '', did = '', of = ''] = DONE_PARAMS.map(name => params.get(name) ?? '')
  const count = /^\d{1,5}$/.test(of) ? Number(of) : 0
  const isUndone = did === 'undo'
  return (
    <div role="status" className="done">
      {count > 0 && (isUndone || isDid(did)) && (
        <div className="notice good-notice button-row">
          <span>
            {countOf(count, 'issue')} {isDid(did) ? DID[did] : 'as before: it was undone'}.
          </span>
          {!isUndone && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="batch" value={done} />
              <Do what="undo" keys="u">
                Undo
              </Do>
            </Form>
          )}
        </div>
      )}
    </div>
  )
}

/** Why nothing was done. The focus goes to the field that has to be filled; where that is gone, done with, back to where it was. */
export function NotDone({ refused }: { readonly refused: Refused | undefined }) {
  const from = useRef<Element>(null)
  useEffect(() => {
    const field = refused && document.querySelector<HTMLElement>('main [aria-invalid="true"]')
    if (!field) return
    if (document.activeElement !== field) from.current = document.activeElement
    field.focus()
    return () => {
      if (!field.isConnected && from.current instanceof HTMLElement) from.current.focus()
    }
  }, [refused])
  return (
    refused && (
      <p role="alert" className="notice bad-notice">
        {refused.fault}
      </p>
    )
  )
}
