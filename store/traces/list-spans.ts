import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import { describeCallee } from '../spans/describe-callee.ts'
import type { Store } from '../store.ts'
import type { Ns, TraceId } from '../units.ts'
import sql from './list-spans.sql?raw'

export interface Span {
  readonly spanId: string
  /** '' for a span without a parent. The parent may not be stored. */
  readonly parentSpanId: string
  readonly service: string
  readonly name: string
  /** 'Server', 'Client', 'Internal', 'Producer', 'Consumer' or 'Unspecified'. */
  readonly kind: string
  readonly startNs: Ns
  /** 0 for a span that ends before it starts. */
  readonly durationNs: Ns
  /** 'Unset', 'Ok' or 'Error'. */
  readonly status: string
  /** By its status, its HTTP status, that of a remote procedure call, or GraphQL errors. */
  readonly failed: boolean
  readonly statusMessage: string
  readonly traceState: string
  readonly scopeName: string
  readonly scopeVersion: string
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  /** What it does, with few values. */
  readonly operation: string
  /** '' if there is none. */
  readonly route: string
  /** That of its transaction; 0 if there is none. */
  readonly httpStatus: number
  /** The HTTP status that it sent itself, or a client received; 0 if there is none. */
  readonly answer: number
  /** '' if the span does not belong to a browser session. */
  readonly sessionId: string
  /** The first span of its transaction. */
  readonly isLocalRoot: boolean
  /** Sent by a browser. */
  readonly isBrowser: boolean
  readonly events: readonly SpanEvent[]
  readonly links: readonly SpanLink[]
  /** True if its status message or an attribute was cut. */
  readonly isCut: boolean
  /** True if another service has a span with the same id in this trace. */
  readonly sharesId?: boolean
  /** How many omitted spans lie below it and below no other span that was read. */
  readonly hiddenBelow: number
  /** What it calls, if its name is only an HTTP method, see {@link describeCallee}. */
  readonly callee?: string
}

export interface SpanEvent {
  readonly atNs: Ns
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: Readonly<Record<string, string>>
}

interface SpansQuery {
  readonly traceId: TraceId
  /** At most 5,000; all spans if empty. @default [] */
  readonly spanIds?: readonly string[]
  /** Maximum of a status message and of each attribute. @default unlimited */
  readonly chars?: number | undefined
  /** 1 to 100,000 */
  readonly limit: number
}

/** An id may have rows of several services, or that were delivered again and are not merged yet. */
export const MAX_ROWS_PER_SPAN_ID = 20

/** Longer than any stored text. */
const UNLIMITED_CHARS = 2 ** 31

/**
 * Lists spans of a trace with all their data.
 *
 * @returns In no order; one that was delivered twice may be there twice; an empty array if none is stored.
 * @throws {StoreError} Any kind.
 */
export function listSpans(
  store: Store,
  { traceId, spanIds = [], chars = UNLIMITED_CHARS, limit }: SpansQuery,
  signal?: AbortSignal,
): Promise<Span[]> {
  // One more than requested shows that there are more.
  const params = { traceId, spanIds, chars: chars + 1, limit }
  const decode = (stored: unknown) => spanOf(stored, chars)
  return store.query({ name: 'list-spans', sql, params, decode, timeoutMs: 20_000, isOfOneTrace: true }, signal)
}

const row = z.object({
  spanId: z.string(),
  parentSpanId: z.string(),
  service: z.string(),
  name: z.string(),
  kind: z.string(),
  startNs: int64,
  durationNs: int64,
  status: z.string(),
  failed: booleanColumn,
  statusMessage: z.string(),
  traceState: z.string(),
  scopeName: z.string(),
  scopeVersion: z.string(),
  operation: z.string(),
  route: z.string(),
  httpStatus: z.number(),
  answer: z.number(),
  sessionId: z.string(),
  isLocalRoot: booleanColumn,
  isBrowser: booleanColumn,
  eventAtNs: z.array(int64),
  eventNames: z.array(z.string()),
  linkTraceIds: z.array(z.string()),
  linkSpanIds: z.array(z.string()),
  attributes: z.array(z.record(z.string(), z.string())),
})

/** Events and links are stored as a list for each of their fields. */
function spanOf(stored: unknown, chars: number): Span {
  const { attributes: all, eventAtNs, eventNames, linkTraceIds, linkSpanIds, ...span } = row.parse(stored)
  const [attributes = {}, resource = {}, ...others] = all.map(of => cutValues(of, chars))
  const [ofEvents, ofLinks] = [others.slice(0, eventAtNs.length), others.slice(eventAtNs.length)]
  const callee = describeCallee({ ...span, attributes })
  const texts = [span.statusMessage, ...all.flatMap(of => Object.values(of))]
  return {
    ...span,
    statusMessage: cutToChars(span.statusMessage, chars),
    attributes,
    resource,
    hiddenBelow: 0,
    ...(callee === '' ? {} : { callee }),
    isCut: texts.some(text => cutToChars(text, chars) !== text),
    events: eventAtNs.map((atNs, i) => ({ atNs, name: eventNames[i] ?? '', attributes: ofEvents[i] ?? {} })),
    links: linkTraceIds.map((traceId, i) => ({ traceId, spanId: linkSpanIds[i] ?? '', attributes: ofLinks[i] ?? {} })),
  }
}

const cutValues = (of: Readonly<Record<string, string>>, chars: number) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, cutToChars(value, chars)]))

/** Characters as the engine counts them: code points, not UTF-16 units. */
const cutToChars = (text: string, chars: number) => (text.length <= chars ? text : [...text].slice(0, chars).join(''))
