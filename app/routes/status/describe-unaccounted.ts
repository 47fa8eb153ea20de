import type { SignalReconciliation } from '../../../store/accounting/reconcile.ts'
import { pluralize } from '../../format/count.ts'

interface Accounting {
  readonly signals: readonly Pick<SignalReconciliation, 'unaccounted' | 'edge'>[]
  readonly endedCollectors: number
}

/** Explains unaccounted items; empty if there are none but those in transit, which have a row. */
export function describeUnaccountedItems({ signals, endedCollectors }: Accounting): string[] {
  const beyond = signals.filter(of => Math.abs(of.unaccounted) > of.edge)
  return [
    ...(beyond.some(of => of.unaccounted > 0)
      ? [
          'More was acknowledged than was stored or dropped. Data may have been lost between a Collector and the database.',
        ]
      : []),
    ...(beyond.some(of => of.unaccounted < 0)
      ? [
          endedCollectors > 0
            ? `More was stored or dropped than was acknowledged: ${pluralize(endedCollectors, 'Collector')} stopped without reporting the last seconds.`
            : 'More was stored or dropped than was acknowledged: some of it was queued before, or written directly into the tables.',
        ]
      : []),
  ]
}
