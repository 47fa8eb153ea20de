import { z } from 'zod'
import { findSessions } from '../../../store/sessions/find-sessions.ts'
import { listSessionEvents } from '../../../store/sessions/list-session-events.ts'
import { listSessions, type Session } from '../../../store/sessions/list-sessions.ts'
import { nsOfMs } from '../../../store/units.ts'
import { sessionPath } from '../../url/page-paths.ts'
import { defineList } from '../define/define-list.ts'
import { defineOperation } from '../define/operation.ts'
import { nameInPath, readSearch, scopeOf, scopeShape, searchShape } from '../define/parameters.ts'
import { Problem } from '../define/problem.ts'
import {
  attributes,
  count,
  durationMs,
  numberedPosition,
  page,
  positionAt,
  positionNs,
  readPosition,
  time,
  writeMs,
  writeTime,
} from '../define/values.ts'

const tag = 'Sessions'

const session = z
  .object({
    id: z.string(),
    page,
    first: time,
    last: time,
    users: z.array(z.string()),
    browsers: z.array(z.string()).meta({ description: 'As `user_agent.original`.' }),
    releases: z.array(z.string()),
    environments: z.array(z.string()),
    services: z.array(z.string()),
    pages: count.meta({ description: 'Page loads, navigations and submissions.' }),
    failed_pages: count,
    failed_requests: count,
    exceptions: count,
    issues: z.array(z.object({ issue: z.string(), events: count, last: time })),
    lost: count.meta({ description: 'Records that the browser dropped, as far as it could report them.' }),
    previous: z.string().meta({ description: 'Id of the session before; empty for none.' }),
    first_route: z.string(),
    last_route: z.string(),
  })
  .meta({ id: 'Session' })

const writeSession = (of: Session): z.input<typeof session> => ({
  id: of.sessionId,
  page: sessionPath(of.sessionId),
  first: writeTime(of.firstNs),
  last: writeTime(of.lastNs),
  users: [...of.users],
  browsers: [...of.browsers],
  releases: [...of.releases],
  environments: [...of.environments],
  services: [...of.services],
  pages: of.pages,
  failed_pages: of.failedPages,
  failed_requests: of.failedRequests,
  exceptions: of.exceptions,
  issues: of.issues.map(({ issue, events, lastNs }) => ({ issue, events, last: writeTime(lastNs) })),
  lost: of.lost,
  previous: of.previous,
  first_route: of.firstRoute,
  last_route: of.lastRoute,
})

const MAX_ID_CHARS = 1_024

export const listSessionsOperation = defineList({
  id: 'listSessions',
  path: '/sessions',
  tag,
  summary: 'Lists sessions by when they were last active',
  description: 'By what they did until the first page was read: later activity moves none.',
  query: { ...scopeShape, ...searchShape },
  item: session,
  position: z.tuple([positionNs, z.string().min(1).max(MAX_ID_CHARS)]),
  async read(asked, { query: { q, ...scope }, range, after, limit }) {
    const nowNs = nsOfMs(asked.nowMs)
    const found = await asked.ask(findSessions, {
      ...scopeOf(asked, scope),
      range: { from: range.from, to: nowNs < range.to && nowNs > range.from ? nowNs : range.to },
      limit,
      search: readSearch(q, 'sessions'),
      after: after && { lastNs: BigInt(after[0]), sessionId: after[1] },
    })
    const whole = await asked.ask(listSessions, { sessionIds: found.map(({ sessionId }) => sessionId) })
    const byId = new Map(whole.map(each => [each.sessionId, each]))
    return found.map(place => ({ place, session: byId.get(place.sessionId) }))
  },
  positionOf: ({ place }): [string, string] => [String(place.lastNs), place.sessionId],
  write: ({ session }) => session && writeSession(session),
})

const sessionInPath = nameInPath('Id of the session, escaped as in `page`.')

export const getSessionOperation = defineOperation({
  ...{ id: 'getSession', method: 'GET', path: '/sessions/{session}', permission: 'viewer', tag },
  summary: 'Reads a session',
  params: z.object({ session: sessionInPath }),
  query: z.strictObject({}),
  answer: session,
  async run(asked, { params }) {
    const [found] = await asked.ask(listSessions, { sessionIds: [params.session] })
    if (found === undefined) throw new Problem('not-found', 'There is no such session, or it has expired.')
    return writeSession(found)
  },
})

export const listSessionEventsOperation = defineList({
  id: 'listSessionEvents',
  path: '/sessions/{session}/events',
  tag,
  summary: 'Lists what happened in a session, oldest first',
  description: 'In all services and tabs, with exceptions of servers in its traces: the steps before an error.',
  hasTime: false,
  params: { session: sessionInPath },
  query: {},
  item: z
    .object({
      id: z.string(),
      time,
      kind: z.string().meta({ description: 'span, log or exception; more may come.' }),
      service: z.string(),
      route: z.string(),
      name: z.string().meta({ description: 'Of the span or event, or the type of the exception.' }),
      trace_id: z.string(),
      span_id: z.string(),
      duration_ms: durationMs,
      is_root: z.boolean().meta({ description: 'A page load, a navigation and so on.' }),
      failed: z.boolean().meta({ description: 'Of an exception: it was unhandled.' }),
      attributes,
    })
    .meta({ id: 'SessionEvent' }),
  position: numberedPosition,
  read: (asked, { params, after, limit }) =>
    asked.ask(listSessionEvents, { sessionId: params.session, after: readPosition(after), limit }),
  positionOf: event => positionAt(event),
  write: event => ({
    id: event.id,
    time: writeTime(event.atNs),
    kind: event.kind,
    service: event.service,
    route: event.route,
    name: event.name,
    trace_id: event.traceId,
    span_id: event.spanId,
    duration_ms: writeMs(event.durationNs),
    is_root: event.isRoot,
    failed: event.failed,
    attributes: { ...event.attributes },
  }),
})
