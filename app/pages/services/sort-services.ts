import { computeApdex } from '../../../store/services/apdex.ts'
import type { ComparedLatency } from '../../../store/services/list-latencies.ts'
import { byErrorShare, errorsOf, failsMore } from '../../insights/error-rates.ts'
import type { OverviewSummary } from '../../parts/request-summary/summarize.server.ts'
import type { ServiceSort } from './service-filters.ts'

/** A row of the list of services. */
export interface ServiceRow
  extends Pick<
    OverviewSummary['services'][number],
    'service' | 'isBrowser' | 'requests' | 'failed' | 'verdict' | 'perMinute' | 'stopped' | 'requestLine' | 'errorLine'
  > {
  /** `undefined` for a service of which only exceptions are stored. */
  readonly latency: ComparedLatency | undefined
  /** Unresolved issues with exceptions in the period. */
  readonly issues: number
  /** The most recently first-seen release; '' if none is known. */
  readonly release: string
  /** When that was first seen; `undefined` if none is known. */
  readonly releaseNs: bigint | undefined
}

/** Sorts services; those without the number come last. */
export function sortServices(services: readonly ServiceRow[], sort: ServiceSort): readonly ServiceRow[] {
  const isRising = !sort.startsWith('-')
  const column = isRising ? sort : sort.slice(1)
  return services.toSorted((a, b) => {
    const byName = a.service < b.service ? -1 : 1
    if (column === 'change') {
      const worstFirst = Number(isRisen(b)) - Number(isRisen(a)) || byErrorShare(errorsOf(a), errorsOf(b))
      return (isRising ? -worstFirst : worstFirst) || byName
    }
    if (sort === '-errors') return byErrorShare(errorsOf(a), errorsOf(b)) || byName
    if (column === 'service') return isRising ? byName : -byName
    const [one, other] = [sortValueOf(a, column), sortValueOf(b, column)]
    if (one === other) return byName
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1
    return one < other === isRising ? -1 : 1
  })
}

/** Whether its error rate has risen, and its row says so: one whose failures stopped or are too few to tell has a note instead. */
export const isRisen = ({ failed, requests, verdict }: ServiceRow) =>
  failsMore({ failed, requests }) && verdict.note === ''

function sortValueOf({ requests, failed, latency, issues }: ServiceRow, column: string): number | undefined {
  switch (column) {
    case 'requests':
      return requests.now
    case 'errors':
      return requests.now === 0 ? undefined : failed.now / requests.now
    case 'issues':
      return issues
    case 'apdex':
      return latency && computeApdex(latency.now)
    default:
      return latency === undefined || latency.now.requests === 0
        ? undefined
        : Number(column === 'p50' ? latency.now.p50 : column === 'p95' ? latency.now.p95 : latency.now.p99)
  }
}
