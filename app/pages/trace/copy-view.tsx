import { useClipboard } from '../../ui/copy/use-clipboard.ts'
import { useHydrated } from '../../ui/document/use-hydrated.ts'

/** Copies the address of what is shown: everything that is chosen is in it. */
export function CopyView() {
  const hydrated = useHydrated()
  const { status, copy } = useClipboard()
  // The clipboard exists only in secure contexts.
  if (!hydrated || navigator.clipboard === undefined) return null
  return (
    <>
      <button
        type="button"
        className="copy"
        data-done={status === 'copied' ? 'yes' : 'no'}
        onClick={() => copy(() => navigator.clipboard.writeText(window.location.href))}
      >
        {status === 'copied' ? 'Copied' : 'Copy link'}
      </button>
      <span role="status" className="visually-hidden">
        {status === 'copied' && 'Copied.'}
        {status === 'refused' && 'Copying failed.'}
      </span>
    </>
  )
}
