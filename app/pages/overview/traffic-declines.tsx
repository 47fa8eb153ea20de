import { Fragment } from 'react'
import { Link } from 'react-router'
import { ServiceLink } from '../../ui/links/service-link.tsx'
import type { Scope } from '../../url/scope.ts'
import { requestsPath } from '../../url/trace-filters.ts'
import type { DescribedDeclines } from './describe-declines.server.ts'

interface TrafficDeclinesProps {
  readonly declines: DescribedDeclines | undefined
  readonly scope: Scope
}

/** Services that receive a tenth or less of their usual requests; nothing if there are none. */
export function TrafficDeclines({ declines, scope }: TrafficDeclinesProps) {
  if (declines === undefined) return null
  return (
    <section className="notice bad-notice" aria-label="Traffic drops">
      <strong>{declines.title}</strong>
      <p>
        {declines.services.map(({ service, text }, i) => (
          <Fragment key={service}>
            {i > 0 && ' · '}
            <ServiceLink name={service} /> <Link to={requestsPath({ ...scope, service })}>{text}</Link>
          </Fragment>
        ))}
      </p>
    </section>
  )
}
