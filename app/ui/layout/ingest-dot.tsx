import { Link, useSearchParams } from 'react-router'
import { formatAgo, formatTimeOfDay } from '../../format/time.ts'
import { scopedPath } from '../../url/scope.ts'
import type { Freshness } from './header-data.ts'

/** A canary is sent every ten seconds. */
const STALE_NS = 30_000_000_000n

/** Whether telemetry arrives: a green dot, or a red one with text. It is read once a visit, so its title has the time. */
export function IngestDot({ freshness: { newestNs, asOfNs } }: { readonly freshness: Freshness }) {
  const [params] = useSearchParams()
  const isLate = newestNs === undefined || newestNs < asOfNs - STALE_NS
  const status = isLate ? 'Ingest late' : 'Ingest healthy'
  const age = newestNs === undefined ? 'over a week ago' : formatAgo(newestNs, asOfNs)
  return (
    <Link
      to={scopedPath('/status', params)}
      className={`ingest-dot ${isLate ? 'bad' : 'good'}`}
      title={`${status}: latest canary ${age}, as of ${formatTimeOfDay(asOfNs).slice(0, 8)} UTC`}
    >
      <span className={isLate ? undefined : 'visually-hidden'}>{status}</span>
    </Link>
  )
}
