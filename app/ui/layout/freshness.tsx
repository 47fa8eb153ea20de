import { Link, useSearchParams } from 'react-router'
import { formatAgo, formatTimeOfDay } from '../../format/time.ts'
import { scopedPath } from '../../url/scope.ts'
import type { Freshness } from './header-data.ts'

/** A canary comes every ten seconds: see the pipeline's page, which says why none does. */
const STALE_NS = 30_000_000_000n

/** How fresh the stored data is, at most two cache intervals ago. A visit does not query it again, so the time is shown. */
export function FreshnessStatus({ freshness: { newestNs, asOfNs } }: { readonly freshness: Freshness }) {
  const [params] = useSearchParams()
  const isLate = newestNs === undefined || newestNs < asOfNs - STALE_NS
  const age = newestNs === undefined ? 'last canary over a week ago' : formatAgo(newestNs, asOfNs)
  return (
    <>
      {' · '}
      <Link to={scopedPath('/status', params)} className={isLate ? 'bad' : undefined}>
        ingest OK, {age}
      </Link>
      · as of {formatTimeOfDay(asOfNs).slice(0, 8)}
    </>
  )
}
