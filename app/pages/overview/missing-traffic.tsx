import { Fragment } from 'react'
import { Link } from 'react-router'
import { ServiceLink } from '../../ui/links/service-link.tsx'
import type { Scope } from '../../url/scope.ts'
import { requestsPath, tracesPath } from '../../url/trace-filters.ts'
import type { DescribedDeclines } from './describe-declines.server.ts'
import type { DescribedSilence } from './describe-silences.server.ts'

interface MissingTrafficProps {
  readonly declines: DescribedDeclines | undefined
  readonly silences: readonly DescribedSilence[]
  readonly scope: Scope
}

/** Services that receive a tenth or less of their usual requests, and what does not run as usual; nothing if there is neither. */
export function MissingTraffic({ declines, silences, scope }: MissingTrafficProps) {
  return (
    <>
      {declines !== undefined && (
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
      )}
      {silences.length > 0 && (
        <section className="notice bad-notice" aria-label="Missed runs">
          <strong>Not running as usual</strong>
          <ul>
            {silences.map(({ service, environment, operation, filters, text }) => (
              <li key={`${service} ${environment}`}>
                <ServiceLink name={service} />
                {operation !== '' && (
                  <>
                    {': '}
                    <strong>
                      <Link to={tracesPath({ ...scope, ...filters })}>{operation}</Link>
                    </strong>
                  </>
                )}{' '}
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
