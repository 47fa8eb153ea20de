import { data, redirect } from 'react-router'
import { findByDigest } from '../../../store/digests/find-by-digest.ts'
import { findByTraceId } from '../../../store/digests/find-by-trace-id.ts'
import { findIssueOf } from '../../../store/issues/find-issue-of.ts'
import { findDrop } from '../../../store/noise/find-drop.ts'
import { hasArrived } from '../../../store/pipeline/has-arrived.ts'
import { listSignals } from '../../../store/pipeline/list-signals.ts'
import { parseTraceId } from '../../../store/units.ts'
import { mapOnRead } from '../../server/map-exception.ts'
import { query } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { showException, summaryOf } from '../../stacks/show-exception.ts'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { readLookUp } from '../../url/look-up.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { readStackChoice } from '../../url/stack-view.ts'
import { lastRange } from '../../url/time-range.ts'
import { stalestOf, whenSpansExpired } from '../event/describe-absence.ts'
import { hasSpan, loadEventContext } from '../event/event-context.server.ts'
import { EventView, eventBody } from '../event/event-view.tsx'
import { findDigestRecord } from '../event/find-digest-record.ts'
import { describeIssue } from '../issues/describe-issue.server.ts'
import type { Route } from './+types/digest.ts'
import { NotFound } from './not-found.tsx'

const NEWEST = 10

/** Answers by digest or by trace id; 404 when nothing was found, with what that may mean. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const typed = decodePathSegment(args.params.digest)
  const asked = readLookUp(typed)
  const maybeTrace = parseTraceId(asked.traceId ?? '')
  const [maybeRecord, ofTrace] = await Promise.all([
    findDigestRecord(args, asked.digests),
    maybeTrace === undefined ? [] : query(args, findByTraceId, { traceId: maybeTrace, limit: NEWEST }),
  ])
  // Another sender's digest may look like a trace id.
  const traceId = ofTrace.length > 0 || maybeRecord === undefined ? maybeTrace : undefined
  const record = traceId === undefined ? maybeRecord : undefined
  const [exceptions, ahead] = await Promise.all([
    traceId === undefined ? findExceptions(args, record === undefined ? asked.digests : [record.digest]) : ofTrace,
    // Where the newest exception most likely is: its surroundings are asked for beside it.
    record && query(args, loadEventContext, { traceId: parseTraceId(record.latestTraceId), atNs: record.lastSeenNs }),
  ])

  const { retentionDays } = args.context.get(settingsContext)
  const [exception] = exceptions
  const quoted = traceId ?? record?.digest ?? exception?.digest ?? typed
  if (exception !== undefined) {
    const { atNs, spanId, sessionId } = exception
    const inTrace = parseTraceId(exception.traceId)
    const isAsExpected = ahead?.traceId === inTrace && atNs === record?.lastSeenNs && hasSpan(ahead?.trace, spanId)
    const [{ trace, session, hasMoreSteps }, mapped, inIssue] = await Promise.all([
      ahead && isAsExpected ? ahead : query(args, loadEventContext, { traceId: inTrace, atNs, spanId, sessionId }),
      mapOnRead(args, exception),
      query(args, findIssueOf, exception),
      eventBody.ready(),
    ])
    const spansExpiredNs = trace ? undefined : whenSpansExpired({ nowMs, atNs, retentionDays })
    const isTrace = traceId !== undefined
    return {
      found: true as const,
      nowMs,
      quoted,
      isTrace,
      record,
      exceptions: exceptions.map(summaryOf),
      exception: showException(mapped, readStackChoice(args.url.searchParams)),
      inIssue: describeIssue(inIssue),
      trace,
      spansExpiredNs,
      session,
      hasMoreSteps,
    }
  }

  if (traceId !== undefined) {
    const { spans, logs } = await query(args, hasArrived, { traceId })
    if (spans + logs > 0) throw redirect(`/traces/${traceId}`)
  }
  const subjects = traceId === undefined ? asked.digests : [traceId]
  const [stalest, ...drops] = await Promise.all([
    query(args, listSignals, { range: lastRange('15m', nowMs) }).then(stalestOf),
    ...subjects.map(subject => query(args, findDrop, { subject })),
  ])
  const nothing = {
    found: false as const,
    nowMs,
    quoted,
    isTrace: traceId !== undefined,
    record,
    stalest,
    drop: drops.flat()[0],
    retentionDays,
  }
  return data(nothing, { status: record === undefined ? 404 : 200 })
}

/** The exceptions of the first of these spellings that has any: their record may have expired before them. */
async function findExceptions(args: Route.LoaderArgs, digests: readonly string[]) {
  const found = await Promise.all(digests.map(digest => query(args, findByDigest, { digest, limit: NEWEST })))
  return found.find(exceptions => exceptions.length > 0) ?? []
}

export default function DigestPage({ loaderData }: Route.ComponentProps) {
  return loaderData.found ? <EventView {...loaderData} /> : <NotFound {...loaderData} />
}
