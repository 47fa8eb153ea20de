import { useEffect, useState } from 'react'
import { useHydrated } from './hydrated.ts'

/** A value to quote, with a button that copies it where scripts run; without them one click selects the whole of it. */
export function Copyable({ value, what }: { readonly value: string; readonly what: string }) {
  const hydrated = useHydrated()
  const [said, setSaid] = useState<'copied' | 'refused' | undefined>()

  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), 2_500)
    return () => clearTimeout(timer)
  }, [said])

  // The clipboard exists in secure contexts only, which excludes a desk reached by plain http under another name than localhost.
  const copy = () => {
    if (navigator.clipboard === undefined) return setSaid('refused')
    navigator.clipboard.writeText(value).then(
      () => setSaid('copied'),
      () => setSaid('refused'),
    )
  }

  return (
    <span className="copyable">
      <code>{value}</code>
      {hydrated && (
        <button type="button" className="copy" data-done={said === 'copied' ? 'yes' : 'no'} onClick={copy}>
          {said === 'copied' ? 'Copied' : 'Copy'}
          <span className="visually-hidden"> the {what}</span>
        </button>
      )}
      <span role="status" className={said === 'refused' ? 'small muted' : 'visually-hidden'}>
        {said === 'copied' && `The ${what} was copied.`}
        {said === 'refused' && 'The browser does not allow copying here: select it instead.'}
      </span>
    </span>
  )
}
