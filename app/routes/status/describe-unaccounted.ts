import type { SignalReconciliation } from '../../../store/accounting/reconcile.ts'
import { pluralize } from '../../format/count.ts'

type Signal = Pick<SignalReconciliation, 'unaccounted' | 'edge' | 'removedElsewhere'>

interface Accounting {
  readonly spans: Signal
  readonly logs: Signal
  readonly points: Signal
  readonly endedCollectors: number
}

/** Explains items that were dropped in another hour, and those unaccounted for beyond what may be in transit; empty if there are none. */
export function describeUnaccountedItems({ spans, logs, points, endedCollectors }: Accounting): string[] {
  const beyond = [spans, logs, points].filter(of => Math.abs(of.unaccounted) > of.edge)
  return [
    ...(spans.removedElsewhere + logs.removedElsewhere > 0
      ? [
          `Of those dropped by rule, ${pluralize(spans.removedElsewhere, 'span')} and ${pluralize(logs.removedElsewhere, 'log record')} are dated before, or were sent again.`,
        ]
      : []),
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
