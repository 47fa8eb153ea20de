import type { IngestAccounting } from '../../../store/accounting/get-ingest-accounting.ts'
import type { SignalReconciliation } from '../../../store/accounting/reconcile.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { describeUnaccountedItems, sumUnaccounted } from './describe-unaccounted.ts'
import { type KnownStatus, type StatusVerdict, summarizeStatus } from './summarize-status.server.ts'

export interface DescribedAccounting extends IngestAccounting {
  /** `12 of 4,000 records lost or unaccounted for` */
  readonly outcome: string
  readonly hasLosses: boolean
  /** Sentences about what is unaccounted for. */
  readonly unaccounted: readonly string[]
}

/** `undefined` if there is no result yet, 'too much' if counting took too long. */
export type ShownAccounting = DescribedAccounting | 'too much' | undefined

export interface AccountingAnswer {
  readonly shown: ShownAccounting
  /** That of the page, with what the accounting adds. */
  readonly verdict: StatusVerdict
}

/** In words; an hour that is too large to count is not an outage. */
export function describeAccounting(
  told: QueryResult<IngestAccounting | undefined>,
  known: KnownStatus,
): QueryResult<AccountingAnswer> {
  if ('outage' in told && told.outage.kind !== 'timeout') return told
  const answer = 'outage' in told ? 'too much' : told.answer
  if (answer === undefined || answer === 'too much') {
    return { answer: { shown: answer, verdict: summarizeStatus(known) } }
  }
  const accounting = sumUnaccounted(answer)
  const sum = (count: (of: SignalReconciliation) => number) =>
    [answer.spans, answer.logs, answer.points].reduce((total, of) => total + count(of), 0)
  const lost = sum(of => of.givenUp) + accounting.missing
  return {
    answer: {
      shown: {
        ...answer,
        outcome: `${formatCount(lost)} of ${pluralize(
          sum(of => of.acknowledged),
          'record',
        )} lost or unaccounted for`,
        hasLosses: lost > 0,
        unaccounted: describeUnaccountedItems(answer),
      },
      verdict: summarizeStatus({ ...known, accounting }),
    },
  }
}
