import { useSearchParams } from 'react-router'
import { listExceptions } from '../../../store/exceptions/list-exceptions.ts'
import { listTraces } from '../../../store/traces/list-traces.ts'
import { afterPart, awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { cached, lowPriority, query, tryQuery } from '../../data/query.ts'
import { readPage } from '../../data/read-page.ts'
import { settingsContext } from '../../data/settings.ts'
import { findAlarms } from '../../parts/drop-alarms/find-alarms.ts'
import { comparedPeriods, querySummary } from '../../parts/request-summary/query-summary.server.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { readScope } from '../../url/scope.ts'
import type { Route } from './+types/overview.ts'
import { Alerts } from './alerts.tsx'
import { findIncident } from './find-incident.ts'
import { FiringLines } from './firing-lines.tsx'
import { groupExceptions } from './group-exceptions.ts'
import { HeadlineFigures } from './headline.tsx'
import { IncidentLines } from './incident-lines.tsx'
import { IssueChanges } from './issue-changes.tsx'
import { LatestExceptions } from './latest-exceptions.tsx'
import { listFiringLines } from './list-firing-lines.server.ts'
import { MissingTraffic } from './missing-traffic.tsx'
import { NoTelemetry } from './no-telemetry.tsx'
import { OperationChanges } from './operation-changes.tsx'
import { presentOverview } from './present-overview.server.ts'
import {
  queryIssues,
  queryLatencies,
  queryMissingTraffic,
  queryOperations,
  queryPipeline,
  querySessions,
  queryVitals,
} from './query-overview.server.ts'
import { SummaryCharts, SummaryTable } from './summary.tsx'
import { Vitals } from './vitals.tsx'

const MAX_ROWS = 6
/** Read, so that one issue that repeats leaves room for others. */
const MAX_EXCEPTIONS = 50

/**
 * Answers 400 without a query if the time range is invalid. Without the newest rows the page fails, see `query`; all other parts may be
 * missing.
 */
export async function loader(args: Route.LoaderArgs) {
  const { nowMs, asOfMs, filters, range, listFilters } = readPage(args, readScope)
  const { canary } = args.context.get(settingsContext)
  const { hidden } = listFilters
  const counts = { ...cached, ...lowPriority }
  const list = { ...filters, hidden, range }
  const latest = await query(args, listExceptions, { ...list, limit: MAX_EXCEPTIONS })
  const exceptions = groupExceptions(latest).slice(0, MAX_ROWS)
  // Started after the rows, as on every list.
  const asked = { range, nowMs: asOfMs, listFilters }
  const missing = tryQuery(args, queryMissingTraffic, { ...asked, isPresent: filters.to === undefined }, counts)
  const counted = tryQuery(args, querySummary, asked, counts)
  const summary = Promise.all([counted, missing]).then(([of, traffic]) =>
    'answer' in of
      ? { answer: presentOverview(of.answer, 'answer' in traffic ? traffic.answer.declines : undefined) }
      : of,
  )
  const hasTraces = async () => (await query(args, listTraces, { ...list, limit: 1 })).length > 0
  // If there was data before, its absence is what the page must show.
  const isEmpty =
    latest.length > 0
      ? Promise.resolve(false)
      : counted.then(async of => 'answer' in of && of.answer.services.length === 0 && !(await hasTraces()))
  const issues = tryQuery(args, queryIssues, asked, counts)
  const operations = tryQuery(args, queryOperations, asked, counts)
  const compared = comparedPeriods(asked)
  const incident = Promise.all([summary, issues, operations]).then(([of, changes, slower]) =>
    'answer' in of && 'answer' in changes
      ? {
          answer: findIncident({
            summary: of.answer,
            isTrafficMissing: of.answer.isTrafficMissing,
            issues: changes.answer,
            operations: 'answer' in slower ? slower.answer : [],
            fromNs: compared.fromNs,
            nowNs: BigInt(nowMs) * 1_000_000n,
          }),
        }
      : { answer: undefined },
  )
  const parts = await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
    // The section "What changed" stands above it, and would move it down.
    summary: afterPart(summary, incident),
    incident,
    sessions: tryQuery(args, querySessions, asked, counts),
    issues,
    operations,
    latencies: tryQuery(args, queryLatencies, asked, counts),
    vitals: tryQuery(args, queryVitals, asked, counts),
    pipeline: tryQuery(args, queryPipeline, { ...asked, canary }, counts),
    missing,
    noise: tryQuery(args, findAlarms, { nowMs: asOfMs, hidden }, counts),
    isEmpty,
  })
  const firing = listFiringLines(args.context, filters)
  return { nowMs, filters, exceptions, firing, ...parts, isEmpty: await parts.isEmpty }
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, exceptions, isEmpty, summary, sessions, incident, issues, operations, latencies, ...rest } =
    loaderData
  const { vitals, pipeline, missing, noise, firing } = rest
  const [params] = useSearchParams()
  const timeText = describeTimeRange(filters)
  return (
    <div className="overview">
      <title>Overview · Errata</title>
      <div className="page-head">
        <h1>Overview</h1>
        <p className="muted">{timeText}, vs previous period</p>
      </div>
      <FiringLines firing={firing} nowMs={nowMs} />
      <DeferredSection result={missing} name="Alerts" holds="nothing">
        {answer => <MissingTraffic {...answer} scope={filters} />}
      </DeferredSection>
      <DeferredSection result={incident} name="What changed" holds="nothing">
        {answer => <IncidentLines incident={answer} />}
      </DeferredSection>
      <DeferredSection result={pipeline} name="Ingest status" holds="text">
        {answer => (
          <DeferredSection result={noise} name="Noise alerts" holds="text">
            {alarms => <Alerts {...answer} noise={alarms} nowMs={nowMs} params={params} />}
          </DeferredSection>
        )}
      </DeferredSection>
      {isEmpty ? (
        <NoTelemetry timeText={timeText} params={params} />
      ) : (
        <>
          <DeferredSection result={summary} name="Transactions and errors" holds="screen">
            {answer => (
              <>
                <HeadlineFigures summary={answer} sessions={sessions} scope={filters} />
                <SummaryCharts summary={answer} />
                <SummaryTable summary={answer} latencies={latencies} scope={filters} />
              </>
            )}
          </DeferredSection>
          <div className="section side-by-side of-tables">
            <DeferredSection result={issues} name="Issue changes">
              {answer => <IssueChanges issues={answer} nowMs={nowMs} scope={filters} />}
            </DeferredSection>
            <div>
              <DeferredSection result={operations} name="Latency regressions">
                {answer => <OperationChanges operations={answer} scope={filters} />}
              </DeferredSection>
              <DeferredSection result={vitals} name="Web vitals">
                {answer => <Vitals vitals={answer} scope={filters} />}
              </DeferredSection>
            </div>
          </div>
          <LatestExceptions exceptions={exceptions} nowMs={nowMs} scope={filters} />
        </>
      )}
    </div>
  )
}
