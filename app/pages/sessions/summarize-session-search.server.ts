import { listSessionFacets, type SessionFacetQuery } from '../../../store/sessions/list-session-facets.ts'
import type { Store } from '../../../store/store.ts'
import { endAtNow } from '../../data/count-and-compare.ts'
import { listDeploys } from '../../data/list-deploys.ts'
import { formatShare } from '../../format/amount.ts'
import { layoutOutcomes } from '../../parts/charts/layout-outcomes.server.ts'
import { ONE_MINUTE_BUCKETS, timeBuckets } from '../../ui/charts/time-buckets.server.ts'

/** Counts the sessions of a whole list, with facets and a chart. */
export async function summarizeSessionSearch(
  store: Store,
  { nowMs, ...asked }: Omit<SessionFacetQuery, 'bucketNs'> & { readonly nowMs: number },
  signal?: AbortSignal,
) {
  const range = endAtNow(asked.range, nowMs)
  const { buckets: times, stepNs } = timeBuckets(range, ONE_MINUTE_BUCKETS)
  const [{ buckets, ...counts }, marks] = await Promise.all([
    listSessionFacets(store, { ...asked, bucketNs: stepNs }, signal),
    listDeploys(store, { filters: asked, range, stepNs }, signal),
  ])
  const names = { succeeded: 'without', failed: 'with exceptions' }
  const failed = counts.values['exception']?.find(({ value }) => value === '1')?.count ?? 0
  const impact = failed === 0 ? '' : `, ${formatShare(failed, counts.total)} with exceptions`
  return { ...counts, impact, chart: layoutOutcomes({ times, range, buckets, marks, names }) }
}
