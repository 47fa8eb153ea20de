import { useCallback, useEffect, useMemo, useState } from 'react'
import type { TraceTree } from '../../../trace/trace-tree.ts'
import { readSkeleton } from '../../../trace/write-skeleton.ts'

interface FullTreeOptions {
  readonly traceId: string
  /** The tree that the page came with, as base64. */
  readonly skeleton: string
  /** True if that is all of it. */
  readonly isWhole: boolean
}

/**
 * The tree of a trace: first what the page came with, and once it has arrived, all of it.
 *
 * @returns `isAwaited` until the first attempt has ended: what waits for all of the tree goes without it after a failure
 */
export function useFullTree({ traceId, skeleton, isWhole }: FullTreeOptions) {
  const first = useMemo(() => readSkeleton(bytesOf(skeleton)), [skeleton])
  const [full, setFull] = useState<TraceTree>()
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt loads it again
  useEffect(() => {
    if (isWhole) return
    const abort = new AbortController()
    setHasFailed(false)
    loadTree(traceId, window.location.search, abort.signal).then(setFull, () => {
      if (!abort.signal.aborted) setHasFailed(true)
    })
    return () => abort.abort()
  }, [traceId, isWhole, attempt])

  const again = useCallback(() => setAttempt(count => count + 1), [])
  const isLoading = !isWhole && full === undefined && !hasFailed
  return { tree: full ?? first, isLoading, isAwaited: isLoading && attempt === 0, hasFailed, again }
}

async function loadTree(traceId: string, search: string, signal: AbortSignal): Promise<TraceTree> {
  const response = await fetch(`/traces/${traceId}/skeleton${search}`, { signal })
  if (!response.ok) throw new Error(`The tree of the trace answered ${response.status}`)
  return readSkeleton(new Uint8Array(await response.arrayBuffer()))
}

/** With a loop: a function for each of tens of thousands of bytes takes milliseconds of every page. */
function bytesOf(base64: string): Uint8Array {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}
