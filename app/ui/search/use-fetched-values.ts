import { useEffect, useState } from 'react'
import type { FacetValuesByKey } from './search-box.tsx'

/** Values that complete a search, fetched from a path once they are wanted; none until then. */
export function useFetchedValues(path: string) {
  const [{ of, values }, setFetched] = useState<{ of: string; values: FacetValuesByKey }>({ of: '', values: {} })
  const [isWanted, setWanted] = useState(false)
  const isMissing = isWanted && path !== of
  useEffect(() => {
    if (!isMissing) return
    const left = new AbortController()
    const load = async () => {
      const response = await fetch(path, { signal: left.signal })
      if (response.ok) setFetched({ of: path, values: await response.json() })
    }
    load().catch(() => {}) // the page's own values remain
    return () => left.abort()
  }, [isMissing, path])
  return { values, want: () => setWanted(true) }
}
