import { data, useSearchParams } from 'react-router'
import { listSessions } from '../../../store/sessions/list-sessions.ts'
import { listUserSessions } from '../../../store/sessions/list-user-sessions.ts'
import { pluralize } from '../../format/count.ts'
import { query } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { Copyable } from '../../ui/elements/copyable.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InvalidFilters } from '../../ui/filters/invalid-filters.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { SessionTable } from '../../ui/table/session-table.tsx'
import { redirectWithoutEmptyParams, withParams } from '../../url/filter-links.ts'
import { notFound } from '../../url/not-found.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { readUserFilters, userCodecs } from '../../url/visit-filters.ts'
import type { Route } from './+types/user.ts'
import { noDataMessage } from './no-data.ts'

const PAGE = 50

/** Answers 404 for a user whom no browser named; 400, and asks for no sessions, where the address cannot be read. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const userId = decodePathSegment(args.params.userId)
  const { filters, filterErrors } = readUserFilters(args.url.searchParams, nowMs)
  const found =
    filterErrors.length > 0
      ? []
      : await query(args, listUserSessions, { userId, after: filters.before, limit: PAGE + 1 })
  const { retentionDays } = args.context.get(settingsContext)
  if (found.length === 0 && filterErrors.length === 0 && filters.before === undefined) {
    throw notFound(noDataMessage('user', retentionDays.traces))
  }
  const places = found.slice(0, PAGE)
  const sessions = await query(args, listSessions, { sessionIds: places.map(({ sessionId }) => sessionId) })
  const hasMore = found.length > PAGE
  return data(
    { nowMs, userId, filters, filterErrors, sessions, last: places.at(-1), hasMore },
    { status: filterErrors.length > 0 ? 400 : 200 },
  )
}

export default function UserPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, userId, filters, filterErrors, sessions, last, hasMore } = loaderData
  const [params] = useSearchParams()
  return (
    <>
      <title>{`${userId} · User · Errata`}</title>
      <div className="page-head">
        <h1>User</h1>
        <Copyable value={userId} what="user id" />
      </div>
      {filterErrors.length > 0 ? (
        <InvalidFilters filterErrors={filterErrors} />
      ) : sessions.length === 0 ? (
        <EmptyState title="No older sessions">
          <p>This user has no sessions before this point.</p>
        </EmptyState>
      ) : (
        <SessionTable sessions={sessions} nowMs={nowMs} caption="Sessions of this user, latest first" />
      )}
      <Pagination
        previous={filters.before !== undefined && { to: withParams(params, {}), label: 'First page' }}
        next={
          hasMore &&
          last && { to: withParams(params, { before: userCodecs.before.format(last) }), label: 'Older sessions' }
        }
      >
        {sessions.length > 0 && `${pluralize(sessions.length, 'session')} on this page (max. ${PAGE}), latest first.`}
      </Pagination>
    </>
  )
}
