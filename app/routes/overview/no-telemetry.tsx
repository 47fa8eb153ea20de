import { Link } from 'react-router'
import { Empty } from '../../ui/feedback/empty-state.tsx'
import { OwnHidden } from '../../ui/feedback/own-traffic-notice.tsx'
import { withParams } from '../../url/filter-links.ts'
import { scopeCodecs } from '../../url/scope.ts'

interface NothingHereProps {
  /** The time, in words. */
  readonly inWords: string
  readonly params: URLSearchParams
}

/** Stands for the whole overview where nothing came, neither in its time nor in the one before: what to do next. */
export function NothingHere({ inWords, params }: NothingHereProps) {
  const { service, environment, release, last, from, to } = scopeCodecs
  const isNarrowed = [service, environment, release].some(({ param }) => params.has(param))
  return (
    <Empty title={`No trace and no exception, ${inWords}`}>
      <p>
        {isNarrowed && (
          <>
            <Link to={withParams(params, { [service.param]: '', [environment.param]: '', [release.param]: '' })}>
              Look at every service
            </Link>
            ,{' '}
          </>
        )}
        <Link to={withParams(params, { [last.param]: '14d', [from.param]: '', [to.param]: '' })}>
          {isNarrowed ? 'at the last 14 days' : 'Look at the last 14 days'}
        </Link>
        , or see on the <Link to="/status">pipeline page</Link> what has arrived.
      </p>
      <p>
        To send something, point a service at the OTLP port; <code>npm run seed</code> makes telemetry to look round in.
      </p>
      <p>
        <OwnHidden params={params} />
      </p>
    </Empty>
  )
}
