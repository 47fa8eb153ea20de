import { Link, useSearchParams } from 'react-router'
import type { Pulse } from '../../bar.server.ts'
import { formatAgo, formatTimeOfDay } from '../../format/time.ts'
import { scopedPath } from '../../url/scope.ts'

/** A canary comes every ten seconds: see the pipeline's page, which says why none does. */
const LATE_NS = 30_000_000_000n

/** How fresh what is stored was, a beat before the page was made at most. A visit does not ask again, so it says when that was. */
export function PulseLine({ pulse: { newestNs, atMs } }: { readonly pulse: Pulse }) {
  const [params] = useSearchParams()
  const atNs = BigInt(atMs) * 1_000_000n
  const isLate = newestNs === undefined || newestNs < atNs - LATE_NS
  const age = newestNs === undefined ? 'more than an hour ago' : formatAgo(newestNs, atNs)
  return (
    <>
      {' · '}
      <Link to={scopedPath('/status', params)} className={isLate ? 'bad' : undefined}>
        newest canary stored {age}
      </Link>
      , as of {formatTimeOfDay(atNs).slice(0, 8)}
    </>
  )
}
