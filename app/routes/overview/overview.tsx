import { Suspense } from 'react'
import { data, Link, useSearchParams } from 'react-router'
import { listExceptions } from '../../../store/exceptions/list-exceptions.ts'
import { findAlarms } from '../../../store/noise/find-alarms.ts'
import { listSignals } from '../../../store/pipeline/list-signals.ts'
import { listTraces } from '../../../store/traces/list-traces.ts'
import { awaitUpTo, timeToFirstByte } from '../../server/await-up-to.ts'
import { cached, lowPriority, query, tryQuery } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { comesLater } from '../../ui/elements/lazy-section.ts'
import { SignalStrip } from '../../ui/elements/signal-freshness.tsx'
import { Part } from '../../ui/feedback/deferred-section.tsx'
import { Empty } from '../../ui/feedback/empty-state.tsx'
import { OUTAGE_WORDS } from '../../ui/feedback/outage.ts'
import { OwnHidden } from '../../ui/feedback/own-traffic-notice.tsx'
import { NotAsked } from '../../ui/filters/invalid-filters.tsx'
import { timeInWords } from '../../ui/filters/time-range-fields.tsx'
import { ExceptionTable } from '../../ui/table/exception-table.tsx'
import { TraceTable } from '../../ui/table/trace-table.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { leaveOutEmpty } from '../../url/filter-links.ts'
import { hiddenServices, readScope } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import { Alarms } from '../noise/alarms.tsx'
import type { Route } from './+types/overview.ts'
import { countedScope } from './align-scope.ts'
import { Headline } from './headline.tsx'
import { NothingHere } from './no-telemetry.tsx'
import { PipelineLine } from './pipeline-line.tsx'
import {
  askIssues,
  askPipeline,
  askRoutes,
  askSessions,
  askSummary,
  askVitals,
  comparisonOf,
} from './query-overview.server.ts'
import { SummaryCharts, SummaryTable } from './summary.tsx'

const ROWS = 6

const issueChanges = comesLater(async () => (await import('./issue-changes.tsx')).IssueChanges)
const routeChanges = comesLater(async () => (await import('./route-changes.tsx')).RouteChanges)
const vitalsPart = comesLater(async () => (await import('./vitals.tsx')).Vitals)

/**
 * Answers 400 and asks nothing where the time cannot be read. The newest rows are the page's own: without them it is what `query` makes
 * of it; every other part may be missing.
 */
export async function loader(args: Route.LoaderArgs) {
  leaveOutEmpty(args.url)
  const nowMs = Date.now()
  const { filters, faults, range } = readScope(args.url.searchParams, nowMs)
  if (faults.length > 0) return data({ nowMs, filters, faults, latest: undefined }, { status: 400 })
  const { canary, ownServices } = args.context.get(settingsContext)
  const hidden = hiddenServices(filters, ownServices)
  const { service, environment, release } = filters
  const counts = { ...cached, ...lowPriority }
  const list = { ...filters, hidden, range, limit: ROWS }
  const [exceptions, traces, signals] = await Promise.all([
    query(args, listExceptions, list),
    query(args, listTraces, list),
    tryQuery(args, listSignals, { range }, cached),
    issueChanges.ready(),
    routeChanges.ready(),
    vitalsPart.ready(),
  ])
  // Begun when the rows are there, as on every list.
  const asked = { range, nowMs: floorToInterval(nowMs), narrowing: { service, environment, release, hidden } }
  const summary = tryQuery(args, askSummary, asked, counts)
  // Where there are no rows, whether anything was counted says what the page is.
  if (exceptions.length === 0 && traces.length === 0) await summary
  const parts = await awaitUpTo(timeToFirstByte({ url: args.url, nowMs }), {
    summary,
    sessions: tryQuery(args, askSessions, asked, counts),
    issues: tryQuery(args, askIssues, asked, counts),
    routes: tryQuery(args, askRoutes, asked, counts),
    vitals: tryQuery(args, askVitals, asked, counts),
    pipeline: tryQuery(args, askPipeline, { ...asked, canary }, counts),
    alarms: tryQuery(args, findAlarms, { nowMs: asked.nowMs, hidden }, counts),
  })
  const scope = countedScope(filters, comparisonOf(asked))
  return { nowMs, filters: scope, faults, latest: { exceptions, traces, signals, ...parts } }
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, faults, latest } = loaderData
  const [params] = useSearchParams()
  const inWords = timeInWords(filters)
  const head = (
    <>
      <title>Overview · Errata</title>
      <div className="page-head">
        <h1>Overview</h1>
        <p className="muted">{faults.length === 0 && `${inWords}, against the same length before`}</p>
      </div>
    </>
  )
  if (latest === undefined) {
    return (
      <>
        {head}
        <NotAsked faults={faults} />
      </>
    )
  }
  const { exceptions, traces, signals, summary, sessions, issues, routes, vitals, pipeline, alarms } = latest
  // Where something came before, that nothing comes now is what there is to see.
  const isEmpty =
    exceptions.length === 0 && traces.length === 0 && 'answer' in summary && summary.answer.services.length === 0
  return (
    <div className="overview">
      {head}
      <Part of={pipeline} name="Whether all that is sent arrives" holds="text">
        {answer => <PipelineLine {...answer} nowMs={nowMs} params={params} />}
      </Part>
      <Part of={alarms} name="Whether the drop rules do what they used to" holds="nothing">
        {answer => <Alarms alarms={answer} />}
      </Part>
      {isEmpty ? (
        <NothingHere inWords={inWords} params={params} />
      ) : (
        <>
          <Part of={summary} name="What was asked for and failed" holds="screen">
            {answer => (
              <>
                <Headline summary={answer} sessions={sessions} scope={filters} />
                <SummaryCharts summary={answer} params={params} />
                <SummaryTable summary={answer} scope={filters} />
              </>
            )}
          </Part>
          <div className="section side-by-side">
            <Part of={issues} name="What is new and what grew">
              {answer => (
                <Suspense>
                  <issueChanges.Shown issues={answer} nowMs={nowMs} scope={filters} />
                </Suspense>
              )}
            </Part>
            <div>
              <Part of={routes} name="Which routes became slower">
                {answer => (
                  <Suspense>
                    <routeChanges.Shown routes={answer} scope={filters} />
                  </Suspense>
                )}
              </Part>
              <Part of={vitals} name="How pages felt">
                {answer => (
                  <Suspense>
                    <vitalsPart.Shown vitals={answer} scope={filters} />
                  </Suspense>
                )}
              </Part>
            </div>
          </div>
          <div className="section side-by-side">
            <section aria-labelledby="exceptions">
              <div className="page-head">
                <h2 id="exceptions">Latest exceptions</h2>
                <Link to={exceptionsPath(filters)}>All exceptions</Link>
              </div>
              {exceptions.length === 0 ? (
                <Empty title="No exceptions" level={3}>
                  <p>None, {inWords}. That is good news if spans and logs keep arriving.</p>
                </Empty>
              ) : (
                <ExceptionTable exceptions={exceptions} nowMs={nowMs} caption="Latest exceptions" brief />
              )}
            </section>
            <section aria-labelledby="traces">
              <div className="page-head">
                <h2 id="traces">Latest traces</h2>
                <Link to={tracesPath(filters)}>All traces</Link>
              </div>
              {traces.length === 0 ? (
                <Empty title="No traces" level={3}>
                  <p>
                    None, {inWords}: what was thrown came in none. The <Link to="/status">pipeline page</Link> says what
                    has arrived.
                  </p>
                </Empty>
              ) : (
                <TraceTable traces={traces} nowMs={nowMs} caption="Latest traces" brief />
              )}
            </section>
          </div>
        </>
      )}
      <section className="section" aria-label="How fresh the telemetry is">
        {'answer' in signals ? (
          <SignalStrip signals={signals.answer} nowMs={nowMs} />
        ) : (
          <p className="notice">How fresh the telemetry is cannot be said now. {OUTAGE_WORDS[signals.outage].what}</p>
        )}
        {!isEmpty && (
          <p className="muted small note">
            <OwnHidden params={params} /> Counts are exact to about 200 in five minutes, within 5 % beyond; percentiles
            look at about 20,000 transactions.
          </p>
        )}
      </section>
    </div>
  )
}
