import { useEffect, useState } from 'react'
import type { Facets } from '../../../store/facets.ts'

interface FetchedValues {
  readonly values: Facets['values']
  readonly hasFailed: boolean
  /** Called when somebody types. */
  want(): void
}

const NONE = { of: '', values: {}, hasFailed: false }

/** Values that complete a search, fetched from a path once they are wanted; none until then. */
export function useFetchedValues(path: string | false): FetchedValues {
  const [{ of, values, hasFailed }, setFetched] = useState<{ of: string } & Omit<FetchedValues, 'want'>>(NONE)
  const [isWanted, setWanted] = useState(false)
  const isMissing = isWanted && path && path !== of
  useEffect(() => {
    if (!isMissing) return
    const left = new AbortController()
    const load = async () => {
      const response = await fetch(path, { signal: left.signal })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      setFetched({ ...NONE, of: path, values: await response.json() })
    }
    load().catch(() => {
      if (!left.signal.aborted) setFetched({ ...NONE, of: path, hasFailed: true })
    })
    return () => left.abort()
  }, [isMissing, path])
  return { values, hasFailed, want: () => setWanted(true) }
}
