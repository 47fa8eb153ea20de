import { useEffect, useState } from 'react'

/** Copies text and shows the result for a moment. */
export function useClipboard() {
  const [status, setStatus] = useState<'copied' | 'refused' | undefined>()

  useEffect(() => {
    if (status === undefined) return
    const timer = setTimeout(() => setStatus(undefined), 2_500)
    return () => clearTimeout(timer)
  }, [status])

  const copy = (write: () => Promise<void>) => {
    // The clipboard exists only in secure contexts: not over plain HTTP with a name other than localhost.
    if (navigator.clipboard === undefined) return setStatus('refused')
    write().then(
      () => setStatus('copied'),
      () => setStatus('refused'),
    )
  }
  return { status, copy }
}
