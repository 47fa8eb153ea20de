import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { FoundDrop } from '../../../store/noise/find-drop.ts'
import { readConvention } from '../../../store/schema/conventions.ts'
import type { Attempts } from '../../../store/spans/find-attempts.ts'
import { findRepeatedQueries } from '../../../store/spans/find-repeated-queries.ts'
import { nameWithCallee } from '../../../store/spans/name-with-callee.ts'
import type { TraceOutline } from '../../../store/traces/get-trace-outline.ts'
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
import { exceptionPath } from '../../url/exception-path.ts'
import { releasePath, sessionPath, userPath } from '../../url/page-paths.ts'
import { facetClause } from '../../url/search-links.ts'
import { spanAddress, spanRef, type TraceView } from '../../url/trace-view.ts'
import { spanFinder } from './find-span.ts'
import type { TraceFact } from './trace-header.tsx'

/** `checkout answered 402, page showed 200, 2 spans failed`. A status beside failed spans is no success: a good one has the reason beside it. */
export function describeFailure(trace: TraceOutline): string {
  const { root, whole, failedSpans } = trace
  if (failedSpans === 0) return ''
  const answers = describeAnswers(trace) || (root.httpStatus > 0 && `status ${root.httpStatus}`)
  const own = root.httpStatus < 400 ? [root, ...whole.filter(({ service }) => service === root.service)] : []
  const reason = own.map(describeSpanFailure).find(Boolean)
  return [answers, reason, `${pluralize(failedSpans, 'span')} failed`].filter(Boolean).join(', ')
}

/**
 * Where and what the trace answered, for whom, and what ran: route, release and environment are those of the root, and another release
 * of the service whose exception came first.
 */
export function describeTrace({ root, spans, failedSpans }: TraceOutline, cause?: ExceptionSummary): TraceFact[] {
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
export interface TraceNote {
  readonly text: string
  readonly to: string
  readonly className: string
  /** The facts of an exception: the function and line that threw it, if a stack says so; its service, release and status; its page. */
  readonly thrown?: { readonly place: string; readonly by: string; readonly page: string }
}

/** The oldest exception is mostly the cause of the others. */
export function describeCause(of: ExceptionSummary, view: TraceView, place = '', trace?: TraceOutline): TraceNote[] {
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
export function describeAttempts({ spans }: TraceOutline, view: TraceView, attempts: readonly Attempts[]): TraceNote[] {
  const byTime = attempts.toSorted((a, b) => (a.tookNs > b.tookNs ? -1 : 1))
  return byTime.slice(0, MAX_ATTEMPTS_NOTED).map(({ name, callee, spanIds, hasSucceeded, tookNs }) => {
    const first = spans.find(span => span.spanId === spanIds[0])
    const search = `${facetClause('parent', first?.parentSpanId ?? '', 'spans')} ${facetClause('name', name, 'spans')}`
    const what = clipLine(spanName(nameWithCallee(name, callee)), 120)
    const result = hasSucceeded ? 'the last one succeeded' : 'all failed'
    return {
      text: `${formatCount(spanIds.length)} attempts of ${what}, ${result}, ${formatDuration(tookNs)}`,
      to: spanAddress({ ...view, folded: new Set(), search }, spanIds[0] ?? ''),
      className: 'warn-notice',
    }
  })
}

/** `Possible N+1: 19 × SELECT line_item, 190 ms, 53 % of the trace`; leads to these spans, marked in the tree. */
export function describeRepeated(
  { spans, startNs, endNs, totalSpans }: TraceOutline,
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

export const NO_TRACE =
  'No trace with this ID is stored. A recent one may arrive in a few seconds; others were dropped by a rule, have expired, or were never sent.'

/** Says why logs of a trace are stored, but none of its spans. */
export const describeMissingSpans = (drop: FoundDrop | undefined) =>
  drop === undefined
    ? 'dropped by a rule, expired, or in transit.'
    : `${formatDropRule(drop.rule)} dropped ${drop.sender === 'browser' ? 'those that a browser sent' : 'them'}, last at ${formatTimestamp(drop.lastNs).slice(0, 16)} ${zoneAt(drop.lastNs)}.`

export const dropMessage = ({ rule, sender, lastNs }: FoundDrop) =>
  `Trace not found: ${sender === 'browser' ? 'what a browser sent of it' : 'it'} was dropped by ${formatDropRule(rule)} at ${formatTimestamp(lastNs).slice(0, 16)} ${zoneAt(lastNs)}.`
