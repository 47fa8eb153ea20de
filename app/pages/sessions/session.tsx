import { data, useSearchParams } from 'react-router'
import { listSessionDropRules } from '../../../store/sessions/list-session-drop-rules.ts'
import { listSessions } from '../../../store/sessions/list-sessions.ts'
import { query } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { pluralize } from '../../format/count.ts'
import { describeSteps } from '../../parts/session-events/describe-steps.ts'
import { EventTable } from '../../parts/session-events/event-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InvalidFilters } from '../../ui/feedback/invalid-filters.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { changeParams, redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { notFound } from '../../url/not-found.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import type { Route } from './+types/session.ts'
import { addServerEvents } from './add-server-events.ts'
import { describeOutcome, hasLeft } from './describe-outcome.ts'
import { layoutStrip } from './layout-strip.ts'
import { noSessionDataMessage } from './no-data.ts'
import { queryEvents, queryOutlooks } from './query-events.server.ts'
import { readSessionEventFilters, sessionCodecs } from './session-filters.ts'
import { SessionHeader } from './session-header.tsx'
import { SessionStrip } from './session-strip.tsx'
import { writeTelemetryPaths } from './write-telemetry-paths.server.ts'

const PAGE_SIZE = 100
/** The limit of each trace: of more events, the failed and slowest requests and the most severe log records are read. */
const MAX_SERVER_EVENTS = 6
const NO_EVENTS = { steps: [], servicesOf: {}, served: [], hasMore: false }

/** Answers 404 for a session without events; 400 without a query for an invalid URL. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const sessionId = decodePathSegment(args.params.sessionId)
  const { filters, filterErrors } = readSessionEventFilters(args.url.searchParams, nowMs)
  const found = query(args, listSessions, { sessionIds: [sessionId] })
  const [sessions, { outlooks }, drops, { steps, servicesOf, served, hasMore }] = await Promise.all([
    found,
    found.then(sessions => queryOutlooks(args, sessions, nowMs)),
    query(args, listSessionDropRules, { sessionId }),
    filterErrors.length > 0
      ? NO_EVENTS
      : queryEvents(args, { sessionId, after: filters.after, limit: PAGE_SIZE, perTrace: MAX_SERVER_EVENTS }),
  ])
  const [session] = sessions
  const { retentionDays } = args.context.get(settingsContext)
  if (session === undefined) throw notFound(noSessionDataMessage('session', retentionDays.traces))
  const paths = writeTelemetryPaths('session', sessionId, session)
  const shown = describeSteps(steps, session.firstNs, outlooks)
  const rows = addServerEvents(shown.rows, { events: served, firstNs: session.firstNs })
  const times = { lastNs: session.lastNs, nowNs: BigInt(nowMs) * 1_000_000n }
  const leftNs = !hasMore && hasLeft(times) ? session.lastNs : undefined
  const strip = layoutStrip(rows, { firstNs: session.firstNs, leftNs })
  const isWhole = filters.after === undefined && !hasMore
  const outcome = isWhole ? describeOutcome({ steps, ...times }) : ''
  return data(
    {
      ...{ nowMs, filters, filterErrors, session, outcome, drops, paths },
      ...{ rows, namesRoutes: shown.namesRoutes, strip, servicesOf, last: steps.at(-1), hasMore },
    },
    { status: filterErrors.length > 0 ? 400 : 200 },
  )
}

export default function SessionPage({ loaderData }: Route.ComponentProps) {
  const {
    nowMs,
    filters,
    filterErrors,
    session,
    outcome,
    drops,
    paths,
    rows,
    strip,
    namesRoutes,
    servicesOf,
    last,
    hasMore,
  } = loaderData
  const [params] = useSearchParams()
  return (
    <>
      <SessionHeader session={session} outcome={outcome} drops={drops} paths={paths} nowMs={nowMs} />
      {filterErrors.length > 0 ? (
        <InvalidFilters filterErrors={filterErrors} />
      ) : rows.length === 0 ? (
        <EmptyState title="No later events">
          <p>The session has no events after this point.</p>
        </EmptyState>
      ) : (
        <>
          {strip && <SessionStrip strip={strip} />}
          <EventTable
            steps={rows}
            caption="Session events, oldest first"
            namesRoutes={namesRoutes}
            servicesOf={servicesOf}
          />
        </>
      )}
      <Pagination
        list="session"
        previous={
          filters.after !== undefined && { to: changeParams(params, { after: undefined }), label: 'First page' }
        }
        next={
          hasMore &&
          last && { to: changeParams(params, { after: sessionCodecs.after.format(last) }), label: 'Next page' }
        }
      >
        {rows.length > 0 &&
          `${pluralize(rows.filter(({ elapsed }) => elapsed !== '').length, 'event')}${hasMore ? ' on this page' : ''}, oldest first.`}
      </Pagination>
    </>
  )
}
