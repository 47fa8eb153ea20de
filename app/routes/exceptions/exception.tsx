import { findByDigest } from '../../../store/digests/find-by-digest.ts'
import { getException } from '../../../store/exceptions/get-exception.ts'
import { findIssueOf } from '../../../store/issues/find-issue-of.ts'
import { parseTraceId } from '../../../store/units.ts'
import { mapOnRead } from '../../server/map-exception.ts'
import { query } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { showException, summaryOf } from '../../stacks/show-exception.ts'
import { parseExceptionAddress } from '../../url/exception-path.ts'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { notFound } from '../../url/not-found.ts'
import { readStackChoice } from '../../url/stack-view.ts'
import { whenSpansExpired } from '../event/describe-absence.ts'
import { loadEventContext } from '../event/event-context.server.ts'
import { EventView, eventBody } from '../event/event-view.tsx'
import { findDigestRecord } from '../event/find-digest-record.ts'
import { describeIssue } from '../issues/describe-issue.server.ts'
import type { Route } from './+types/exception.ts'

const NEWEST = 10

/** Answers 404 for what names no exception, and for one that has expired. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const address = parseExceptionAddress(args.params.id)
  if (address === undefined) throw notFound('Invalid exception address. Open an exception from a list.')
  const exception = await query(args, getException, address)
  if (exception === undefined) throw notFound('Exception not found. It may have expired.')
  const { digest, atNs, spanId, sessionId } = exception
  const traceId = parseTraceId(exception.traceId)
  const [mapped, inIssue, record, ofDigest, { trace, session, hasMoreSteps }] = await Promise.all([
    mapOnRead(args, exception),
    query(args, findIssueOf, exception),
    digest === '' ? undefined : findDigestRecord(args, [digest]),
    digest === '' ? [] : query(args, findByDigest, { digest, limit: NEWEST }),
    query(args, loadEventContext, { traceId, atNs, spanId, sessionId }),
    eventBody.ready(),
  ])
  const { retentionDays } = args.context.get(settingsContext)
  const isAmong = ofDigest.some(other => other.id === exception.id && other.atNs === atNs)
  return {
    nowMs,
    quoted: '',
    isTrace: false,
    record,
    exceptions: (isAmong ? ofDigest : [...ofDigest.slice(1), exception]).map(summaryOf),
    exception: showException(mapped, readStackChoice(args.url.searchParams)),
    inIssue: describeIssue(inIssue),
    trace,
    spansExpiredNs: trace ? undefined : whenSpansExpired({ nowMs, atNs, retentionDays }),
    session,
    hasMoreSteps,
  }
}

export default function ExceptionPage({ loaderData }: Route.ComponentProps) {
  return <EventView {...loaderData} />
}
