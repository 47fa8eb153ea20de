import type { ComparedLatency } from '../../../store/services/list-latencies.ts'
import { formatAmount } from '../../format/amount.ts'
import { assessFailures, type FailureVerdict } from '../../insights/assess-failures.ts'

/** `all HTTP 402`, `6 × HTTP 402`, `6 × HTTP 4xx`: the failures that callers caused; '' without any. */
export function describeClientErrors({ now, clientErrors, clientErrorStatuses }: ComparedLatency): string {
  if (clientErrors === 0) return ''
  const [lowest, highest] = clientErrorStatuses
  const status = lowest === highest ? `HTTP ${lowest}` : 'HTTP 4xx'
  return clientErrors >= now.failed ? `all ${status}` : `${formatAmount(clientErrors)} × ${status}`
}

/** The verdict on the failures of one operation. */
export const assessOperation = ({ now, before, clientErrors }: ComparedLatency): FailureVerdict =>
  assessFailures({
    failed: { now: now.failed, before: before.failed },
    requests: { now: now.requests, before: before.requests },
    clientErrors,
  })
