import { redirect } from 'react-router'
import { listSessionSteps } from '../../../store/sessions/list-session-steps.ts'
import { listUserSessions } from '../../../store/sessions/list-user-sessions.ts'
import { askStore } from '../../ask-store.server.ts'
import { readLookUp } from '../../url/look-up.ts'
import { scopedPath } from '../../url/scope.ts'
import type { Route } from './+types/find.ts'
import { findRecord } from './find-record.ts'
import { leadTo } from './lead-to.ts'

/** Leads on to where the look-up box leads. */
export async function loader(args: Route.LoaderArgs) {
  const asked = readLookUp(args.url.searchParams.get('q'))
  const { text, traceId, digests } = asked
  const [record, steps, sessions] = await Promise.all([
    traceId === undefined ? findRecord(args, digests) : undefined,
    text === '' ? [] : askStore(args, listSessionSteps, { sessionId: text, limit: 1 }),
    text === '' ? [] : askStore(args, listUserSessions, { userId: text, limit: 1 }),
  ])
  const known = { digest: record?.digest, isSession: steps.length > 0, isUser: sessions.length > 0 }
  return redirect(scopedPath(leadTo(asked, known), args.url.searchParams))
}
