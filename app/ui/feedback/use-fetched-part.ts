import { useCallback, useEffect, useState } from 'react'
import { type FetchedPart, fetchPart } from './fetch-part.ts'

/**
 * What a part of a page shows later, see {@link fetchPart}.
 *
 * @param path `undefined` loads nothing
 * @param pauseMs how long the path must stay the same before it is loaded @default 0
 * @returns `result` is `undefined` until it is there; `again` loads it again
 */
export function useFetchedPart<Answer>(path: string | undefined, pauseMs = 0) {
  const [fetched, setFetched] = useState<{ readonly path: string; readonly result: FetchedPart<Answer> }>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt loads it again
  useEffect(() => {
    if (path === undefined) return
    const left = new AbortController()
    const load = async () => {
      const result = await fetchPart<Answer>(path, left.signal)
      if (!left.signal.aborted) setFetched({ path, result })
    }
    const timer = setTimeout(() => void load(), pauseMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [path, pauseMs, attempt])

  const again = useCallback(() => {
    setFetched(undefined)
    setAttempt(count => count + 1)
  }, [])
  return { result: fetched !== undefined && fetched.path === path ? fetched.result : undefined, again }
}
