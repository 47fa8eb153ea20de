import { data } from 'react-router'
import { cached, query } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { InvalidFilters } from '../../ui/filters/invalid-filters.tsx'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { notFound } from '../../url/not-found.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { readScope } from '../../url/scope.ts'
import type { Route } from './+types/release.ts'
import { queryRelease } from './query-releases.server.ts'
import { ReleaseBrowsers } from './release-browsers.tsx'
import { ReleaseHeader } from './release-header.tsx'
import { ReleaseIssues } from './release-issues.tsx'
import { ReleaseLatency } from './release-latency.tsx'

/** Answers 404 for a release that no service named, and 400, asking nothing, where the address cannot be read. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const release = decodePathSegment(args.params.release)
  const { filters, filterErrors } = readScope(args.url.searchParams, nowMs)
  if (filterErrors.length > 0)
    return data({ nowMs, filters, filterErrors, release, found: undefined, tracesDays: 0 }, { status: 400 })
  const { service, environment } = filters
  const found = await query(args, queryRelease, { release, service, environment }, cached)
  const { retentionDays } = args.context.get(settingsContext)
  if (found === undefined) {
    throw notFound('No selected service reported this release within the retention time.')
  }
  return data({ nowMs, filters, filterErrors, release, found, tracesDays: retentionDays.traces })
}

export default function ReleasePage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, filterErrors, release, found, tracesDays } = loaderData
  return (
    <>
      <title>{`${release} · Release · Errata`}</title>
      {found === undefined ? (
        <>
          <div className="page-head">
            <h1 className="break">Release {release}</h1>
          </div>
          <InvalidFilters filterErrors={filterErrors} />
        </>
      ) : (
        <>
          <ReleaseHeader deploy={found.deploy} issues={found.issues} scope={filters} nowMs={nowMs} />
          <ReleaseIssues issues={found.issues} nowMs={nowMs} />
          <ReleaseLatency
            className="section"
            title="Latency and failures by route"
            none="No requests of this release are stored."
            latencies={found.durations}
          />
          <div className="section side-by-side of-tables">
            <ReleaseBrowsers browsers={found.browsers} />
            <ReleaseLatency title="Web vitals" none="No browser reported web vitals." latencies={found.vitals} />
          </div>
          <p className="section muted small">
            Requests, sessions and latencies cover the last {tracesDays} days. A session counts as crashed after an
            unhandled exception or a failed page. Resources that failed to load and handled errors do not count. Routes
            and browsers that got worse come first.
          </p>
        </>
      )}
    </>
  )
}
