import { useEffect, useState } from 'react'

/** What came of the last attempt to copy, said for a moment. */
export function useClipboard() {
  const [status, setStatus] = useState<'copied' | 'refused' | undefined>()

  useEffect(() => {
    if (status === undefined) return
    const timer = setTimeout(() => setStatus(undefined), 2_500)
    return () => clearTimeout(timer)
  }, [status])

  const copy = (write: () => Promise<void>) => {
    // The clipboard exists in secure contexts only, which excludes a desk reached by plain http under another name than localhost.
    if (navigator.clipboard === undefined) return setStatus('refused')
    write().then(
      () => setStatus('copied'),
      () => setStatus('refused'),
    )
  }
  return { status, copy }
}
