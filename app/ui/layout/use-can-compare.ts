import { useMatches, useSearchParams } from 'react-router'

/** What a route exports as `handle`, where its page can compare a time range with the previous one. */
export interface CompareHandle {
  readonly canCompare: (params: URLSearchParams) => boolean
}

/** Whether the page on show compares its time range with the previous one when asked to. */
export function useCanCompare(): boolean {
  const [params] = useSearchParams()
  const handle: unknown = useMatches().at(-1)?.handle
  return isCompareHandle(handle) && handle.canCompare(params)
}

const isCompareHandle = (handle: unknown): handle is CompareHandle =>
  typeof handle === 'object' && handle !== null && 'canCompare' in handle
