import { redirect } from 'react-router'
import { listSessionSteps } from '../../../store/sessions/list-session-steps.ts'
import { listUserSessions } from '../../../store/sessions/list-user-sessions.ts'
import { askStore } from '../../ask-store.server.ts'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { digestPath, readLookUp } from '../../url/look-up.ts'
import { scopedPath } from '../../url/scope.ts'
import { sessionPath, userPath } from '../../url/visit-address.ts'
import type { Route } from './+types/find.ts'
import { findRecord } from './find-record.ts'

/** Where the look-up box leads: to a session, a user, to what a digest or a trace id stands for, or to the exceptions that contain a text. */
export async function loader(args: Route.LoaderArgs) {
  const { text, traceId, digests, ownDigest } = readLookUp(args.url.searchParams.get('q'))
  const lead = (path: string) => redirect(scopedPath(path, args.url.searchParams))
  if (text === '') return lead('/exceptions')
  // A session's id looks like a trace's.
  const [record, steps, sessions] = await Promise.all([
    traceId === undefined ? findRecord(args, digests) : undefined,
    askStore(args, listSessionSteps, { sessionId: text, limit: 1 }),
    askStore(args, listUserSessions, { userId: text, limit: 1 }),
  ])
  if (steps.length > 0) return lead(sessionPath(text))
  if (traceId !== undefined) return lead(digestPath(traceId))
  if (record === undefined && sessions.length > 0) return lead(userPath(text))
  const digest = record?.digest ?? ownDigest
  return lead(digest === undefined ? exceptionsPath({ last: '14d', text }) : digestPath(digest))
}
