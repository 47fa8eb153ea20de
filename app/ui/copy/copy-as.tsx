import { useHydrated } from '../document/use-hydrated.ts'
import { useClipboard } from './use-clipboard.ts'

/** A button that copies the content of a text page; without scripts, the link to that page. */
export function CopyAs({ form, path }: { readonly form: string; readonly path: string }) {
  const hydrated = useHydrated()
  const { status, copy } = useClipboard()
  // Has its room from the start, see CopyButton.
  const label = `Copy as ${form}`

  // The clipboard exists only in secure contexts; elsewhere the link shows the text.
  if (!hydrated || navigator.clipboard === undefined) {
    return (
      <a href={path} className="button copy" data-room={label}>
        As {form}
      </a>
    )
  }
  return (
    <>
      <button
        type="button"
        className="copy"
        data-room={label}
        data-done={status === 'copied' ? 'yes' : 'no'}
        onClick={() => copy(() => copyFrom(path))}
      >
        {status === 'copied' ? 'Copied' : label}
      </button>
      <span role="status" className={status === 'refused' ? 'small muted' : 'visually-hidden'}>
        {status === 'copied' && 'Copied.'}
        {status === 'refused' && (
          <>
            Copying failed: <a href={path}>open it instead</a>.
          </>
        )}
      </span>
    </>
  )
}

/** Safari accepts text that is still loading only as a promise in a ClipboardItem; other browsers may not support that. */
function copyFrom(path: string): Promise<void> {
  const text = fetchText(path)
  if (typeof ClipboardItem !== 'function') return text.then(whole => navigator.clipboard.writeText(whole))
  const blob = text.then(whole => new Blob([whole], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

async function fetchText(path: string): Promise<string> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return await response.text()
}
