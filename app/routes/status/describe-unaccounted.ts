import type { SignalReconciliation } from '../../../store/accounting/reconcile.ts'
import { pluralize } from '../../format/count.ts'

interface Accounting {
  readonly signals: readonly Pick<SignalReconciliation, 'unaccounted' | 'edge'>[]
  readonly endedCollectors: number
}

/** Explains unaccounted items; empty if there are none. */
export function describeUnaccountedItems({ signals, endedCollectors }: Accounting): string[] {
  const unaccounted = signals.filter(of => of.unaccounted !== 0)
  if (unaccounted.length === 0) return []
  if (unaccounted.every(of => Math.abs(of.unaccounted) <= of.edge)) {
    return ['The difference is small enough to be data in transit at the start or end of the range.']
  }
  const beyond = unaccounted.filter(of => Math.abs(of.unaccounted) > of.edge)
  return [
    ...(beyond.some(of => of.unaccounted > 0)
      ? [
          'More was acknowledged than is accounted for. Data may have been lost between a Collector queue and the tables.',
        ]
      : []),
    ...(beyond.some(of => of.unaccounted < 0)
      ? [
          endedCollectors > 0
            ? `More is accounted for than was acknowledged: ${pluralize(endedCollectors, 'Collector')} stopped without reporting the last seconds of ${endedCollectors === 1 ? 'its' : 'their'} counters.`
            : 'More is accounted for than was acknowledged: data was queued before this range, or was written directly into the tables.',
        ]
      : []),
  ]
}
