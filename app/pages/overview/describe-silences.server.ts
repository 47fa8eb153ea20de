import { DAY_NS } from '../../../store/time-units.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatAgo } from '../../format/time.ts'
import type { Silence } from '../../insights/find-silences.ts'
import type { TraceFilters } from '../../url/trace-filters.ts'
import { andMore } from './find-incident.ts'

/** An operation or service that does not run as usual, in words. */
export interface DescribedSilence {
  readonly service: string
  readonly environment: string
  /** The operation that ran last; '' if the whole service is silent. */
  readonly operation: string
  /** Finds its last runs in the list of traces. */
  readonly filters: Partial<TraceFilters>
  /** `last ran 3 h ago, usually every hour`, `last ran 3 h ago; and 2 more operations`. */
  readonly text: string
}

export function describeSilences(silences: readonly Silence[], nowNs: bigint): DescribedSilence[] {
  return silences.map(({ service, environment, operations, lastSeenNs, periodNs }) => {
    const [operation, ...others] = operations
    const facts = [
      `last ran ${formatAgo(lastSeenNs, nowNs)}`,
      ...(periodNs === undefined ? [] : [`usually every ${formatDuration(periodNs)}`]),
      ...(environment === '' || environment === 'production' ? [] : [environment]),
    ]
    return {
      service,
      environment,
      operation: operation ?? '',
      filters: {
        service,
        ...(operation === undefined ? {} : { itsOperation: operation }),
        ...(nowNs - lastSeenNs < DAY_NS / 2n ? {} : { last: '14d' }),
      },
      text: facts.join(', ') + andMore(others, 'operation'),
    }
  })
}
