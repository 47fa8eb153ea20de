import { useEffect } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { REFRESH_INTERVAL_S, readScope } from '../../url/scope.ts'

/** How often a page is loaded again while the database does not answer. */
const OUTAGE_S = 30

/** Reloads a page with a relative range as often as its URL says: in place, if scripts run and the page is visible. */
export function AutoRefresh({ isAway }: { readonly isAway: boolean }) {
  const [params] = useSearchParams()
  const { refresh, to } = readScope(params, 0).filters
  const seconds = isAway ? OUTAGE_S : to === undefined ? REFRESH_INTERVAL_S[refresh] : 0
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
