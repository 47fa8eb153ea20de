import { parseSearch } from '../../../search/parse-search.ts'
import { readConvention } from '../../../store/schema/conventions.ts'
import { compareSpans } from '../../../store/spans/compare-spans.ts'
import type { Store } from '../../../store/store.ts'
import { getTrace, type Trace } from '../../../store/traces/get-trace.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import { parseTraceId, type TimeRange } from '../../../store/units.ts'
import { describeAnswers } from '../../insights/describe-answers.server.ts'
import { listDifferences } from '../../insights/describe-comparison.ts'
import { facetClause } from '../../url/search-links.ts'
import { describeFailingSpan, findFailingSpan } from './find-failing-span.ts'

const MAX_SPANS = 200
const MAX_ATTRIBUTE_CHARS = 2_000

interface FailureAddress {
  readonly traceId: string
  /** The span with the exception, or that failed. */
  readonly spanId: string
}

/** Where a trace began to fail. */
export interface Failure {
  /** Which span failed below, and how; '' for none. */
  readonly failing: string
  /** Which service answered what; '' if none below the root answered with a failure. */
  readonly answers: string
  /** Its database statement; '' for none. */
  readonly statement: string
  /** The span that failed first, or the one that was asked for. */
  readonly span: Pick<Span, 'spanId' | 'service' | 'name'>
}

/**
 * Reads where the trace of an exception or of a failed span began to fail.
 *
 * @returns `undefined` if the trace is not stored.
 * @throws {StoreError} Any kind.
 */
export async function explainFailure(
  store: Store,
  { traceId: text, spanId }: FailureAddress,
  signal?: AbortSignal,
): Promise<Failure | undefined> {
  const traceId = parseTraceId(text)
  const trace =
    traceId && (await getTrace(store, { traceId, maxSpans: MAX_SPANS, chars: MAX_ATTRIBUTE_CHARS, spanId }, signal))
  return trace && locateFailure(trace, spanId)
}

function locateFailure(trace: Trace, spanId: string): Failure {
  const at = trace.spans.find(span => span.spanId === spanId) ?? trace.root
  const failing = findFailingSpan(trace.spans, at.spanId)
  return {
    failing: failing === undefined ? '' : describeFailingSpan(failing),
    answers: describeAnswers(trace),
    statement: failing === undefined ? '' : readConvention('dbStatement', failing),
    span: failing ?? at,
  }
}

/** Clauses of a search of spans, one for each facet that has a value. */
export const writeSpanClauses = (facets: Readonly<Record<string, string>>): string[] =>
  Object.entries(facets).flatMap(([facet, value]) => (value === '' ? [] : facetClause(facet, value, 'spans')))

interface ComparedSpans {
  readonly service: string
  /** One of them; '' for any. */
  readonly name?: string
  readonly operation?: string
  readonly environment?: string
  /** Which of them are compared with the others, as a search. */
  readonly selection: string
  readonly range: TimeRange
}

/**
 * What failed or slow spans have more often than the others of their kind: `host pg-3 100 % (others 33 %)`; at most three.
 *
 * @throws {StoreError} Any kind.
 */
export async function compareFailed(
  store: Store,
  { service, name = '', operation = '', environment = '', selection, range }: ComparedSpans,
  signal?: AbortSignal,
): Promise<string> {
  // Spans inside a service have nothing in common with its requests.
  const text = [
    ...writeSpanClauses({ service, name, operation, environment }),
    ...(name === '' ? ['is:entry'] : []),
  ].join(' ')
  const { search } = parseSearch(text, 'spans')
  const compared = { search, selection: parseSearch(selection, 'spans').search, range }
  const { keys, failures } = await compareSpans(store, compared, signal)
  // Without a score are those that only say again that they failed.
  return listDifferences({ keys: keys.filter(({ score }) => score > 0), failures }).join(', ')
}
