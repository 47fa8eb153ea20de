import { useEffect, useState } from 'react'

/** What came of the last attempt to copy, said for a moment. */
export function useClipboard() {
  const [said, setSaid] = useState<'copied' | 'refused' | undefined>()

  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), 2_500)
    return () => clearTimeout(timer)
  }, [said])

  const copy = (write: () => Promise<void>) => {
    // The clipboard exists in secure contexts only, which excludes a desk reached by plain http under another name than localhost.
    if (navigator.clipboard === undefined) return setSaid('refused')
    write().then(
      () => setSaid('copied'),
      () => setSaid('refused'),
    )
  }
  return { said, copy }
}
