import type { RelayedRequests } from '../../../store/pipeline/list-losses.ts'
import { formatCount, pluralize } from '../../format/count.ts'

/** Says in a sentence how relays answered the requests of browsers, and names the services whose requests were rejected; '' without requests. */
export function describeRelayedRecords(relayed: readonly RelayedRequests[]): string {
  if (relayed.length === 0) return ''
  const [forwarded, rejected] = [
    relayed.filter(({ status }) => status === '200'),
    relayed.filter(({ status }) => status !== '200'),
  ]
  if (rejected.length === 0)
    return `Relays forwarded ${pluralize(sum(forwarded), 'browser request')} and rejected none.`
  const reasons = rejected
    .toSorted((one, other) => other.requests - one.requests)
    .map(({ service, status, requests }) => `${formatCount(requests)} of ${service} with ${status}`)
  return `Relays forwarded ${formatCount(sum(forwarded))} of ${pluralize(sum(relayed), 'browser request')}. Rejected: ${reasons.join(', ')}. Browsers retry after 429 and 503.`
}

const sum = (relayed: readonly RelayedRequests[]) => relayed.reduce((all, { requests }) => all + requests, 0)
