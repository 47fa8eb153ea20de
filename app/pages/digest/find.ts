import { redirect } from 'react-router'
import { listIssueTitles } from '../../../store/issues/list-issue-titles.ts'
import { NO_MERGES } from '../../../store/issues/merges.ts'
import { listSessionEvents } from '../../../store/sessions/list-session-events.ts'
import { listUserSessions } from '../../../store/sessions/list-user-sessions.ts'
import { query } from '../../data/query.ts'
import { parseLookUp } from '../../url/look-up.ts'
import { scopedPath } from '../../url/scope.ts'
import type { Route } from './+types/find.ts'
import { findDigestRecord } from './find-digest-record.ts'
import { lookUpRedirect } from './look-up-redirect.ts'

/** An id as the database makes it; ids that senders set are found like digests. */
const ISSUE_ID = /^[0-9a-f]{16}$/

/** Redirects from the look-up box. */
export async function loader(args: Route.LoaderArgs) {
  const asked = parseLookUp(args.url.searchParams.get('q'))
  const { text, traceId, digests } = asked
  if (text === '') return redirect(scopedPath('/issues', args.url.searchParams))
  const [record, summaries, steps, sessions] = await Promise.all([
    traceId === undefined ? findDigestRecord(args, digests) : undefined,
    ISSUE_ID.test(text) ? query(args, listIssueTitles, { issues: [text], merges: NO_MERGES }) : new Map(),
    query(args, listSessionEvents, { sessionId: text, limit: 1 }),
    query(args, listUserSessions, { userId: text, limit: 1 }),
  ])
  const isIssue = summaries.size > 0
  const known = { digest: record?.digest, isIssue, isSession: steps.length > 0, isUser: sessions.length > 0 }
  return redirect(scopedPath(lookUpRedirect(asked, known), args.url.searchParams))
}
