import { Link, redirect } from 'react-router'
import { getSampledShare } from '../../../store/services/get-sampled-share.ts'
import { listQueueTimes } from '../../../store/services/list-queue-times.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { cached, lowPriority, tryQuery } from '../../data/query.ts'
import { readPage } from '../../data/read-page.ts'
import { settingsContext } from '../../data/settings.ts'
import { formatShare } from '../../format/amount.ts'
import { findWatching } from '../../parts/alerts/find-watching.server.ts'
import { WatchedBy } from '../../parts/alerts/watched-by.tsx'
import { VitalTable } from '../../parts/web-vitals/vital-table.tsx'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { issuesPath } from '../../url/issue-filters.ts'
import { logsPath } from '../../url/log-filters.ts'
import { servicePath, telemetryPath } from '../../url/page-paths.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { excludedServices, readScope, writeScope } from '../../url/scope.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import type { Route } from './+types/service.ts'
import { ServiceNeighbours } from './neighbours.tsx'
import { OperationLatencies } from './operation-latencies.tsx'
import {
  queryIssues,
  queryOperations,
  queryReleases,
  querySelfTimes,
  queryServiceCharts,
  queryServiceNeighbours,
  queryVitalCauses,
  queryVitals,
} from './query-services.server.ts'
import { QueueTimesTable } from './queue-times.tsx'
import { RecentIssuesAndReleases } from './recent-issues-and-releases.tsx'
import { SelfTimes } from './self-times.tsx'
import { ServiceCharts } from './service-charts.tsx'
import { servicesPath } from './service-filters.ts'
import { VitalCauses } from './vital-causes.tsx'

/** Answers 400 without a query if a filter is invalid. Selecting a service in the scope redirects to its page. */
export async function loader(args: Route.LoaderArgs) {
  const { nowMs, asOfMs, filters, range, listFilters } = readPage(args, readScope)
  const service = decodePathSegment(args.params.service)
  if (filters.service !== '' && filters.service !== service) throw redirect(servicePath(filters.service, filters))
  const hidden = excludedServices({ ...filters, service }, args.context.get(settingsContext).ownServices)
  const asked = { range, nowMs: asOfMs, listFilters: { ...listFilters, service, hidden } }
  const counts = { ...cached, ...lowPriority }
  const charts = tryQuery(args, queryServiceCharts, asked, cached)
  const parts = await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
    charts,
    watching: findWatching(args, 'service', { ...filters, service, issue: '' }),
    operations: tryQuery(args, queryOperations, asked, counts),
    selfTimes: tryQuery(args, querySelfTimes, asked, counts),
    neighbours: tryQuery(args, queryServiceNeighbours, asked, counts),
    sampledShare: tryQuery(args, getSampledShare, { range, ...asked.listFilters }, counts),
    queueTimes: tryQuery(args, listQueueTimes, { range, ...asked.listFilters }, counts),
    issues: tryQuery(args, queryIssues, asked, counts),
    releases: tryQuery(args, queryReleases, asked, counts),
    vitals: tryQuery(args, queryVitals, asked, counts),
    causes: tryQuery(args, queryVitalCauses, asked, counts),
  })
  const scope = { ...filters, service }
  return { nowMs, service, filters: scope, parts }
}

/** What its charts show can be watched. */
const ALERT_OFFERS = [
  ['error rate', 'error rate'],
  ['p95', 'p95'],
  ['requests stopped', 'stopped requests'],
  ['issue', 'issues'],
] as const

export default function ServicePage({ loaderData }: Route.ComponentProps) {
  const { nowMs, service, filters, parts } = loaderData
  return (
    <div className="overview">
      <title>{`${service} · Service · Errata`}</title>
      <div className="page-head">
        <h1 className="break">
          <ServiceName name={service} />
        </h1>
        <p className="muted">
          {describeTimeRange(filters)}, vs previous period
          <DeferredValue result={parts.sampledShare}>
            {share => share < 1 && ` · Sampled ${formatShare(share, 1)}, not extrapolated`}
          </DeferredValue>
        </p>
        <p>
          <Link to={tracesPath(filters)}>Traces</Link> · <Link to={logsPath(filters)}>Logs</Link> ·{' '}
          <Link to={issuesPath(filters)}>Issues</Link> · <Link to={exceptionsPath(filters)}>Exceptions</Link> ·{' '}
          <Link to={`/releases?${new URLSearchParams(writeScope(filters))}`}>Releases</Link> ·{' '}
          <Link to={servicesPath({ ...filters, show: 'map' })}>Map</Link> ·{' '}
          <Link to={telemetryPath(service, filters)}>What it sends</Link>
        </p>
      </div>
      <WatchedBy
        rules={parts.watching}
        about={{ service, environment: filters.environment, release: filters.release }}
        offers={ALERT_OFFERS}
      />
      <DeferredSection result={parts.charts} name="Transactions" holds="screen">
        {answer => <ServiceCharts charts={answer} selfTimes={parts.selfTimes} scope={filters} />}
      </DeferredSection>
      <RecentIssuesAndReleases issues={parts.issues} releases={parts.releases} scope={filters} nowMs={nowMs} />
      <DeferredSection result={parts.operations} name="Operations" holds="table">
        {answer => <OperationLatencies latencies={answer} scope={filters} />}
      </DeferredSection>
      <DeferredSection result={parts.selfTimes} name="Where the time goes" holds="table">
        {answer => <SelfTimes selfTimes={answer} scope={filters} />}
      </DeferredSection>
      <DeferredSection result={parts.neighbours} name="Callers and callees" holds="table">
        {answer => <ServiceNeighbours neighbours={answer} scope={filters} />}
      </DeferredSection>
      <DeferredSection result={parts.queueTimes} name="Time in the queue" holds="nothing">
        {queueTimes =>
          queueTimes.queues.length > 0 && (
            <section className="section" aria-labelledby="queue-times">
              <h2 id="queue-times">Time in the queue</h2>
              <QueueTimesTable queueTimes={queueTimes} />
            </section>
          )
        }
      </DeferredSection>
      <DeferredSection result={parts.vitals} name="Web vitals" holds="nothing">
        {routes =>
          routes.length > 0 && (
            <section className="section" aria-labelledby="vitals">
              <h2 id="vitals">Web vitals by route</h2>
              <VitalTable routes={routes} scope={filters} />
            </section>
          )
        }
      </DeferredSection>
      <DeferredSection result={parts.causes} name="Causes of poor web vitals" holds="nothing">
        {causes =>
          causes.length > 0 && (
            <section className="section" aria-labelledby="vital-causes">
              <h2 id="vital-causes">Causes of poor web vitals</h2>
              <VitalCauses causes={causes} scope={filters} />
            </section>
          )
        }
      </DeferredSection>
    </div>
  )
}
