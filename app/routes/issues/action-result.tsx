import { useEffect, useRef, useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import { pluralize } from '../../format/count.ts'
import { ActionButton } from './action-bar.tsx'
import { type ActionField, DONE_LABELS, DONE_PARAMS, isActionName } from './parse-issue-action.ts'
import type { ActionFault } from './run-action.server.ts'

/** What the last action changed, with an undo; or why it was refused, with the field to fill. */
export function ActionResult({ actionError }: { readonly actionError: ActionFault | undefined }) {
  return actionError === undefined ? <Done /> : <RefusedAction actionError={actionError} />
}

function Done() {
  const [params] = useSearchParams()
  const [batch = '', action = '', of = ''] = DONE_PARAMS.map(name => params.get(name) ?? '')
  const count = /^\d{1,5}$/.test(of) ? Number(of) : 0
  const isUndone = action === 'undo'
  return (
    <div role="status" className="done">
      {count > 0 && (isUndone || isActionName(action)) && (
        <div className="notice good-notice button-row">
          <span>{isActionName(action) ? `${pluralize(count, 'issue')} ${DONE_LABELS[action]}.` : 'Undone.'}</span>
          {!isUndone && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="batch" value={batch} />
              <ActionButton name="undo" keys="u">
                Undo
              </ActionButton>
            </Form>
          )}
        </div>
      )}
    </div>
  )
}

const FIELDS: Readonly<Record<ActionField, { readonly label: string; readonly maxChars: number }>> = {
  who: { label: 'Your name', maxChars: 60 },
  owner: { label: 'Owner', maxChars: 60 },
  release: { label: 'Release', maxChars: 200 },
  count: { label: 'How many', maxChars: 7 },
  note: { label: 'Comment', maxChars: 4_000 },
  into: { label: 'Issue', maxChars: 128 },
}

/** Sends the same form again, with the field that was missing. */
function RefusedAction({ actionError: { error, field, sent } }: { readonly actionError: ActionFault }) {
  const input = useRef<HTMLInputElement>(null)
  useFocusWhileShown(input)
  return (
    <div className="notice bad-notice">
      <p role="alert">{error}</p>
      {isField(field) && field !== 'note' && (
        <Form method="post" preventScrollReset className="button-row">
          {sent
            .filter(([name]) => name !== field)
            .map(([name, value]) => (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            ))}
          <label className="button-row">
            {FIELDS[field].label}
            <input
              ref={input}
              type="text"
              name={field}
              maxLength={FIELDS[field].maxChars}
              aria-invalid="true"
              autoComplete={field === 'who' ? 'nickname' : 'off'}
              // biome-ignore lint/a11y/noAutofocus: without scripts, too, the reader fills it next
              autoFocus
              defaultValue={sent.find(([name]) => name === field)?.[1]}
            />
          </label>
          <button type="submit" className="primary">
            Continue
          </button>
        </Form>
      )}
    </div>
  )
}

const isField = (name: string): name is ActionField => Object.hasOwn(FIELDS, name)

/** The focus goes to the field, and back to where it was when the field is gone. */
function useFocusWhileShown(input: { readonly current: HTMLElement | null }): void {
  // Read while rendering: the field has the focus before any effect runs.
  const [before] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  useEffect(() => {
    input.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [input, before])
}
