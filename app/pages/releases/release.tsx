import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { cached, lowPriority, query, tryQuery } from '../../data/query.ts'
import { readPage } from '../../data/read-page.ts'
import { settingsContext } from '../../data/settings.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { findWatching } from '../../parts/alerts/find-watching.server.ts'
import { WatchedBy } from '../../parts/alerts/watched-by.tsx'
import { queryRelease } from '../../parts/release-comparison/query-releases.server.ts'
import { nameBaseline } from '../../parts/release-comparison/summarize-release.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { notFound } from '../../url/not-found.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import type { Route } from './+types/release.ts'
import { queryReleaseCharts } from './query-release-charts.server.ts'
import { ReleaseBrowsers } from './release-browsers.tsx'
import { ReleaseCharts } from './release-charts.tsx'
import { readReleaseFilters } from './release-filters.ts'
import { ReleaseHeader } from './release-header.tsx'
import { ReleaseIssues } from './release-issues.tsx'
import { ReleaseLatency } from './release-latency.tsx'
import { ReleaseVitals } from './release-vitals.tsx'

/** Answers 404 for an unknown release, and 400 without a query for an invalid URL. */
export async function loader(args: Route.LoaderArgs) {
  const { nowMs, asOfMs, filters } = readPage(args, readReleaseFilters)
  const release = decodePathSegment(args.params.release)
  const { service, environment, than } = filters
  const asOf = { nowMs: asOfMs }
  const found = await query(args, queryRelease, { ...asOf, release, than, service, environment }, cached)
  const { retentionDays } = args.context.get(settingsContext)
  if (found === undefined) {
    throw notFound(`No selected service reported this release${than && ` after ${than}`} within the retention time.`)
  }
  const charted = { ...asOf, deploy: found.deploy, environment, days: retentionDays.traces }
  const { charts, watching } = await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
    watching: findWatching(args, 'release', { service, environment, release, issue: '' }),
    charts: tryQuery(args, queryReleaseCharts, charted, { ...cached, ...lowPriority }),
  })
  return { nowMs, filters, release, found, charts, watching, tracesDays: retentionDays.traces }
}

const ALERT_OFFERS = [
  ['crash-free sessions', 'crash-free sessions'],
  ['error rate', 'error rate'],
  ['issue', 'issues'],
] as const

export default function ReleasePage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, release, found, charts, watching, tracesDays } = loaderData
  const baseline = nameBaseline(found.deploy)
  return (
    <>
      <title>{`${release} · Release · Errata`}</title>
      <ReleaseHeader days={tracesDays} found={found} scope={filters} nowMs={nowMs} />
      <WatchedBy
        rules={watching}
        about={{ service: filters.service, environment: filters.environment, release }}
        offers={ALERT_OFFERS}
      />
      <ReleaseIssues issues={found.issues} baseline={baseline} changes={['back', 'new']} nowMs={nowMs} />
      <DeferredSection result={charts} name="Adoption and error rate" holds="chart">
        {answer => <ReleaseCharts charts={answer} />}
      </DeferredSection>
      <ReleaseIssues issues={found.issues} baseline={baseline} changes={['still', 'gone']} nowMs={nowMs} />
      <ReleaseLatency services={found.services} latencies={found.durations} baseline={baseline} />
      <ReleaseBrowsers browsers={found.browsers} baseline={baseline} />
      <ReleaseVitals vitals={found.vitals} baseline={baseline} />
      <p className="section muted small">
        A dash instead of a change means fewer than {MIN_COUNT_FOR_PERCENTAGE} measurements in one of the releases. A
        session counts as crashed after an unhandled exception or a failed page, but not after a handled error or a
        resource that failed to load.
      </p>
    </>
  )
}
