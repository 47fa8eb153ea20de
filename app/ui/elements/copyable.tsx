import { useClipboard } from './use-clipboard.ts'
import { useHydrated } from './use-hydrated.ts'

/** A value to quote, with a button that copies it where scripts run; without them one click selects the whole of it. */
export function Copyable({ value, what }: { readonly value: string; readonly what: string }) {
  const hydrated = useHydrated()
  const { said, copy } = useClipboard()

  return (
    <span className="copyable">
      <code>{value}</code>
      {hydrated && (
        <button
          type="button"
          className="copy"
          data-done={said === 'copied' ? 'yes' : 'no'}
          onClick={() => copy(() => navigator.clipboard.writeText(value))}
        >
          {said === 'copied' ? 'Copied' : 'Copy'}
          <span className="visually-hidden"> the {what}</span>
        </button>
      )}
      <span role="status" className={said === 'refused' ? 'small muted' : 'visually-hidden'}>
        {said === 'copied' && `Copied the ${what}.`}
        {said === 'refused' && 'The browser does not allow copying here. Select the text instead.'}
      </span>
    </span>
  )
}
