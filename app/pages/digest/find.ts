import { redirect } from 'react-router'
import { listIssueTitles } from '../../../store/issues/list-issue-titles.ts'
import { NO_MERGES } from '../../../store/issues/merges.ts'
import { countIngested } from '../../../store/pipeline/count-ingested.ts'
import { listSessionEvents } from '../../../store/sessions/list-session-events.ts'
import { listUserSessions } from '../../../store/sessions/list-user-sessions.ts'
import { type FoundSpanPlace, findSpan } from '../../../store/spans/find-span.ts'
import { parseSpanId, parseTraceId } from '../../../store/units.ts'
import { query, tryQuery } from '../../data/query.ts'
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
  const { text, traceId, spanId, guessed, digests } = asked
  if (text === '') return redirect(scopedPath('/issues', args.url.searchParams))
  const [record, summaries, steps, sessions, isTrace, span] = await Promise.all([
    traceId === undefined ? findDigestRecord(args, digests) : undefined,
    ISSUE_ID.test(text) ? query(args, listIssueTitles, { issues: [text], merges: NO_MERGES }) : new Map(),
    query(args, listSessionEvents, { sessionId: text, limit: 1 }),
    query(args, listUserSessions, { userId: text, limit: 1 }),
    isStored(args, guessed.traceId),
    traceId === undefined ? findNewest(args, spanId ?? guessed.spanId) : undefined,
  ])
  const isIssue = summaries.size > 0
  const known = {
    digest: record?.digest,
    isIssue,
    isSession: steps.length > 0,
    isUser: sessions.length > 0,
    traceId: isTrace ? guessed.traceId : undefined,
    span,
  }
  return redirect(scopedPath(lookUpRedirect(asked, known), args.url.searchParams))
}

type Args = Parameters<typeof query>[0]

/** Looks whether anything of a trace is stored. */
async function isStored(args: Args, id = ''): Promise<boolean> {
  const traceId = parseTraceId(id)
  if (traceId === undefined) return false
  const { spans, logs, exceptions } = await query(args, countIngested, { traceId })
  return spans + logs + exceptions > 0
}

/** The newest span with an id; `undefined` also if looking for it takes too long. */
async function findNewest(args: Args, id = ''): Promise<FoundSpanPlace | undefined> {
  const spanId = parseSpanId(id)
  if (spanId === undefined) return undefined
  const found = await tryQuery(args, findSpan, { spanId })
  return 'answer' in found ? found.answer : undefined
}
