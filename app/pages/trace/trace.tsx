import { Link, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { parseSearch } from '../../../search/parse-search.ts'
import { listTraceExceptions } from '../../../store/exceptions/list-trace-exceptions.ts'
import { findDrop } from '../../../store/noise/find-drop.ts'
import { listSessionEvents } from '../../../store/sessions/list-session-events.ts'
import { findAttempts } from '../../../store/spans/find-attempts.ts'
import { listMatchingSpans } from '../../../store/spans/list-matching-spans.ts'
import { listTypicalDurations } from '../../../store/spans/list-typical-durations.ts'
import type { QueryPolicy } from '../../../store/store.ts'
import { DAY_NS } from '../../../store/time-units.ts'
import { getTraceOutline, type TraceOutline } from '../../../store/traces/get-trace-outline.ts'
import { listSpans, MAX_ROWS_PER_SPAN_ID } from '../../../store/traces/list-spans.ts'
import { listTraceLogs } from '../../../store/traces/list-trace-logs.ts'
import { rankDuration } from '../../../store/traces/rank-duration.ts'
import { parseTraceId } from '../../../store/units.ts'
import { findCriticalPath } from '../../../trace/critical-path.ts'
import { writeSkeleton } from '../../../trace/write-skeleton.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { lowPriority, query, tryQuery } from '../../data/query.ts'
import { ExceptionTable } from '../../parts/exception-list/exception-table.tsx'
import { detailOf } from '../../parts/waterfall/row-detail.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { DistinctColours } from '../../ui/links/service-name.tsx'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { notFound } from '../../url/not-found.ts'
import { sessionPath } from '../../url/page-paths.ts'
import { scopedPath } from '../../url/scope.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { parseSpanRef, readTraceView, spanRef } from '../../url/trace-view.ts'
import type { Route } from './+types/trace.ts'
import {
  describeAttempts,
  describeCause,
  describeFailure,
  describeMissingSpans,
  describeRepeated,
  describeTrace,
  dropMessage,
  NO_TRACE,
} from './describe-trace.server.ts'
import { spanFinder } from './find-span.ts'
import { findWaitedParts, isAlone } from './find-waited-parts.ts'
import { LinkedTraces } from './linked-traces.tsx'
import { listTopFrames } from './list-top-frames.ts'
import { MAX_TEXT_CHARS } from './max-text-chars.ts'
import { openSpan, querySpanLinks } from './query-span.server.ts'
import { queryTraceLinks } from './query-trace-links.server.ts'
import { refsInSentRows } from './sent-rows.ts'
import { TraceBody } from './trace-body.tsx'
import { formatTraceDuration } from './trace-duration.ts'
import { TraceHeader } from './trace-header.tsx'
import { MAX_LOGS, TraceLogs } from './trace-logs.tsx'
import { treeOfSpans } from './tree-of-trace.server.ts'

/**
 * The limit of spans that the page is made of. Of a larger trace the store chooses the open span, failures, their ancestors, and those nearest
 * the root; the browser asks for the others once the page is there.
 */
const MAX_SPANS = 1_000
const MAX_MATCHES = 10_000

/** A day that has passed changes no more than by what arrives late. */
const compared: QueryPolicy = { ...lowPriority, maxAgeMs: 60_000 }

/** Answers 404 for an invalid trace id and for a trace without stored data. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const traceId = parseTraceId(args.params.traceId)
  if (traceId === undefined) throw notFound('Invalid trace ID: expected 32 hexadecimal digits.')
  const view = readTraceView(args.url.searchParams)
  const asked = view.span === undefined ? undefined : parseSpanRef(view.span)
  const { search: searched, mistakes } = parseSearch(view.search ?? '', 'spans')
  const [trace, exceptions, logs] = await Promise.all([
    query(args, getTraceOutline, { traceId, spanId: asked?.spanId, chars: MAX_TEXT_CHARS, maxSpans: MAX_SPANS }),
    query(args, listTraceExceptions, { traceId }),
    query(args, listTraceLogs, { traceId, chars: MAX_TEXT_CHARS, limit: MAX_LOGS }),
  ])
  const [drop] = trace === undefined ? await query(args, findDrop, { subject: traceId }) : []
  if (trace === undefined && exceptions.length === 0 && logs.length === 0) {
    // A session id looks like a trace id, and the command palette cannot distinguish them.
    const steps = await query(args, listSessionEvents, { sessionId: traceId, limit: 1 })
    if (steps.length > 0) throw redirect(scopedPath(sessionPath(traceId), args.url.searchParams))
    throw notFound(drop ? dropMessage(drop) : NO_TRACE)
  }
  const frames = listTopFrames({ exceptions, spans: trace?.whole ?? [], logs, maxChars: MAX_TEXT_CHARS })
  const common = { nowMs, traceId, exceptions, frames, logs, areLogsCut: logs.length === MAX_LOGS, mistakes }
  if (trace === undefined) {
    const listed = exceptions.map(of => ({ ...of, attempts: 1 }))
    return {
      ...common,
      trace,
      notes: [],
      listed,
      links: undefined,
      rank: undefined,
      absence: describeMissingSpans(drop),
    }
  }

  const { spans, whole, ...head } = trace
  const range = { from: trace.startNs, to: trace.endNs + 1n }
  const matching =
    searched !== undefined && mistakes.length === 0
      ? await query(args, listMatchingSpans, { traceId, search: searched, range, limit: MAX_MATCHES })
      : undefined
  const open = asked && spanFinder(whole)(asked)
  const tree = treeOfSpans(spans, exceptions)
  const sentRefs = refsInSentRows(tree, view, matching)
  const byRef = new Map([...whole, ...(await readOthers(args, trace, sentRefs))].map(span => [spanRef(span), span]))
  const [cause] = exceptions
  const { root } = trace
  // The browser finds the critical path of a larger trace, once it has all spans.
  const operations =
    trace.totalSpans > spans.length ? [] : findWaitedParts(tree, findCriticalPath(tree)).parts.filter(isAlone)
  const dayBefore = { from: root.startNs - DAY_NS, to: root.startNs }
  const attempts = findAttempts(spans)
  // The heading that names the only exception leads to its span and to all of it.
  const failedAttemptsOf = new Map(attempts.flatMap(of => of.spanIds.map(spanId => [spanId, of.failed])))
  return {
    ...common,
    ...(await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
      links: tryQuery(args, queryTraceLinks, trace, lowPriority),
      openLinks:
        open === undefined ? Promise.resolve(undefined) : tryQuery(args, querySpanLinks, { traceId, span: open }),
      typical:
        operations.length === 0
          ? Promise.resolve(undefined)
          : tryQuery(args, listTypicalDurations, { operations, range: dayBefore }, compared),
      rank: root.isLocalRoot
        ? tryQuery(args, rankDuration, { ...root, range: dayBefore }, compared)
        : Promise.resolve(undefined),
    })),
    absence: undefined,
    trace: head,
    readSpans: spans.length,
    skeleton: Buffer.from(writeSkeleton(tree)).toString('base64'),
    details: sentRefs.flatMap(ref => {
      const span = byRef.get(ref)
      return span === undefined ? [] : [[ref, detailOf(span)] as const]
    }),
    matching: matching?.map(({ spanId, service }) => spanRef({ spanId, service, sharesId: true })),
    open: open && openSpan(open),
    asked: view.span,
    duration: formatTraceDuration(trace, exceptions),
    failure: describeFailure(trace),
    facts: describeTrace(trace, cause),
    notes: [
      ...(cause === undefined ? [] : describeCause(cause, view, frames.get(cause.id)?.[0], trace)),
      ...describeAttempts(trace, view, attempts),
      ...describeRepeated(trace, view, attempts),
    ],
    listed:
      exceptions.length > 1 ? exceptions.map(of => ({ ...of, attempts: failedAttemptsOf.get(of.spanId) ?? 1 })) : [],
  }
}

/** The spans of rows that say more than the tree knows, and that were not read with all their data. */
async function readOthers(args: Route.LoaderArgs, { traceId, spans, whole }: TraceOutline, refs: readonly string[]) {
  const read = new Set(whole.map(spanRef))
  const spanIds = refs.filter(ref => !read.has(ref)).map(ref => parseSpanRef(ref).spanId)
  if (spanIds.length === 0) return []
  const limit = spanIds.length * MAX_ROWS_PER_SPAN_ID
  const found = await query(args, listSpans, { traceId, spanIds, chars: MAX_TEXT_CHARS, limit })
  const shared = new Set(spans.filter(({ sharesId }) => sharesId).map(({ spanId }) => spanId))
  return found.map(span => (shared.has(span.spanId) ? { ...span, sharesId: true } : span))
}

/** A view of a trace changes the URL, but not the data; a span that is opened later is read by itself. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isOfView =
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    currentUrl.searchParams.get(SEARCH_PARAM) === nextUrl.searchParams.get(SEARCH_PARAM)
  return isOfView ? false : defaultShouldRevalidate
}

export default function TracePage({ loaderData }: Route.ComponentProps) {
  const { nowMs, traceId, trace, notes, listed, logs, areLogsCut, links } = loaderData
  const [params] = useSearchParams()
  const { tab } = readTraceView(params)
  return (
    <DistinctColours of={trace?.services ?? NONE}>
      <TraceHeader {...loaderData} />
      {notes.map(({ text, to, className, thrown }) => (
        <p key={to} className={`notice break ${className}`}>
          <Link to={to}>{text}</Link>
          {thrown && (
            <>
              {thrown.place && (
                <>
                  {' '}
                  in <code>{thrown.place}</code>
                </>
              )}
              {`, ${thrown.by}. `}
              <ScopedLink to={thrown.page}>View exception</ScopedLink>
            </>
          )}
        </p>
      ))}
      {trace === undefined ? (
        <p className="notice">No spans of this trace are stored: {loaderData.absence} Its logs are below.</p>
      ) : (
        <TraceBody key={traceId} data={{ ...loaderData, trace }} />
      )}
      {listed.length > 0 && (
        <section className="section" aria-labelledby="exceptions">
          <h2 id="exceptions">Exceptions in this trace</h2>
          <ExceptionTable exceptions={listed} nowMs={nowMs} caption="Exceptions in this trace, oldest first" brief />
        </section>
      )}
      {(trace === undefined || tab === undefined) && (
        <TraceLogs traceId={traceId} logs={logs} startNs={trace?.startNs} isCut={areLogsCut} />
      )}
      {trace && <LinkedTraces links={links} startNs={trace.startNs} />}
    </DistinctColours>
  )
}

const NONE = [] as const
