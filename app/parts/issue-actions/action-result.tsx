import { useEffect, useRef, useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import { pluralize } from '../../format/count.ts'
import { HiddenParams } from '../../ui/controls/hidden-params.tsx'
import { ActionButton } from './action-bar.tsx'
import { ACTION_PAST_TENSE_LABELS, ACTION_RESULT_PARAMS, isActionName, MAX_CHARS } from './parse-issue-action.ts'
import type { ActionError } from './run-action.server.ts'

/** The result of the last action with an undo button, or why it was rejected with the field to fill. */
export function ActionResult({ actionError }: { readonly actionError: ActionError | undefined }) {
  return actionError === undefined ? <ActionNotice /> : <RefusedAction actionError={actionError} />
}

function ActionNotice() {
  const [params] = useSearchParams()
  const [batch = '', action = '', of = ''] = ACTION_RESULT_PARAMS.map(name => params.get(name) ?? '')
  const count = /^\d{1,5}$/.test(of) ? Number(of) : 0
  const isUndone = action === 'undo'
  return (
    <div role="status" className="done">
      {count > 0 && (isUndone || isActionName(action)) && (
        <div className="notice good-notice button-row">
          <span>
            {isActionName(action) ? `${pluralize(count, 'issue')} ${ACTION_PAST_TENSE_LABELS[action]}.` : 'Undone.'}
          </span>
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

/** Comments have a field of their own, which keeps its text. */
const FIELD_LABELS = { who: 'Your name', owner: 'Owner', release: 'Release', count: 'How many', into: 'Issue' } as const

/** Submits the same form again, with the missing field. */
function RefusedAction({ actionError: { error, field, sent } }: { readonly actionError: ActionError }) {
  const input = useRef<HTMLInputElement>(null)
  useFocusWhileShown(input)
  return (
    <div className="notice bad-notice">
      <p role="alert">{error}</p>
      {isField(field) && (
        <Form method="post" preventScrollReset className="button-row">
          <HiddenParams
            params={new URLSearchParams(sent.filter(([name]) => name !== field).map(([...pair]) => pair))}
          />
          <label className="button-row">
            {FIELD_LABELS[field]}
            <input
              ref={input}
              type="text"
              name={field}
              maxLength={MAX_CHARS[field]}
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

const isField = (name: string): name is keyof typeof FIELD_LABELS => Object.hasOwn(FIELD_LABELS, name)

/** The focus goes to the field, and back to where it was once the field is gone. */
function useFocusWhileShown(input: { readonly current: HTMLElement | null }): void {
  // Read while rendering: the field has the focus before effects run.
  const [before] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  useEffect(() => {
    input.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [input, before])
}
