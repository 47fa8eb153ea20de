import type { ComparedLatency } from '../../../store/services/list-latencies.ts'
import { formatAmount } from '../../format/amount.ts'
import { failsMore } from '../../format/error-share.ts'

/** `all HTTP 402`, `6 of 7 HTTP 402`, `6 of 7 HTTP 4xx`: the failures that callers caused; '' without any. */
export function describeClientErrors({ now, clientErrors, clientErrorStatuses }: ComparedLatency): string {
  if (clientErrors === 0) return ''
  const [lowest, highest] = clientErrorStatuses
  const status = lowest === highest ? `HTTP ${lowest}` : 'HTTP 4xx'
  return clientErrors >= now.failed
    ? `all ${status}`
    : `${formatAmount(clientErrors)} of ${formatAmount(now.failed)} ${status}`
}

/** Whether callers caused all failures, such as declined cards, and they are no more than before. */
export function areUsualClientErrors({ now, before, clientErrors }: ComparedLatency): boolean {
  const failed = { now: now.failed, before: before.failed }
  return (
    clientErrors > 0 && clientErrors >= now.failed && !failsMore(failed, { now: now.requests, before: before.requests })
  )
}
