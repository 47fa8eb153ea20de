import { useEffect } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { readErrorMessage } from '../error-message.ts'
import { LabCasePage } from '../lab-case-page.tsx'
import type { Route } from './+types/fetcher.ts'

/** Throws only for the fetcher's request: the page around it must load. */
export function loader({ url }: Route.LoaderArgs) {
  if (url.searchParams.has('fetched'))
    throw new Error(readErrorMessage(url.searchParams, "The lab broke this fetcher's loader"))
  return null
}

export default function FetcherCase() {
  const { load } = useFetcher()
  const { pathname, search } = useLocation()

  // In a separate task: React's strict mode must not cause it twice.
  useEffect(() => {
    const params = new URLSearchParams(search)
    params.set('fetched', '1')
    const timer = setTimeout(() => load(`${pathname}?${params}`))
    return () => clearTimeout(timer)
  }, [load, pathname, search])

  return (
    <LabCasePage title="A fetcher’s loader throws">
      <p>Happens as soon as scripts run.</p>
    </LabCasePage>
  )
}
