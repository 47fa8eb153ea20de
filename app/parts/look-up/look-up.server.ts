import { getDigestRecord } from '../../../store/digests/get-digest-record.ts'
import { listIssueTitles } from '../../../store/issues/list-issue-titles.ts'
import { NO_MERGES } from '../../../store/issues/merges.ts'
import { countIngested } from '../../../store/pipeline/count-ingested.ts'
import { listSessionEvents } from '../../../store/sessions/list-session-events.ts'
import { listUserSessions } from '../../../store/sessions/list-user-sessions.ts'
import { type FoundSpanPlace, findSpan } from '../../../store/spans/find-span.ts'
import type { Store } from '../../../store/store.ts'
import { StoreError } from '../../../store/store-error.ts'
import { parseSpanId, parseTraceId } from '../../../store/units.ts'
import type { ParsedLookUp } from '../../url/look-up.ts'
import { chooseTarget, type LookUpTarget } from './choose-target.ts'

/** An id as the database makes it; ids that senders set are found like digests. */
const ISSUE_ID = /^[0-9a-f]{16}$/

/**
 * Looks up what a pasted text stands for.
 *
 * @throws {StoreError} Any kind.
 */
export async function lookUp(store: Store, asked: ParsedLookUp, signal?: AbortSignal): Promise<LookUpTarget> {
  const { text, traceId, spanId, guessed, digests } = asked
  const [records, summaries, steps, sessions, isTrace, span] = await Promise.all([
    traceId === undefined ? Promise.all(digests.map(digest => getDigestRecord(store, { digest }, signal))) : [],
    ISSUE_ID.test(text) ? listIssueTitles(store, { issues: [text], merges: NO_MERGES }, signal) : new Map(),
    listSessionEvents(store, { sessionId: text, limit: 1 }, signal),
    listUserSessions(store, { userId: text, limit: 1 }, signal),
    isStored(store, guessed.traceId, signal),
    traceId === undefined ? findNewest(store, spanId ?? guessed.spanId, signal) : undefined,
  ])
  return chooseTarget(asked, {
    digest: records.find(record => record !== undefined)?.digest,
    isIssue: summaries.size > 0,
    isSession: steps.length > 0,
    isUser: sessions.length > 0,
    traceId: isTrace ? guessed.traceId : undefined,
    span,
  })
}

/** Looks whether anything of a trace is stored. */
async function isStored(store: Store, id = '', signal?: AbortSignal): Promise<boolean> {
  const traceId = parseTraceId(id)
  if (traceId === undefined) return false
  const { spans, logs, exceptions } = await countIngested(store, { traceId }, signal)
  return spans + logs + exceptions > 0
}

/** The newest span with an id; `undefined` also if looking for it takes too long. */
async function findNewest(store: Store, id = '', signal?: AbortSignal): Promise<FoundSpanPlace | undefined> {
  const spanId = parseSpanId(id)
  if (spanId === undefined) return undefined
  return findSpan(store, { spanId }, signal).catch(error => {
    if (error instanceof StoreError && error.kind === 'timeout') return undefined
    throw error
  })
}
