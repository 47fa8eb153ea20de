import { data, useSearchParams } from 'react-router'
import { listSessionDrops } from '../../../store/sessions/list-session-drops.ts'
import { listSessionSteps } from '../../../store/sessions/list-session-steps.ts'
import { listSessions } from '../../../store/sessions/list-sessions.ts'
import { listTracesById } from '../../../store/traces/list-traces-by-id.ts'
import { parseTraceId } from '../../../store/units.ts'
import { countOf } from '../../format/count.ts'
import { query } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { Empty } from '../../ui/feedback/empty-state.tsx'
import { NotAsked } from '../../ui/filters/invalid-filters.tsx'
import { Pager } from '../../ui/table/pagination.tsx'
import { leaveOutEmpty, withParams } from '../../url/filter-links.ts'
import { notFound } from '../../url/not-found.ts'
import { nameOfPath } from '../../url/path-segment.ts'
import { readSessionFilters, sessionCodecs } from '../../url/visit-filters.ts'
import type { Route } from './+types/session.ts'
import { StepTable } from './event-table.tsx'
import { nothingOf } from './no-data.ts'
import { SessionHead } from './session-header.tsx'

const PAGE = 100

/** Answers 404 for a session that left nothing; 400, and asks for no steps, where the address cannot be read. */
export async function loader(args: Route.LoaderArgs) {
  leaveOutEmpty(args.url)
  const nowMs = Date.now()
  const sessionId = nameOfPath(args.params.sessionId)
  const { filters, faults } = readSessionFilters(args.url.searchParams, nowMs)
  const [sessions, drops, found] = await Promise.all([
    query(args, listSessions, { sessionIds: [sessionId] }),
    query(args, listSessionDrops, { sessionId }),
    faults.length > 0 ? [] : query(args, listSessionSteps, { sessionId, after: filters.after, limit: PAGE + 1 }),
  ])
  const [session] = sessions
  const { retentionDays } = args.context.get(settingsContext)
  if (session === undefined) throw notFound(nothingOf('session', retentionDays.traces))
  const steps = found.slice(0, PAGE)
  const traceIds = [...new Set(steps.filter(({ isRoot }) => isRoot).map(({ traceId }) => parseTraceId(traceId)))]
  const traces = await query(args, listTracesById, { traceIds: traceIds.filter(id => id !== undefined) })
  const servicesOf = Object.fromEntries(traces.map(({ traceId, services }) => [traceId, services]))
  const hasMore = found.length > PAGE
  return data(
    { nowMs, filters, faults, session, drops, steps, servicesOf, hasMore },
    { status: faults.length > 0 ? 400 : 200 },
  )
}

export default function SessionPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, faults, session, drops, steps, servicesOf, hasMore } = loaderData
  const [params] = useSearchParams()
  const last = steps.at(-1)
  return (
    <>
      <SessionHead session={session} drops={drops} nowMs={nowMs} />
      {faults.length > 0 ? (
        <NotAsked faults={faults} />
      ) : steps.length === 0 ? (
        <Empty title="No later steps">
          <p>The session left nothing after that point.</p>
        </Empty>
      ) : (
        <StepTable
          steps={steps}
          caption="Steps of the session, oldest first"
          firstNs={session.firstNs}
          servicesOf={servicesOf}
        />
      )}
      <Pager
        of="session"
        back={
          filters.after !== undefined && { to: withParams(params, { after: undefined }), words: 'From the beginning' }
        }
        on={
          hasMore &&
          last && { to: withParams(params, { after: sessionCodecs.after.format(last) }), words: 'Later steps' }
        }
      >
        {steps.length > 0 && `${countOf(steps.length, 'step')} on this page, at most ${PAGE}, oldest first.`}
      </Pager>
    </>
  )
}
