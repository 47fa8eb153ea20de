import { z } from 'zod'
import type { Store } from '../store.ts'
import { flag, int64, type Ns, type TraceId } from '../units.ts'
import sql from './list-spans.sql?raw'

export interface Span {
  readonly spanId: string
  /** '' for a span that nothing caused. It may name a span that the store does not have. */
  readonly parentSpanId: string
  readonly service: string
  readonly name: string
  /** 'Server', 'Client', 'Internal', 'Producer', 'Consumer' or 'Unspecified'. */
  readonly kind: string
  readonly startNs: Ns
  /** 0 for a span that claims to have ended before it began. */
  readonly durationNs: Ns
  /** 'Unset', 'Ok' or 'Error'. */
  readonly status: string
  readonly statusMessage: string
  readonly traceState: string
  readonly scopeName: string
  readonly scopeVersion: string
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  /** '' where there is none. */
  readonly route: string
  /** 0 where there is none. */
  readonly httpStatus: number
  /** '' where the span does not come from a browser session. */
  readonly sessionId: string
  /** First span of its transaction. */
  readonly isLocalRoot: boolean
  readonly events: readonly SpanEvent[]
  readonly links: readonly SpanLink[]
  /** Whether its status message or an attribute is longer than what is here. */
  readonly isCut: boolean
  /** How many spans below it were left out, and are below no other that was read. */
  readonly hiddenBelow: number
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
  /** At most 5,000; of every span where empty. @default [] */
  readonly spanIds?: readonly string[]
  /** Characters of a status message and of each attribute. @default as many as there are */
  readonly chars?: number | undefined
  /** 1 to 100,000 */
  readonly limit: number
}

/** No text of the store is longer. */
const WHOLE = 2 ** 31

/**
 * Lists spans of a trace with everything that they carry.
 *
 * @returns In no order, and one that was delivered twice may be there twice; an empty array when the store has none.
 * @throws {StoreError} Any kind.
 */
export function listSpans(
  store: Store,
  { traceId, spanIds = [], chars = WHOLE, limit }: SpansQuery,
  signal?: AbortSignal,
): Promise<Span[]> {
  // One more than wanted tells that there are more.
  const params = { traceId, spanIds, chars: chars + 1, limit }
  const decode = (stored: unknown) => spanOf(stored, chars)
  return store.query({ name: 'list-spans', sql, params, decode, timeoutMs: 20_000 }, signal)
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
  statusMessage: z.string(),
  traceState: z.string(),
  scopeName: z.string(),
  scopeVersion: z.string(),
  route: z.string(),
  httpStatus: z.number(),
  sessionId: z.string(),
  isLocalRoot: flag,
  eventAtNs: z.array(int64),
  eventNames: z.array(z.string()),
  linkTraceIds: z.array(z.string()),
  linkSpanIds: z.array(z.string()),
  attributes: z.array(z.record(z.string(), z.string())),
})

/** Events and links lie in the store as a list for each of their fields. */
function spanOf(stored: unknown, chars: number): Span {
  const { attributes: all, eventAtNs, eventNames, linkTraceIds, linkSpanIds, ...span } = row.parse(stored)
  const [attributes = {}, resource = {}, ...others] = all.map(of => cutEach(of, chars))
  const [ofEvents, ofLinks] = [others.slice(0, eventAtNs.length), others.slice(eventAtNs.length)]
  const texts = [span.statusMessage, ...all.flatMap(of => Object.values(of))]
  return {
    ...span,
    statusMessage: cut(span.statusMessage, chars),
    attributes,
    resource,
    hiddenBelow: 0,
    isCut: texts.some(text => cut(text, chars) !== text),
    events: eventAtNs.map((atNs, i) => ({ atNs, name: eventNames[i] ?? '', attributes: ofEvents[i] ?? {} })),
    links: linkTraceIds.map((traceId, i) => ({ traceId, spanId: linkSpanIds[i] ?? '', attributes: ofLinks[i] ?? {} })),
  }
}

const cutEach = (of: Readonly<Record<string, string>>, chars: number) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, cut(value, chars)]))

/** Characters as the engine counts them: two units of a string may be one. */
const cut = (text: string, chars: number) => (text.length <= chars ? text : [...text].slice(0, chars).join(''))
