/** The value of an attribute; `undefined` is left out. */
export type AttributeValue = string | number | boolean | readonly string[] | undefined
export type Attributes = Record<string, AttributeValue>

/** A local root span and what belongs to it. `route` and `status` are known once `decided` is true, if ever. */
export interface Transaction {
  readonly traceId: string
  /** Span id of the local root, 16 hex digits. */
  readonly id: string
  route: string | undefined
  /** HTTP status of what the visitor got. */
  status: number | undefined
  /** From here on the stamp does not change any more, so spans may leave. */
  decided: boolean
}

/** What a new span can hang below. */
export interface SpanReference {
  readonly transaction: Transaction
  /** Span id, 16 hex digits. */
  readonly id: string
  /** When it ended, Unix milliseconds; `undefined` while it runs. */
  readonly endMs?: number | undefined
}

/** A span as a plain record with its ids already issued: the agent replays it through the SDK. Times are Unix milliseconds. */
export interface SpanRecord extends SpanReference {
  readonly parentId: string | undefined
  name: string
  /** True for an outgoing request (kind CLIENT), false for INTERNAL. */
  readonly outgoing: boolean
  startMs: number
  endMs: number | undefined
  readonly attributes: Attributes
  /** True sets the span's status to ERROR. */
  failed: boolean
}

/** A log record of ours. Severity numbers as OTLP has them: 9 info, 13 warning, 17 error. */
export interface LogRecord {
  readonly eventName: string
  readonly atMs: number
  readonly severity: number
  readonly parent: SpanReference
  readonly attributes: Attributes
}

/** Where every signal of the page passes: a bounded buffer at first, the agent once it is loaded. */
export interface Recorder {
  /** The page load, later the newest navigation. */
  page: SpanRecord
  /** What a request or log that starts now belongs to; `undefined` when nothing of it is recent. */
  parent: () => SpanReference | undefined
  sink: (record: SpanRecord | LogRecord) => void
  /** Called whenever a transaction's stamp has been decided. */
  onDecided: (transaction: Transaction) => void
  /** Ends what still runs, because the page goes away. */
  readonly onHide: (() => void)[]
  /** What has been recorded before the agent was there, oldest first. */
  readonly buffer: (SpanRecord | LogRecord)[]
  /** How many records the buffer had no room for. */
  dropped: number
  /** Failures of our own, for `diag`. */
  readonly faults: unknown[]
  /** Runs a callback inside the host's code so that a failure of ours costs a signal and never the host. */
  guard<A extends unknown[], R>(callback: (...args: A) => R): (...args: A) => R | undefined
  /** Starts a span below `parent`, or a transaction of its own. */
  start(name: string, parent?: SpanReference, outgoing?: boolean, startMs?: number): SpanRecord
  end(span: SpanRecord, endMs?: number): void
  log(eventName: string, severity: number, attributes: Attributes, atMs?: number): void
  decide(transaction: Transaction, route: string | undefined, status: number | undefined): void
}

/** A request that starts this long after its page's navigation ended is a trace of its own. */
const recentMs = 30_000
const bufferLimit = 500

let originMs = performance.timeOrigin

/** Unix milliseconds with fractions. Follows the wall clock when the machine has slept, which `performance.now()` does not. */
export function nowMs(): number {
  const wallOriginMs = Date.now() - performance.now()
  if (Math.abs(wallOriginMs - originMs) > 1_000) originMs = wallOriginMs
  return originMs + performance.now()
}

/** Random lower-case hex: 8 bytes for a span id, 16 for a trace id or a record's uid. */
export function newId(bytes: 8 | 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Makes the recorder with its page load span open, as a child of the server's span where the page names it. */
export function createRecorder(): Recorder {
  const [traceId, parentId] = readServerSpan()
  const recorder: Recorder = {
    page: newSpan('pageload', undefined, false, performance.timeOrigin, traceId, parentId),
    parent: () => (nowMs() - (recorder.page.endMs ?? Infinity) < recentMs ? recorder.page : undefined),
    sink: record => {
      if (recorder.buffer.length < bufferLimit) recorder.buffer.push(record)
      else recorder.dropped++
    },
    onDecided: () => {},
    onHide: [],
    buffer: [],
    dropped: 0,
    faults: [],
    guard:
      callback =>
      (...args) => {
        try {
          return callback(...args)
        } catch (error) {
          if (recorder.faults.length < 10) recorder.faults.push(error)
          return undefined
        }
      },
    start: (name, parent, outgoing = false, startMs = nowMs()) => newSpan(name, parent, outgoing, startMs),
    end(span, endMs = nowMs()) {
      if (span.endMs !== undefined) return
      span.endMs = endMs
      recorder.sink(span)
    },
    log(eventName, severity, attributes, atMs = nowMs()) {
      recorder.sink({ eventName, atMs, severity, parent: recorder.page, attributes })
    },
    decide(transaction, route, status) {
      transaction.route = route
      transaction.status = status
      transaction.decided = true
      recorder.onDecided(transaction)
    },
  }
  return recorder
}

function newSpan(
  name: string,
  parent: SpanReference | undefined,
  outgoing: boolean,
  startMs: number,
  traceId = newId(16),
  parentId = parent?.id,
): SpanRecord {
  const id = newId(8)
  const transaction = parent?.transaction ?? { traceId, id, route: undefined, status: undefined, decided: false }
  return { transaction, id, parentId, name, outgoing, startMs, endMs: undefined, attributes: {}, failed: false }
}

/** Trace id and span id of the SERVER span that rendered this document: Server-Timing first, `<meta name="traceparent">` else. */
function readServerSpan(): [string?, string?] {
  const [entry] = performance.getEntriesByType('navigation')
  const timing =
    entry instanceof PerformanceNavigationTiming
      ? entry.serverTiming?.find(({ name }) => name === 'traceparent')
      : undefined
  const header = timing?.description || document.querySelector<HTMLMetaElement>('meta[name=traceparent]')?.content
  const [, traceId, spanId] = /^00-(\w{32})-(\w{16})-/.exec(header ?? '') ?? []
  return traceId === undefined || spanId === undefined ? [] : [traceId, spanId]
}
