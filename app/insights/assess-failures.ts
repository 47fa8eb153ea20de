import { type Failures, failsMore, isBadErrorShare } from './error-rates.ts'
import { BAD_ERROR_SHARE } from './thresholds.ts'

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
  const isMore = failsMore({ failed, requests })
  const areFew = !isMore && requests.now * BAD_ERROR_SHARE < 1 && failed.now * 2 < requests.now
  const areOfCallers = !isMore && clientErrors > 0 && clientErrors >= failed.now
  return {
    isBad: isBeyond && quietFor === '' && !areFew && !areOfCallers,
    note: !isBeyond ? '' : quietFor !== '' ? `none for ${quietFor}` : areFew ? 'too few to tell' : '',
  }
}
