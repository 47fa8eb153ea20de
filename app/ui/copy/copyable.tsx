import { useHydrated } from '../document/use-hydrated.ts'
import { useClipboard } from './use-clipboard.ts'

interface CopyableProps {
  readonly value: string
  readonly what: string
  /** Where the value leads, by a plain link. */
  readonly href?: string
}

/** A value to copy, with a copy button if scripts run; without them a click selects it, if it leads nowhere. */
export function Copyable({ value, what, href }: CopyableProps) {
  const hydrated = useHydrated()
  const { status, copy } = useClipboard()

  return (
    <span className="copyable">
      {href === undefined ? (
        <code>{value}</code>
      ) : (
        <a href={href}>
          <code>{value}</code>
        </a>
      )}
      {hydrated && (
        <button
          type="button"
          className="copy"
          data-done={status === 'copied' ? 'yes' : 'no'}
          onClick={() => copy(() => navigator.clipboard.writeText(value))}
        >
          {status === 'copied' ? 'Copied' : 'Copy'}
          <span className="visually-hidden"> the {what}</span>
        </button>
      )}
      <span role="status" className={status === 'refused' ? 'small muted' : 'visually-hidden'}>
        {status === 'copied' && `Copied the ${what}.`}
        {status === 'refused' && 'The browser does not allow copying here. Select the text instead.'}
      </span>
    </span>
  )
}
