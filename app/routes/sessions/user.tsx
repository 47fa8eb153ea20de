import { data, useSearchParams } from 'react-router'
import { listReleaseOrder } from '../../../store/issue-counts/list-release-order.ts'
import { NO_MERGES } from '../../../store/issue-events/merges.ts'
import { nameIssues } from '../../../store/session-issues/name-issues.ts'
import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { listSessions } from '../../../store/sessions/list-sessions.ts'
import { listUserSessions } from '../../../store/sessions/list-user-sessions.ts'
import { pluralize } from '../../format/count.ts'
import { query } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InvalidFilters } from '../../ui/filters/invalid-filters.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { SessionTable } from '../../ui/table/session-table.tsx'
import { changeParams, redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { notFound } from '../../url/not-found.ts'
import { sessionPath } from '../../url/page-paths.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { readUserFilters, userCodecs } from '../../url/session-filters.ts'
import type { Route } from './+types/user.ts'
import { describeLastIssues, describeUserIssues } from './describe-issues.server.ts'
import { describeSteps } from './describe-steps.ts'
import { EventTable } from './event-table.tsx'
import { noSessionDataMessage } from './no-data.ts'
import { queryEvents } from './query-events.server.ts'
import { SessionStrip } from './session-strip.tsx'
import { UserHeader } from './user-header.tsx'
import { UserIssues } from './user-issues.tsx'
import { writeTelemetryPaths } from './write-telemetry-paths.server.ts'

const PAGE_SIZE = 50
/** Events of the latest session. */
const MAX_EVENTS = 25

/** Answers 404 for an unknown user; 400 without a query for an invalid URL. */
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
    throw notFound(noSessionDataMessage('user', retentionDays.traces))
  }
  const places = found.slice(0, PAGE_SIZE)
  const [latest] = places
  const [sessions, events] = await Promise.all([
    query(args, listSessions, { sessionIds: places.map(({ sessionId }) => sessionId) }),
    latest && queryEvents(args, { sessionId: latest.sessionId, limit: MAX_EVENTS }),
  ])
  const named = await query(args, nameIssues, { sessions, nowNs: BigInt(nowMs) * 1_000_000n })
  const releases = await query(args, listReleaseOrder, { issues: [...named.keys()], merges: NO_MERGES })
  const issues = describeUserIssues({ sessions, named, releases })
  const hasMore = found.length > PAGE_SIZE
  const paths = writeTelemetryPaths('user', userId, {
    firstNs: sessions.at(-1)?.firstNs ?? 0n,
    lastNs: sessions[0]?.lastNs ?? BigInt(nowMs) * 1_000_000n,
  })
  const [newest] = sessions
  const shown = events && newest && describeSteps(events.steps, newest.firstNs, isPageOrFailure)
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
      ...{ events: shown && { ...events, ...shown }, days: retentionDays.traces, paths, last: places.at(-1), hasMore },
    },
    { status: filterErrors.length > 0 ? 400 : 200 },
  )
}

/** The session's own page has all events. */
const isPageOrFailure = ({ isRoot, failed }: SessionEvent) => isRoot || failed

export default function UserPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, userId, filters, filterErrors, sessions, issues, lastIssues, events, days, paths, last, hasMore } =
    loaderData
  const [params] = useSearchParams()
  const [latest] = sessions
  // A table of one row would repeat the facts above it.
  const isOnly = sessions.length === 1 && !hasMore && filters.before === undefined
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
      />
      {issues.length > 0 && <UserIssues issues={issues} nowMs={nowMs} />}
      {filterErrors.length > 0 ? (
        <InvalidFilters filterErrors={filterErrors} />
      ) : sessions.length === 0 ? (
        <EmptyState title="No older sessions">
          <p>This user has no sessions before this point.</p>
        </EmptyState>
      ) : isOnly ? null : (
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
          !isOnly &&
          `${pluralize(sessions.length, 'session')}${hasMore ? ' on this page' : ''}, latest first.`}
      </Pagination>
      {events !== undefined && latest !== undefined && (
        <section className="section" aria-labelledby="latest">
          <div className="page-head">
            <h2 id="latest">Latest session</h2>
            <p className="muted small">
              {[events.isShort && 'pages and failures', events.hasMore && `of the first ${MAX_EVENTS} events`]
                .filter(Boolean)
                .join(' ')}
            </p>
            <ScopedLink to={sessionPath(latest.sessionId)}>Open session</ScopedLink>
          </div>
          <SessionStrip steps={events.steps} />
          <EventTable
            steps={events.steps}
            caption="Events of the latest session, oldest first"
            namesRoutes={events.namesRoutes}
            servicesOf={events.servicesOf}
          />
        </section>
      )}
    </>
  )
}
