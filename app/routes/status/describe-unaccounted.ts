import type { SignalReconciliation } from '../../../store/accounting/reconcile.ts'
import { formatCount, pluralize } from '../../format/count.ts'

type Signal = Pick<SignalReconciliation, 'unaccounted' | 'edge' | 'removedElsewhere'>

interface Accounting {
  readonly spans: Signal
  readonly logs: Signal
  readonly points: Signal
  readonly endedCollectors: number
}

/** Records of all signals, without what may be in transit, which has a row. */
export interface UnaccountedRecords {
  /** Acknowledged, and neither stored nor dropped. */
  readonly missing: number
  /** Stored or dropped, and not known to be acknowledged. */
  readonly surplus: number
}

/** What was on its way when the hour began or ended is not missing: stored in it and acknowledged before, if negative. */
export const inTransitOf = ({ unaccounted, edge }: Pick<Signal, 'unaccounted' | 'edge'>) =>
  Math.abs(unaccounted) <= edge ? unaccounted : 0

export function sumUnaccounted({ spans, logs, points }: Accounting): UnaccountedRecords {
  const beyond = [spans, logs, points].map(of => of.unaccounted - inTransitOf(of))
  const sum = (sign: 1 | -1) => beyond.reduce((total, items) => total + Math.max(0, sign * items), 0)
  return { missing: sum(1), surplus: sum(-1) }
}

/** Explains items that were dropped in another hour, and those unaccounted for; empty if there are none. */
export function describeUnaccountedItems(accounting: Accounting): string[] {
  const { spans, logs, endedCollectors } = accounting
  const { missing, surplus } = sumUnaccounted(accounting)
  return [
    ...(spans.removedElsewhere + logs.removedElsewhere > 0
      ? [
          `Of those dropped by rule, ${pluralize(spans.removedElsewhere, 'span')} and ${pluralize(logs.removedElsewhere, 'log record')} have timestamps before this hour, or were sent again.`,
        ]
      : []),
    ...(missing > 0
      ? [
          'More was acknowledged than was stored or dropped. Data may have been lost between a Collector and the database.',
        ]
      : []),
    ...(surplus > 0
      ? [
          `${formatCount(surplus)} more stored or dropped than acknowledged: ${
            endedCollectors > 0
              ? `${pluralize(endedCollectors, 'Collector')} stopped or restarted since the hour began, without reporting the last seconds.`
              : 'some of it was queued before, or written directly into the tables.'
          }`,
        ]
      : []),
  ]
}
