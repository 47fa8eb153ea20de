import { useEffect, useRef } from 'react'
import { Link, redirect, type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router'
import { parseSearch } from '../../../search/parse-search.ts'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import { listTraceExceptions } from '../../../store/exceptions/list-trace-exceptions.ts'
import { type FoundDrop, findDrop } from '../../../store/noise/find-drop.ts'
import { readConvention } from '../../../store/schema/conventions.ts'
import { listSessionEvents } from '../../../store/sessions/list-session-events.ts'
import { type Attempts, findAttempts } from '../../../store/spans/find-attempts.ts'
import { findRepeatedQueries } from '../../../store/spans/find-repeated-queries.ts'
import { findRepeatedSpans } from '../../../store/spans/find-repeated-spans.ts'
import { listMatchingSpans } from '../../../store/spans/list-matching-spans.ts'
import { getTrace, type Trace } from '../../../store/traces/get-trace.ts'
import { listTraceLogs } from '../../../store/traces/list-trace-logs.ts'
import { parseTraceId } from '../../../store/units.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { lowPriority, query, tryQuery } from '../../data/query.ts'
import { formatShare } from '../../format/amount.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDropRule } from '../../format/drop-rule.ts'
import { formatDuration } from '../../format/duration.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { formatIssueTitle, shortType } from '../../format/issue-title.ts'
import { spanName } from '../../format/span-name.ts'
import { formatTimestamp } from '../../format/time.ts'
import { zoneAt } from '../../format/time-zone.ts'
import { describeAnswers } from '../../insights/describe-answers.server.ts'
import { describeSpanFailure } from '../../insights/describe-span-failure.ts'
import { ExceptionTable } from '../../parts/exception-list/exception-table.tsx'
import { openSpan, spanFinder } from '../../parts/waterfall/find-span.ts'
import { layoutWaterfall } from '../../parts/waterfall/layout-waterfall.server.ts'
import { measureSelfTimes } from '../../parts/waterfall/timeline.ts'
import { Waterfall } from '../../parts/waterfall/waterfall.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { DistinctColours } from '../../ui/links/service-name.tsx'
import { exceptionPath } from '../../url/exception-path.ts'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { notFound } from '../../url/not-found.ts'
import { releasePath, sessionPath, userPath } from '../../url/page-paths.ts'
import { scopedPath } from '../../url/scope.ts'
import { facetClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import {
  OPEN_SPAN_FRAGMENT,
  parseSpanRef,
  readTraceView,
  spanAddress,
  spanRef,
  type TraceView,
} from '../../url/trace-view.ts'
import type { Route } from './+types/trace.ts'
import { LinkedTraces } from './linked-traces.tsx'
import { listTopFrames } from './list-top-frames.ts'
import { queryTraceLinks } from './query-trace-links.server.ts'
import { SpanDetails } from './span-details.tsx'
import { formatTraceDuration } from './trace-duration.ts'
import { type TraceFact, TraceHeader } from './trace-header.tsx'
import { TraceLogs } from './trace-logs.tsx'
import { TraceSearch } from './trace-search.tsx'

/** The limit of spans: of a larger trace the store chooses the open span, failures, their ancestors, and those nearest the root. */
const MAX_SPANS = 1_000

/** Answers 404 for an invalid trace id and for a trace without stored data. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const traceId = parseTraceId(args.params.traceId)
  if (traceId === undefined) throw notFound('Invalid trace ID: expected 32 hexadecimal digits.')
  const view = readTraceView(args.url.searchParams)
  const { span: asked, search = '' } = view
  const { search: searched, mistakes } = parseSearch(search, 'spans')
  const [trace, exceptions, logs] = await Promise.all([
    query(args, getTrace, {
      traceId,
      spanId: asked && parseSpanRef(asked).spanId,
      chars: MAX_TEXT_CHARS,
      maxSpans: MAX_SPANS,
    }),
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
  const [first] = trace?.spans ?? []
  const last = trace?.spans.at(-1)
  const matching =
    searched !== undefined && mistakes.length === 0 && first !== undefined && last !== undefined
      ? await query(args, listMatchingSpans, {
          traceId,
          search: searched,
          range: { from: first.startNs, to: last.startNs + 1n },
          limit: MAX_MATCHES,
        })
      : undefined
  const links = trace && tryQuery(args, queryTraceLinks, trace, lowPriority)
  const duration = trace && formatTraceDuration(trace, exceptions)
  const absence = trace === undefined ? describeMissingSpans(drop) : undefined
  const repeated = trace && findRepeatedSpans(trace.spans, new Set(exceptions.map(of => of.spanId)))
  const layout = layoutWaterfall(trace?.spans ?? [], exceptions, repeated)
  const selfTimes = trace && trace.totalSpans <= trace.spans.length ? measureSelfTimes(trace.spans) : undefined
  const frames = listTopFrames({ exceptions, spans: trace?.spans ?? [], logs, maxChars: MAX_TEXT_CHARS })
  const attempts = findAttempts(trace?.spans ?? [])
  const cause = exceptions[0]
  const facts = trace === undefined ? [] : describeTrace(trace, cause)
  const failure = trace === undefined ? '' : describeFailure(trace)
  const notes = [
    ...(cause === undefined ? [] : describeCause(cause, view, frames.get(cause.id)?.[0], trace)),
    ...(trace === undefined ? [] : describeAttempts(trace, view, attempts)),
    ...(trace === undefined ? [] : describeRepeated(trace, view, attempts)),
  ]
  // The heading that names the only exception leads to its span and to all of it.
  const failedAttemptsOf = new Map(attempts.flatMap(of => of.spanIds.map(spanId => [spanId, of.failed])))
  const listed =
    trace === undefined || exceptions.length > 1
      ? exceptions.map(of => ({ ...of, attempts: failedAttemptsOf.get(of.spanId) ?? 1 }))
      : []
  const described = { listed, duration, failure, facts, notes, absence, layout, selfTimes, frames }
  return {
    nowMs,
    ...(await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), { links: Promise.resolve(links) })),
    traceId,
    asked,
    trace,
    ...described,
    exceptions,
    logs,
    mistakes,
    matching: matching?.map(refIn(trace)),
  }
}

/** Finds the reference of the row of a span; `undefined` if the span was not read. */
function refIn(trace: Trace | undefined) {
  const find = spanFinder(trace?.spans ?? [])
  return (of: { readonly spanId: string; readonly service: string }) => {
    const span = find(of)
    return spanRef(span?.service === of.service ? span : of)
  }
}

/** `checkout answered 402, page showed 200, 2 spans failed`. A status beside failed spans is no success: a good one has the reason beside it. */
function describeFailure(trace: Trace): string {
  const { root, spans, failedSpans } = trace
  if (failedSpans === 0) return ''
  const answers = describeAnswers(trace) || (root.httpStatus > 0 && `status ${root.httpStatus}`)
  const own = root.httpStatus < 400 ? [root, ...spans.filter(({ service }) => service === root.service)] : []
  const reason = own.map(describeSpanFailure).find(Boolean)
  return [answers, reason, `${pluralize(failedSpans, 'span')} failed`].filter(Boolean).join(', ')
}

/**
 * Where and what the trace answered, for whom, and what ran: route, release and environment are those of the root, and another release
 * of the service whose exception came first.
 */
function describeTrace({ root, spans, failedSpans }: Trace, cause?: ExceptionSummary): TraceFact[] {
  const userId = spans.map(span => readConvention('user', span)).find(Boolean) ?? ''
  const sessionId = spans.find(span => span.sessionId !== '')?.sessionId ?? ''
  const release = readConvention('release', root)
  const thrower = cause === undefined || cause.release === release ? { service: '', release: '' } : cause
  const facts = [
    // The title has it if spans failed.
    { name: 'Status', text: root.httpStatus === 0 || failedSpans > 0 ? '' : `${root.httpStatus}` },
    { name: 'Operation', text: clipLine(root.operation, 200) },
    { name: 'User', text: clipLine(userId, 60), to: userPath(userId) },
    { name: 'Session', text: sessionId && 'View session', to: sessionPath(sessionId) },
    { name: 'Release', text: clipLine(release, 60), to: releasePath(release) },
    {
      name: `Release of ${clipLine(thrower.service, 60)}`,
      text: clipLine(thrower.release, 60),
      to: releasePath(thrower.release),
    },
    { name: 'Environment', text: clipLine(readConvention('environment', root), 60) },
  ]
  return facts.filter(({ text }) => text !== '')
}

/** A line under the title. */
interface TraceNote {
  readonly text: string
  readonly to: string
  readonly className: string
  /** The facts of an exception: the function and line that threw it, if a stack says so; its service, release and status; its page. */
  readonly thrown?: { readonly place: string; readonly by: string; readonly page: string }
}

/** The oldest exception is mostly the cause of the others. */
function describeCause(of: ExceptionSummary, view: TraceView, place = '', trace?: Trace): TraceNote[] {
  const text = clipLine(formatIssueTitle({ ...of, type: shortType(of.type) }) || exceptionTitle(of), 300)
  const page = exceptionPath(of)
  const span = spanFinder(trace?.spans ?? [])(of)
  const status = span?.httpStatus ?? 0
  const by = `${clipLine(`${of.service} ${of.release}`.trim(), 80)}${status === 0 ? '' : `, status ${status}`}`
  const to = of.spanId === '' ? page : spanAddress(view, spanRef(span ?? of))
  return [{ text, to, className: 'bad-notice', thrown: { place: clipLine(place, 200), by, page } }]
}

const MAX_ATTEMPTS_NOTED = 3

/** `6 attempts of GET pay.example/charges, all failed, 10.9 s`; leads to the first, with all of them marked in the tree. */
function describeAttempts({ spans }: Trace, view: TraceView, attempts: readonly Attempts[]): TraceNote[] {
  const byTime = attempts.toSorted((a, b) => (a.tookNs > b.tookNs ? -1 : 1))
  return byTime.slice(0, MAX_ATTEMPTS_NOTED).map(({ name, callee, spanIds, hasSucceeded, tookNs }) => {
    const first = spans.find(span => span.spanId === spanIds[0])
    const search = `${facetClause('parent', first?.parentSpanId ?? '', 'spans')} ${facetClause('name', name, 'spans')}`
    const what = clipLine(spanName(`${name} ${callee}`.trim()), 120)
    const result = hasSucceeded ? 'the last one succeeded' : 'all failed'
    return {
      text: `${formatCount(spanIds.length)} attempts of ${what}, ${result}, ${formatDuration(tookNs)}`,
      to: spanAddress({ ...view, folded: new Set(), search }, spanIds[0] ?? ''),
      className: 'warn-notice',
    }
  })
}

/** `Possible N+1: 19 × SELECT line_item, 190 ms, 53 % of the trace`; leads to these spans, marked in the tree. */
function describeRepeated(
  { spans, startNs, endNs, totalSpans }: Trace,
  view: TraceView,
  attempts: readonly Attempts[],
): TraceNote[] {
  const tried = new Set(attempts.flatMap(({ spanIds }) => spanIds))
  const atLeast = totalSpans > spans.length ? 'at least ' : ''
  return findRepeatedQueries(spans.filter(({ spanId }) => !tried.has(spanId))).map(
    ({ name, parentSpanId, count, totalNs, firstSpanId }) => {
      const repeated = `${formatCount(count)} × ${clipLine(spanName(name), 120)}, ${formatDuration(totalNs)}, ${formatShare(Number(totalNs), Number(endNs - startNs))} of the trace`
      const search = `${facetClause('parent', parentSpanId, 'spans')} ${facetClause('name', name, 'spans')}`
      const to = spanAddress({ ...view, folded: new Set(), search }, firstSpanId)
      return { text: `Possible N+1: ${atLeast}${repeated}`, to, className: 'warn-notice' }
    },
  )
}

const MAX_MATCHES = 10_000

const MAX_LOGS = 500
/** Maximum of a text and of each attribute: 500 or 1,000 complete ones may exceed 32 MB. */
const MAX_TEXT_CHARS = 2_000

const NO_TRACE =
  'No trace with this ID is stored. A recent one may arrive in a few seconds; others were dropped by a rule, have expired, or were never sent.'

/** Why logs of a trace are stored, but none of its spans. */
const describeMissingSpans = (drop: FoundDrop | undefined) =>
  drop === undefined
    ? 'dropped by a rule, expired, or in transit.'
    : `${formatDropRule(drop.rule)} dropped ${drop.sender === 'browser' ? 'those that a browser sent' : 'them'}, last at ${formatTimestamp(drop.lastNs).slice(0, 16)} ${zoneAt(drop.lastNs)}.`

const dropMessage = ({ rule, sender, lastNs }: FoundDrop) =>
  `Trace not found: ${sender === 'browser' ? 'what a browser sent of it' : 'it'} was dropped by ${formatDropRule(rule)} at ${formatTimestamp(lastNs).slice(0, 16)} ${zoneAt(lastNs)}.`

/** Opening a span and folding rows change the URL, but not the data; a span that was not read is loaded by `useReadAgain`. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isOfView =
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    currentUrl.searchParams.get(SEARCH_PARAM) === nextUrl.searchParams.get(SEARCH_PARAM)
  return isOfView ? false : defaultShouldRevalidate
}

export default function TracePage({ loaderData }: Route.ComponentProps) {
  const {
    nowMs,
    traceId,
    asked,
    trace,
    duration,
    failure,
    facts,
    notes,
    absence,
    layout,
    selfTimes,
    frames,
    exceptions,
    listed,
    logs,
    mistakes,
    matching,
    links,
  } = loaderData
  const [params] = useSearchParams()
  const wanted = readTraceView(params)
  const { view, span: chosen } = openSpan(wanted, trace?.spans ?? NONE)
  const isAbsent = trace !== undefined && view.span !== undefined && chosen === undefined
  const isAsked = trace === undefined || asked === wanted.span || trace.totalSpans <= trace.spans.length
  useReadAgain(isAbsent && !isAsked, asked)
  return (
    <DistinctColours of={trace?.services ?? NONE}>
      <TraceHeader traceId={traceId} trace={trace} duration={duration} failure={failure} facts={facts} nowMs={nowMs} />
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
        <p className="notice">No spans of this trace are stored: {absence} Its logs are below.</p>
      ) : (
        <div className={chosen === undefined ? 'trace-body' : 'trace-body with-details'}>
          <div>
            <TraceSearch view={view} mistakes={mistakes} found={matching?.length} />
            <Waterfall trace={trace} exceptions={exceptions} view={view} layout={layout} matching={matching} />
          </div>
          {chosen !== undefined && (
            <SpanDetails
              span={chosen}
              trace={trace}
              selfNs={selfTimes?.get(spanRef(chosen))}
              exceptions={exceptions}
              frames={frames}
              logs={logs}
              links={links}
              view={view}
              maxChars={MAX_TEXT_CHARS}
            />
          )}
        </div>
      )}
      {isAbsent && <AbsentSpanNotice spanId={parseSpanRef(view.span ?? '').spanId} isAsked={isAsked} />}
      {listed.length > 0 && (
        <section className="section" aria-labelledby="exceptions">
          <h2 id="exceptions">Exceptions in this trace</h2>
          <ExceptionTable exceptions={listed} nowMs={nowMs} caption="Exceptions in this trace, oldest first" brief />
        </section>
      )}
      <TraceLogs
        traceId={traceId}
        logs={logs}
        startNs={trace?.spans[0]?.startNs}
        maxLogs={MAX_LOGS}
        maxChars={MAX_TEXT_CHARS}
      />
      {trace && <LinkedTraces links={links} startNs={trace.startNs} />}
    </DistinctColours>
  )
}

const NONE = [] as const

/** The open span was not read: it does not exist, or the trace is large and it was not requested. */
function AbsentSpanNotice({ spanId, isAsked }: { readonly spanId: string; readonly isAsked: boolean }) {
  return (
    <p className="notice" role="status">
      {isAsked ? 'Span ' : 'Loading span '}
      <code>{spanId}</code>
      {isAsked ? ' not found in this trace: dropped, expired, or in transit.' : '…'}
    </p>
  )
}

/** Reads the page's data again if `wanted`, and scrolls to the open span once `read` shows that it was read. */
function useReadAgain(wanted: boolean, read: string | undefined): void {
  const { revalidate } = useRevalidator()
  const before = useRef(read)
  useEffect(() => {
    if (wanted) void revalidate()
  }, [wanted, revalidate])
  useEffect(() => {
    if (before.current !== read) document.getElementById(OPEN_SPAN_FRAGMENT.slice(1))?.scrollIntoView()
    before.current = read
  }, [read])
}
