import { type Change, type ComparedCount, compareShares, shareOf } from './change.ts'
import { BAD_ERROR_SHARE, MIN_COUNT_FOR_PERCENTAGE } from './thresholds.ts'

/*
 * Red has one meaning for each number. A level, such as an error rate or a web vital, is red beyond its threshold. A change is red if the
 * number is worse than before, or green if better. A change beside a rated level that is good has no colour, nor has a level on the pages
 * that compare releases, nor failures that `assessFailures` says are no trouble, nor a change that chance explains.
 */

/** Errors out of a total. */
export interface ErrorCount {
  readonly errors: number
  readonly total: number
}

/** Failed requests of all, in two periods. */
export interface Failures {
  readonly failed: ComparedCount
  readonly requests: ComparedCount
}

/** Compares the error rates, each from 0 to 1; 0 without requests. */
export const compareErrorRates = ({ failed, requests }: Failures): Change =>
  compareShares({ part: failed.now, whole: requests.now }, { part: failed.before, whole: requests.before })

/** True if a larger share of the requests failed than before. */
export const failsMore = (of: Failures): boolean => compareErrorRates(of).direction === 'more'

/** True if so many of them are errors that the share is shown in red. */
export const isBadErrorShare = ({ errors, total }: ErrorCount) => errors > 0 && errors >= total * BAD_ERROR_SHARE

/** Sorts the highest share of errors first, those with too few to give a percentage after the others, then the largest total. */
export function byErrorShare(a: ErrorCount, b: ErrorCount): number {
  const isMeaningful = ({ total }: ErrorCount) => Number(total >= MIN_COUNT_FOR_PERCENTAGE)
  const share = ({ errors, total }: ErrorCount) => shareOf({ part: errors, whole: total })
  return isMeaningful(b) - isMeaningful(a) || share(b) - share(a) || b.total - a.total
}

export const errorsOf = ({ failed, requests }: Failures): ErrorCount => ({ errors: failed.now, total: requests.now })

/** Sorts those that fail more than before first, each the highest error rate first. */
export const byFailures = (a: Failures, b: Failures) =>
  Number(failsMore(b)) - Number(failsMore(a)) || byErrorShare(errorsOf(a), errorsOf(b))
