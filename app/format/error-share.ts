/*
 * Red has one meaning for each number. A level, such as an error rate or a web vital, is red beyond its threshold. A change is red if the
 * number is worse than before, or green if better. A change beside a rated level that is good has no colour, nor has a level on the pages
 * that compare releases, nor failures that {@link assessFailures} says are no trouble, nor a change that chance explains.
 */

/** From this share on, an error rate is red on every page. */
const BAD_ERROR_SHARE = 0.01

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

interface Failures {
  readonly failed: ComparedCount
  readonly requests: ComparedCount
}

export const errorsOf = ({ failed, requests }: Failures): ErrorCount => ({ errors: failed.now, total: requests.now })

/** Sorts those that fail more than before first, each the highest error rate first. */
export const compareFailures = (a: Failures, b: Failures) =>
  Number(failsMore(b.failed, b.requests)) - Number(failsMore(a.failed, a.requests)) ||
  compareErrorShares(errorsOf(a), errorsOf(b))

export interface FailureVerdict {
  /** Whether the error rate is red. */
  readonly isBad: boolean
  /** `none for 6 h`, `too few to tell`; '' if the change to the time before tells more. */
  readonly note: string
}

interface AssessedFailures extends Failures {
  /** Of the failed requests of now those that callers caused, such as declined cards. @default 0, as where it is unknown */
  readonly clientErrors?: number
  /** How long there have been none; '' if they go on. */
  readonly quietFor?: string
}

/**
 * How the failures of one service are told, alike on all pages. An error rate beyond the threshold is not red if failures have stopped; or if
 * they are no more than before and either callers caused all of them or less than half of fewer than 100 requests failed: of those a single
 * failure is beyond the threshold.
 */
export function assessFailures({
  failed,
  requests,
  clientErrors = 0,
  quietFor = '',
}: AssessedFailures): FailureVerdict {
  const isBeyond = isBadErrorShare({ errors: failed.now, total: requests.now })
  const isMore = failsMore(failed, requests)
  const areFew = !isMore && requests.now * BAD_ERROR_SHARE < 1 && failed.now * 2 < requests.now
  const areOfCallers = !isMore && clientErrors > 0 && clientErrors >= failed.now
  return {
    isBad: isBeyond && quietFor === '' && !areFew && !areOfCallers,
    note: !isBeyond ? '' : quietFor !== '' ? `none for ${quietFor}` : areFew ? 'too few to tell' : '',
  }
}
