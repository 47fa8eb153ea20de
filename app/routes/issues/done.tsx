import { Form, useSearchParams } from 'react-router'
import { countOf } from '../../format/count.ts'
import { Do } from './issue-actions.tsx'
import { DID, isDid } from './read-wish.ts'

/** What the last click did, to how many, and the way back. */
export function Done() {
  const [params] = useSearchParams()
  const [done = '', did = '', of = ''] = ['done', 'did', 'of'].map(name => params.get(name) ?? '')
  const count = /^\d{1,5}$/.test(of) ? Number(of) : 0
  const isUndone = did === 'undo'
  return (
    <div role="status">
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

/** Why nothing was done. */
export function NotDone({ fault }: { readonly fault: string | undefined }) {
  return (
    fault !== undefined && (
      <p role="alert" className="notice bad-notice">
        {fault}
      </p>
    )
  )
}
