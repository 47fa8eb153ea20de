import { Link } from 'react-router'
import type { TrafficDecline } from '../../../store/services/list-traffic-declines.ts'
import { formatShare } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'
import { ServiceLink } from '../../ui/elements/service-link.tsx'
import type { Scope } from '../../url/scope.ts'
import { requestsPath } from '../../url/trace-filters.ts'

interface TrafficDropsProps {
  readonly drops: readonly TrafficDecline[]
  readonly scope: Scope
}

/** Services that receive a tenth or less of their usual requests; nothing if there are none. */
export function TrafficDeclines({ drops, scope }: TrafficDropsProps) {
  if (drops.length === 0) return null
  return (
    <section className="notice bad-notice" aria-label="Traffic drops">
      <ul className="alarms">
        {drops.map(({ service, minutes, recent, usual }) => (
          <li key={service}>
            {recent === 0 ? 'No requests' : `${formatCount(recent)} requests`} from <ServiceLink name={service} /> in
            the last {minutes} min, usually {formatCount(usual)}
            {recent > 0 && ` (${formatShare(recent, usual)})`}.{' '}
            <Link to={requestsPath({ ...scope, service })}>View requests</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
