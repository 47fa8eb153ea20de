/*
 * Red has one meaning for each number. A level, such as an error rate or a web vital, is red beyond its threshold. A change is red if the
 * number is worse than before, or green if better. A change beside a rated level that is good has no colour, nor has a level on the pages
 * that compare releases, nor failures that `assessFailures` says are no trouble, nor a change that chance explains.
 */

/** From this share on, an error rate is red on every page. */
export const BAD_ERROR_SHARE = 0.01

/** A percentage of fewer is not meaningful. */
export const MIN_COUNT_FOR_PERCENTAGE = 20

/** Errors out of a total. */
export interface ErrorCount {
  readonly errors: number
  readonly total: number
}

interface ComparedCount {
  readonly now: number
  readonly before: number
}

/** Failed requests of all, 0 to 1, in two periods; 0 without requests. */
export const errorRates = (failed: ComparedCount, requests: ComparedCount): ComparedCount => ({
  now: failed.now / Math.max(1, requests.now),
  before: failed.before / Math.max(1, requests.before),
})

/** Whether two counts of events may differ by chance: by at most two standard deviations of a Poisson distribution. */
export const isByChance = (a: number, b: number) => Math.abs(a - b) <= 2 * Math.sqrt(a + b)

/** Whether more requests failed than before, by a tenth and more than chance explains. */
export function failsMore(failed: ComparedCount, requests: ComparedCount): boolean {
  const { now, before } = errorRates(failed, requests)
  return now > before * 1.1 && !isByChance(failed.now, before * requests.now)
}

/** Counts that differ by less are said to be equal, unless one is three times the other. */
const MIN_DIFFERENCE = 10

/** Whether the difference of two counts of events is too small to be told as a percentage. */
export const isSmallDifference = (a: number, b: number) =>
  Math.abs(a - b) < MIN_DIFFERENCE && Math.max(a, b) < 3 * Math.min(a, b)

/** Whether so many of them are errors that the share is shown in red. */
export const isBadErrorShare = ({ errors, total }: ErrorCount) => errors > 0 && errors >= total * BAD_ERROR_SHARE

/** Sorts the highest share of errors first, those with too few to give a percentage after the others, then the largest total. */
export function compareErrorShares(a: ErrorCount, b: ErrorCount): number {
  const isMeaningful = ({ total }: ErrorCount) => Number(total >= MIN_COUNT_FOR_PERCENTAGE)
  const shareOf = ({ errors, total }: ErrorCount) => (total === 0 ? 0 : errors / total)
  return isMeaningful(b) - isMeaningful(a) || shareOf(b) - shareOf(a) || b.total - a.total
}

/** Failed requests of all, in two periods. */
export interface Failures {
  readonly failed: ComparedCount
  readonly requests: ComparedCount
}

export const errorsOf = ({ failed, requests }: Failures): ErrorCount => ({ errors: failed.now, total: requests.now })

/** Sorts those that fail more than before first, each the highest error rate first. */
export const compareFailures = (a: Failures, b: Failures) =>
  Number(failsMore(b.failed, b.requests)) - Number(failsMore(a.failed, a.requests)) ||
  compareErrorShares(errorsOf(a), errorsOf(b))
