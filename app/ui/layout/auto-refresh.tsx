import { useEffect } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { REFRESH_S, readScope } from '../../url/scope.ts'

/** Loads a page about a time that goes on again, as often as its address says: in place where scripts run and the page is in sight. */
export function AutoRefresh() {
  const [params] = useSearchParams()
  const { refresh, to } = readScope(params, 0).filters
  const seconds = to === undefined ? REFRESH_S[refresh] : 0
  const { revalidate, state } = useRevalidator()
  const isIdle = state === 'idle'
  useEffect(() => {
    if (seconds === 0 || !isIdle) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), seconds * 1_000)
    return () => clearInterval(timer)
  }, [seconds, isIdle, revalidate])
  if (seconds === 0) return null
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${seconds}`} />
    </noscript>
  )
}
