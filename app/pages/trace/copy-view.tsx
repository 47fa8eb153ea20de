import { useClipboard } from '../../ui/copy/use-clipboard.ts'
import { useHydrated } from '../../ui/document/use-hydrated.ts'

/** Copies the address of what is shown: everything that is chosen is in it. */
export function CopyView() {
  const hydrated = useHydrated()
  const { status, copy } = useClipboard()
  // The clipboard exists only in secure contexts. Its room is kept, so that nothing beside it moves when the page has started.
  const isUsable = hydrated && navigator.clipboard !== undefined
  return (
    <>
      <button
        type="button"
        className="copy has-room"
        disabled={!isUsable}
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
