import { data, redirect, useSearchParams } from 'react-router'
import { parseSearch } from '../../../search/parse-search.ts'
import { listExceptions } from '../../../store/exceptions/list-exceptions.ts'
import { listSessions } from '../../../store/sessions/list-sessions.ts'
import { listUserSessions } from '../../../store/sessions/list-user-sessions.ts'
import { findSpans } from '../../../store/spans/find-spans.ts'
import { query } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { pluralize } from '../../format/count.ts'
import { describeLastIssues, describeUserIssues } from '../../parts/session-events/describe-issues.server.ts'
import { aroundLastFailure, describeSteps } from '../../parts/session-events/describe-steps.ts'
import { EventTable } from '../../parts/session-events/event-table.tsx'
import { SessionTable } from '../../parts/session-list/session-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InvalidFilters } from '../../ui/feedback/invalid-filters.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { changeParams, redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { notFound } from '../../url/not-found.ts'
import { sessionPath } from '../../url/page-paths.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { facetClause } from '../../url/search-links.ts'
import { resolveRelativeRange } from '../../url/time-range.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import type { Route } from './+types/user.ts'
import { describeImpact, hasFailed } from './describe-impact.ts'
import { describeOutcome, hasLeft } from './describe-outcome.ts'
import { layoutActivity } from './layout-activity.ts'
import { noSessionDataMessage } from './no-data.ts'
import { queryEvents, queryOutlooks } from './query-events.server.ts'
import { readUserFilters, userCodecs } from './session-filters.ts'
import { UserHeader } from './user-header.tsx'
import { UserIssues } from './user-issues.tsx'
import { writeTelemetryPaths } from './write-telemetry-paths.server.ts'

const PAGE_SIZE = 50
/** Events of the latest session that failed, of which those around its last failure are shown. */
const MAX_EVENTS = 100

/** Answers 404 for an unknown user, and redirects to the exceptions or spans of one without sessions; 400 without a query for an invalid URL. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const userId = decodePathSegment(args.params.userId)
  const { filters, filterErrors } = readUserFilters(args.url.searchParams, nowMs)
  const found =
    filterErrors.length > 0
      ? []
      : await query(args, listUserSessions, { userId, after: filters.before, limit: PAGE_SIZE + 1 })
  const { retentionDays } = args.context.get(settingsContext)
  if (found.length === 0 && filterErrors.length === 0 && filters.before === undefined) {
    await redirectToTelemetry(args, { userId, nowMs })
    throw notFound(noSessionDataMessage('user', retentionDays.traces))
  }
  const places = found.slice(0, PAGE_SIZE)
  const sessions = await query(args, listSessions, { sessionIds: places.map(({ sessionId }) => sessionId) })
  const failing = sessions.find(hasFailed)
  const [{ named, releases, outlooks }, events] = await Promise.all([
    queryOutlooks(args, sessions, nowMs),
    failing && queryEvents(args, { sessionId: failing.sessionId, limit: MAX_EVENTS }),
  ])
  const issues = describeUserIssues({ sessions, named, releases })
  const hasMore = found.length > PAGE_SIZE
  const paths = writeTelemetryPaths('user', userId, {
    firstNs: sessions.at(-1)?.firstNs ?? 0n,
    lastNs: sessions[0]?.lastNs ?? BigInt(nowMs) * 1_000_000n,
  })
  const shown = events && failing && describeSteps(events.steps, failing.firstNs, outlooks)
  const nowNs = BigInt(nowMs) * 1_000_000n
  const hasAll = events !== undefined && failing !== undefined && !events.hasMore
  const leftNs = hasAll && hasLeft({ lastNs: failing.lastNs, nowNs }) ? failing.lastNs : undefined
  const rows = shown && failing ? aroundLastFailure(shown.rows, { firstNs: failing.firstNs, leftNs }) : []
  const isWhole = !hasMore && filters.before === undefined
  const outcome = hasAll ? describeOutcome({ steps: events.steps, lastNs: failing.lastNs, nowNs }) : ''
  const days = retentionDays.traces
  return data(
    {
      ...{
        nowMs,
        userId,
        filters,
        filterErrors,
        sessions,
        issues,
        lastIssues: { answer: describeLastIssues(sessions, named) },
      },
      ...{ days, paths, last: places.at(-1), hasMore },
      failure: failing &&
        shown &&
        rows.length > 0 && {
          sessionId: failing.sessionId,
          atNs: rows.findLast(({ failed }) => failed)?.atNs ?? failing.lastNs,
          namesRoutes: shown.namesRoutes,
          rows,
          servicesOf: events.servicesOf,
        },
      impact: describeImpact({ sessions, isWhole, outcome, outlook: rows.findLast(({ state }) => state)?.state }),
      activity: layoutActivity(sessions, { nowMs, days, isWhole }),
    },
    { status: filterErrors.length > 0 ? 400 : 200 },
  )
}

/** What names a user outside of sessions, which an issue counts too: their exceptions, or else their spans. */
async function redirectToTelemetry(args: Route.LoaderArgs, { userId, nowMs }: { userId: string; nowMs: number }) {
  const range = resolveRelativeRange('90d', nowMs)
  const [ofExceptions, ofSpans] = [facetClause('user', userId, 'exceptions'), facetClause('user', userId, 'spans')]
  const thrown = { range, search: parseSearch(ofExceptions, 'exceptions').search, limit: 1 }
  if ((await query(args, listExceptions, thrown)).length > 0) {
    throw redirect(exceptionsPath({ search: ofExceptions, last: '90d', own: true }))
  }
  const spans = { range, search: parseSearch(ofSpans, 'spans').search, limit: 1 }
  if ((await query(args, findSpans, spans)).length > 0) {
    throw redirect(tracesPath({ show: 'spans', search: ofSpans, last: '90d', own: true }))
  }
}

export default function UserPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, userId, filters, filterErrors, sessions, issues, lastIssues, failure } = loaderData
  const { impact, activity, days, paths, last, hasMore } = loaderData
  const [params] = useSearchParams()
  return (
    <>
      <title>{`${userId} · User · Errata`}</title>
      <UserHeader
        paths={paths}
        days={days}
        userId={userId}
        sessions={sessions}
        hasMore={hasMore || filters.before !== undefined}
        nowMs={nowMs}
        impact={impact}
        activity={activity}
      />
      {issues.length > 0 && <UserIssues issues={issues} nowMs={nowMs} />}
      {filterErrors.length > 0 ? (
        <InvalidFilters filterErrors={filterErrors} />
      ) : sessions.length === 0 ? (
        <EmptyState title="No older sessions">
          <p>This user has no sessions before this point.</p>
        </EmptyState>
      ) : (
        <section className="section" aria-labelledby="sessions">
          <h2 id="sessions">Sessions</h2>
          <SessionTable
            sessions={sessions}
            nowMs={nowMs}
            caption="Sessions of this user, latest first"
            issues={lastIssues}
          />
        </section>
      )}
      <Pagination
        previous={filters.before !== undefined && { to: changeParams(params, {}), label: 'First page' }}
        next={
          hasMore &&
          last && { to: changeParams(params, { before: userCodecs.before.format(last) }), label: 'Older sessions' }
        }
      >
        {sessions.length > 0 &&
          `${pluralize(sessions.length, 'session')}${hasMore ? ' on this page' : ''}, latest first.`}
      </Pagination>
      {failure && (
        <section className="section" aria-labelledby="failure">
          <div className="page-head">
            <h2 id="failure">Last failure</h2>
            <p className="muted small">
              <Timestamp atNs={failure.atNs} nowMs={nowMs} />, and what came before and after it
            </p>
            <ScopedLink to={sessionPath(failure.sessionId)}>Open session</ScopedLink>
          </div>
          <EventTable
            steps={failure.rows}
            caption="Events around the last failure, oldest first"
            namesRoutes={failure.namesRoutes}
            servicesOf={failure.servicesOf}
          />
        </section>
      )}
    </>
  )
}
