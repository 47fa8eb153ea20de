import { useHydrated } from '../document/use-hydrated.ts'
import { useClipboard } from './use-clipboard.ts'

interface CopyButtonProps {
  readonly value: string
  readonly what: string
}

/**
 * A button that copies a value. Before scripts run it is not seen, but has its room: what moves while the page starts makes somebody who
 * clicks miss.
 */
export function CopyButton({ value, what }: CopyButtonProps) {
  const hydrated = useHydrated()
  const { status, copy } = useClipboard()
  return (
    <>
      <button
        type="button"
        className="copy has-room"
        disabled={!hydrated}
        data-done={status === 'copied' ? 'yes' : 'no'}
        onClick={() => copy(() => navigator.clipboard.writeText(value))}
      >
        {status === 'copied' ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> the {what}</span>
      </button>
      <span role="status" className={status === 'refused' ? 'small muted' : 'visually-hidden'}>
        {status === 'copied' && `Copied the ${what}.`}
        {status === 'refused' && 'The browser does not allow copying here. Select the text instead.'}
      </span>
    </>
  )
}
