import { Link } from 'react-router'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { changeParams } from '../../url/filter-links.ts'
import { scopeCodecs } from '../../url/scope.ts'

interface NoTelemetryProps {
  /** The time range as text. */
  readonly timeText: string
  readonly params: URLSearchParams
}

/** Replaces the overview if there is no data in either period: what to do next. */
export function NoTelemetry({ timeText, params }: NoTelemetryProps) {
  const { service, environment, release, last, from, to } = scopeCodecs
  const isNarrowed = [service, environment, release].some(({ param }) => params.has(param))
  return (
    <EmptyState title={`No telemetry, ${timeText}`}>
      <p>
        {isNarrowed && (
          <>
            <Link to={changeParams(params, { [service.param]: '', [environment.param]: '', [release.param]: '' })}>
              Show all services
            </Link>
            ,{' '}
          </>
        )}
        <Link to={changeParams(params, { [last.param]: '14d', [from.param]: '', [to.param]: '' })}>
          {isNarrowed ? 'search the last 14 days' : 'Search the last 14 days'}
        </Link>
        , or check the <Link to="/status">pipeline page</Link> for ingest problems.
      </p>
      <p>
        To send telemetry, point a service at the OTLP port. <code>npm run seed</code> generates sample telemetry.
      </p>
      <p>
        <OwnTrafficNotice params={params} />
      </p>
    </EmptyState>
  )
}
