import { useMatches, useSearchParams } from 'react-router'

/** The `handle` of a route whose page can compare with the previous period. */
export interface CompareHandle {
  readonly canCompare: (params: URLSearchParams) => boolean
}

/** Whether the current page can compare with the previous period. */
export function useCanCompare(): boolean {
  const [params] = useSearchParams()
  const handle: unknown = useMatches().at(-1)?.handle
  return isCompareHandle(handle) && handle.canCompare(params)
}

const isCompareHandle = (handle: unknown): handle is CompareHandle =>
  typeof handle === 'object' && handle !== null && 'canCompare' in handle
