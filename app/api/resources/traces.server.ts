import { z } from 'zod'
import { findRepeatedSpans } from '../../../store/spans/find-repeated-spans.ts'
import { cursorOfTrace } from '../../../store/traces/cursor-of-trace.ts'
import { getTrace } from '../../../store/traces/get-trace.ts'
import { listSpans, type Span } from '../../../store/traces/list-spans.ts'
import { listTraces } from '../../../store/traces/list-traces.ts'
import { parseSpanId, parseTraceId, type SpanId, type TraceId } from '../../../store/units.ts'
import { writeTrace } from '../../parts/trace-file/write-trace.server.ts'
import { TRACE_SORTS, toTraceOrder, traceCodecs } from '../../url/trace-filters.ts'
import { tracePath } from '../../url/trace-view.ts'
import { defineList } from '../define/define-list.ts'
import { defineOperation, defineStream } from '../define/operation.ts'
import {
  choiceOf,
  flag,
  parameterOf,
  readSearch,
  scopeOf,
  scopeShape,
  searchShape,
  wholeNumber,
} from '../define/parameters.ts'
import { invalidParameter, Problem } from '../define/problem.ts'
import {
  attributes,
  count,
  durationMs,
  numberedPosition,
  page,
  positionAt,
  readPosition,
  time,
  writeMs,
  writeTime,
} from '../define/values.ts'
import { repeatedSpans, spanBasics, spanPlace, writeRepeated, writeSpan, writeSpanPlace } from './span-fields.ts'

const tag = 'Traces'

export const listTracesOperation = defineList({
  id: 'listTraces',
  path: '/traces',
  tag,
  summary: 'Lists traces whose root is in a time',
  description: 'A search finds the traces with a span that matches it.',
  query: {
    ...scopeShape,
    ...searchShape,
    operation: parameterOf(traceCodecs.operation, 'Operation of the root.'),
    failed: flag('1: only traces with a failed span or an exception.'),
    its: parameterOf(traceCodecs.itsOperation, 'Operation of a transaction of the service, wherever the trace began.'),
    itsfailed: flag('1: only if such a transaction failed.'),
    itsany: flag('1: only with such a transaction; environment and release are then its own.'),
    min: parameterOf(traceCodecs.minDurationNs, 'Least duration, such as 250ms or 1.5s.'),
    max: parameterOf(traceCodecs.maxDurationNs, 'Duration that it is shorter than.'),
    issue: parameterOf(traceCodecs.issue, 'Only traces that began to fail with this issue.'),
    status: parameterOf(traceCodecs.httpStatus, 'HTTP status of the root.'),
    sort: choiceOf(TRACE_SORTS, 'The order: `-began` is newest first.'),
  },
  item: z
    .object({
      id: z.string().meta({ description: '32 hex digits.' }),
      page,
      start: time,
      duration_ms: durationMs,
      root_duration_ms: durationMs,
      service: z.string().meta({ description: 'Of the root, as what follows.' }),
      name: z.string(),
      operation: z.string(),
      http_status: z.number().int().meta({ description: '0 if it has none.' }),
      environment: z.string(),
      release: z.string(),
      services: z.array(z.string()).meta({ description: 'All services with a span in it.' }),
      session_id: z.string(),
      failed: z.boolean(),
      spans: count,
      failed_spans: count,
      failed_services: z.array(z.string()).meta({ description: 'Where failures began.' }),
    })
    .meta({ id: 'Trace' }),
  position: numberedPosition,
  read(asked, { query, range, after, limit }) {
    const { q, sort, operation, failed, its, itsfailed, itsany, min, max, issue, status, ...scope } = query
    return asked.ask(listTraces, {
      ...scopeOf(asked, scope),
      ...{ range, operation, issue, limit },
      failedOnly: failed,
      itsOperation: its,
      itsFailed: itsfailed,
      itsAny: itsany,
      minDurationNs: min,
      maxDurationNs: max,
      httpStatus: status,
      search: readSearch(q, 'spans'),
      order: toTraceOrder(sort),
      after: readPosition(after),
    })
  },
  positionOf: (trace, { sort }) => positionAt(cursorOfTrace(trace, toTraceOrder(sort).by)),
  write: trace => ({
    id: trace.traceId,
    page: tracePath({ traceId: trace.traceId, spanId: '' }),
    start: writeTime(trace.startNs),
    duration_ms: writeMs(trace.durationNs),
    root_duration_ms: writeMs(trace.rootDurationNs),
    service: trace.service,
    name: trace.name,
    operation: trace.operation,
    http_status: trace.httpStatus,
    environment: trace.environment,
    release: trace.release,
    services: [...trace.services],
    session_id: trace.sessionId,
    failed: trace.failed,
    spans: trace.spanCount,
    failed_spans: trace.failedSpanCount,
    failed_services: [...trace.failedServices],
  }),
})

const traceInPath = z.string().meta({ description: 'Id of the trace, 32 hex digits.' })
/** The most characters of a status message in a skeleton. */
const SKELETON_CHARS = 300

const readTraceId = (text: string): TraceId => {
  const traceId = parseTraceId(text)
  if (traceId === undefined) throw invalidParameter('trace', 'A trace id has 32 hex digits.')
  return traceId
}

const readSpanId = (text: string, parameter: string): SpanId => {
  const spanId = parseSpanId(text)
  if (spanId === undefined) throw invalidParameter(parameter, 'A span id has 16 hex digits.')
  return spanId
}

const traceNotFound = () => new Problem('not-found', 'Nothing of this trace is stored, or it has expired.')

const MAX_SPANS = 10_000

export const getTraceOperation = defineOperation({
  ...{ id: 'getTrace', method: 'GET', path: '/traces/{trace}', permission: 'viewer', tag },
  summary: 'Reads the spans of a trace, without their attributes',
  description:
    'Oldest first. Of a trace with more spans than `spans`, the slow and failed ones with their ancestors, and how many are left out below each.',
  params: z.object({ trace: traceInPath }),
  query: z.strictObject({
    spans: wholeNumber({
      ...{ name: 'spans', least: 2, most: MAX_SPANS, byDefault: 2_000 },
      description: 'The most spans to answer.',
    }),
    around: z.string().optional().meta({ description: 'Id of a span that must be among them.' }),
  }),
  answer: z
    .object({
      id: z.string(),
      page,
      start: time,
      duration_ms: durationMs,
      root: z.object({ id: z.string(), service: z.string(), name: z.string() }),
      services: z.array(z.object({ service: z.string(), spans: count, failed_spans: count })),
      total_spans: count.meta({ description: 'Of the whole trace, left out or not.' }),
      failed_spans: count,
      spans: z.array(
        z.object({
          ...spanBasics,
          ...spanPlace,
          hidden_below: count.meta({ description: 'Spans below it that are left out.' }),
        }),
      ),
      repeated: repeatedSpans,
    })
    .meta({ id: 'TraceSkeleton' }),
  async run(asked, { params, query: { spans: maxSpans, around } }) {
    const spanId = around === undefined ? undefined : readSpanId(around, 'around')
    const traceId = readTraceId(params.trace)
    const trace = await asked.ask(getTrace, { traceId, maxSpans, spanId, chars: SKELETON_CHARS })
    if (trace === undefined) throw traceNotFound()
    const { root, services, totalSpans, failedSpans, startNs, endNs, spans } = trace
    return {
      id: traceId,
      page: tracePath({ traceId, spanId: '' }),
      start: writeTime(startNs),
      duration_ms: writeMs(endNs - startNs),
      root: { id: root.spanId, service: root.service, name: root.name },
      services: services.map(of => ({ service: of.service, spans: of.spans, failed_spans: of.failedSpans })),
      total_spans: totalSpans,
      failed_spans: failedSpans,
      spans: spans.map(span => ({ ...writeSpan(span), ...writeSpanPlace(span), hidden_below: span.hiddenBelow })),
      repeated: findRepeatedSpans(spans, new Set(around === undefined ? [] : [around])).map(writeRepeated),
    }
  },
})

/** Spans of several services, or delivered again and not merged yet. */
const MAX_SAME_ID = 20

export const getSpanOperation = defineOperation({
  ...{ id: 'getSpan', method: 'GET', path: '/traces/{trace}/spans/{span}', permission: 'viewer', tag },
  summary: 'Reads a span with everything that was sent',
  params: z.object({ trace: traceInPath, span: z.string().meta({ description: 'Id of the span, 16 hex digits.' }) }),
  query: z.strictObject({
    service: z.string().optional().meta({ description: 'Whose span, where two services share the id.' }),
  }),
  answer: z
    .object({
      ...spanBasics,
      trace_id: z.string(),
      page,
      trace_state: z.string(),
      scope: z.object({ name: z.string(), version: z.string() }),
      attributes,
      resource: attributes,
      events: z.array(z.object({ time, name: z.string(), attributes })),
      links: z.array(z.object({ trace_id: z.string(), span_id: z.string(), attributes })),
    })
    .meta({ id: 'Span' }),
  async run(asked, { params, query: { service } }) {
    const spanId = readSpanId(params.span, 'span')
    const traceId = readTraceId(params.trace)
    const found = await asked.ask(listSpans, { traceId, spanIds: [spanId], limit: MAX_SAME_ID })
    const [span] = found.filter(of => service === undefined || of.service === service).toSorted(byService)
    if (span === undefined) throw new Problem('not-found', 'There is no such span, or it has expired.')
    return {
      ...writeSpan(span),
      trace_id: traceId,
      page: tracePath({ traceId, spanId, service: service ?? '' }),
      trace_state: span.traceState,
      scope: { name: span.scopeName, version: span.scopeVersion },
      attributes: { ...span.attributes },
      resource: { ...span.resource },
      events: span.events.map(event => ({
        time: writeTime(event.atNs),
        name: event.name,
        attributes: { ...event.attributes },
      })),
      links: span.links.map(link => ({
        trace_id: link.traceId,
        span_id: link.spanId,
        attributes: { ...link.attributes },
      })),
    }
  },
})

export const getTraceFileOperation = defineStream({
  ...{ id: 'getTraceFile', method: 'GET', path: '/traces/{trace}/otlp', permission: 'viewer', tag },
  summary: 'Reads a trace whole, as OTLP',
  description:
    'All spans with everything that was sent, in the JSON mapping of OTLP: what a Collector or another tool reads.',
  params: z.object({ trace: traceInPath }),
  query: z.strictObject({}),
  answer: z.object({ resourceSpans: z.array(z.record(z.string(), z.unknown())) }).meta({ id: 'OtlpTraces' }),
  async stream(asked, { params }) {
    const pieces = await asked.ask(writeTrace, { traceId: readTraceId(params.trace) })
    if (pieces === undefined) throw traceNotFound()
    return pieces
  },
})

const byService = (a: Span, b: Span) => (a.service < b.service ? -1 : a.service > b.service ? 1 : 0)
