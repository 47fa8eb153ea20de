import type { RouterFetchContext, RouterState } from '../../react-router/contract.ts'
import { isSampled } from './is-sampled.ts'

/** A local root span with its transaction. `route` and `status` are known once `decided` is true, if ever. */
export interface Transaction {
  readonly traceId: string
  /** Span id of the local root, 16 hex digits. */
  readonly id: string
  route?: string | undefined
  /** HTTP status that the visitor got. */
  status?: number | undefined
  /** Route and status are final, so its spans may be sent. */
  decided?: boolean
}

/** A possible parent of a new span or log record. */
export interface SpanReference {
  readonly transaction: Transaction
  /** Span id, 16 hex digits. */
  readonly id: string
}

/** An open span: its ids are issued, the agent adds the rest. Times are Unix milliseconds. */
export interface OpenSpan extends SpanReference {
  readonly parentId: string | undefined
  readonly startMs: number
  endMs?: number
}

/** How an exception was caught; stored as `errata.exception.source`. */
export type ExceptionSource =
  | 'window.error'
  | 'reportError'
  | 'unhandledrejection'
  | 'react-router'
  | 'react.caught'
  | 'react.uncaught'
  | 'react.recoverable'
  | 'resource'
  | 'route-module'
  | 'csp'

interface Timed {
  /** Time of the event or its end, Unix milliseconds. */
  readonly atMs: number
}

export interface NavigationEvent extends Timed {
  readonly type: 'navigation'
  readonly span: OpenSpan
  readonly name: string
}

export interface StateEvent extends Timed {
  readonly type: 'state'
  readonly state: RouterState
  /** True if this state ends the current navigation. */
  readonly done: boolean
}

export interface FetcherEvent extends Timed {
  readonly type: 'fetcher'
  readonly span: OpenSpan
  /** The router's key; a restarted fetcher keeps it. */
  readonly key?: string
  /** Path of its target with the basename; `undefined` for none. */
  readonly path?: string | undefined
  readonly mutates?: boolean
  /** Its target; `undefined` if it has not ended, and before React Router 8. */
  readonly meta?: { readonly url: URL } | undefined
  readonly status?: 'success' | 'error' | undefined
  /** The page was left before it ended. */
  readonly incomplete?: true
}

/** A loader, action or middleware of a route that ran in the browser. */
export interface HandlerEvent extends Timed {
  readonly type: 'handler'
  readonly span: OpenSpan
  /** Such as `clientLoader`. */
  readonly kind: string
  readonly routeId: string
  readonly error?: unknown
  /** The page was left before it ended. */
  readonly incomplete?: true
}

export interface RequestEvent extends Timed {
  readonly type: 'request'
  readonly span: OpenSpan
  /** `undefined` if only its timing is known. */
  readonly method?: string | undefined
  readonly url: URL
  /** The router's purpose; `undefined` for the app's own requests. */
  readonly context?: RouterFetchContext | undefined
  /** Missing or 0 without a response. */
  readonly status?: number
  readonly error?: unknown
  /** The page was left before the response. */
  readonly incomplete?: true
}

export interface ExceptionEvent extends Timed {
  readonly type: 'exception'
  readonly thrown: unknown
  readonly source: ExceptionSource
  readonly parent: SpanReference
  readonly componentStack?: string | null | undefined
}

export interface UncaughtEvent extends Timed {
  readonly type: 'error'
  readonly event: Event
  readonly parent: SpanReference
}

/** Events of the entry's hooks. The agent creates signals from them, at once or later. */
export type PageEvent =
  | NavigationEvent
  | StateEvent
  | FetcherEvent
  | HandlerEvent
  | RequestEvent
  | ExceptionEvent
  | UncaughtEvent

/** Receives all events of the entry's hooks: in a bounded buffer at first, then in the agent. */
export interface Recorder {
  /** W3C trace flags: 1 if the trace is kept. A server may sample by them. */
  traceFlags(traceId: string): 0 | 1
  readonly pageLoad: OpenSpan
  /** The page load, later the latest navigation. */
  page: OpenSpan
  /** The parent of a new request or log record; `undefined` if nothing is recent. */
  parent: () => SpanReference | undefined
  emit: (event: PageEvent) => void
  /** Requests, fetchers and handlers in progress. */
  readonly running: Set<FetcherEvent | HandlerEvent | RequestEvent>
  /** Origin and path of requests that failed with our `traceparent`. */
  readonly failedWithTrace: Set<string>
  /** Events before the agent was loaded, oldest first. */
  readonly buffer: PageEvent[]
  /** True once the agent has taken over. */
  isTakenOver?: true
  /** Number of events that did not fit into the buffer. */
  dropped: number
  /** Our last failure before the agent was loaded, for `diag`. */
  fault?: unknown
  onFault: (fault: unknown) => void
  /** Runs a callback within the host's code so that our failure costs a signal but never affects the host. */
  guard<A extends unknown[], R>(callback: (...args: A) => R): (...args: A) => R | undefined
}

/** A request that starts this long after its page's navigation ended is a separate trace. */
const pageTraceEndsAfterMs = 30_000
const bufferLimit = 500
/** Start of the document's time, Unix milliseconds. */
export const { timeOrigin } = performance
let originMs = timeOrigin

/** Unix milliseconds with fractions. Follows the wall clock after the machine has slept, which `performance.now()` does not. */
export function nowMs(): number {
  const sinceOriginMs = performance.now()
  const wallOriginMs = Date.now() - sinceOriginMs
  if (Math.abs(wallOriginMs - originMs) > 1_000) originMs = wallOriginMs
  return originMs + sinceOriginMs
}

/** Unix milliseconds of a time of `performance`, by the clock that is right now. */
export const toUnixMs = (sinceOriginMs: number) => nowMs() - performance.now() + sinceOriginMs

/** Random lower-case hex: 8 bytes for a span id, 16 for a trace id or a record's uid. */
export function newId(bytes: 8 | 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Starts a span below `parent`, or a new transaction. */
export function beginSpan(
  parent?: SpanReference,
  startMs = nowMs(),
  traceId = newId(16),
  parentId = parent?.id,
): OpenSpan {
  const id = newId(8)
  return { transaction: parent?.transaction ?? { traceId, id }, id, parentId, startMs }
}

/** The `traceparent` header of a span. */
export const traceparent = ({ transaction: { traceId }, id }: SpanReference, { traceFlags }: Recorder) =>
  `00-${traceId}-${id}-0${traceFlags(traceId)}`

/** Creates the recorder with an open page load span, as a child of the server's span if the page has it. */
export function createRecorder(options: { readonly sampleRatio?: number }): Recorder {
  const [, traceId, parentId] = /^00-(\w{32})-(\w{16})-/.exec(readTraceparent() ?? '') ?? []
  const pageLoad = beginSpan(undefined, timeOrigin, traceId, parentId)
  const recorder: Recorder = {
    traceFlags: traceId => (isSampled(traceId, options.sampleRatio ?? 1) ? 1 : 0),
    pageLoad,
    page: pageLoad,
    parent: () => (nowMs() - (recorder.page.endMs ?? Infinity) < pageTraceEndsAfterMs ? recorder.page : undefined),
    emit: event => (recorder.buffer.length < bufferLimit ? recorder.buffer.push(event) : recorder.dropped++),
    running: new Set(),
    failedWithTrace: new Set(),
    onFault: fault => {
      recorder.fault = fault
    },
    buffer: [],
    dropped: 0,
    guard:
      callback =>
      (...args) => {
        try {
          return callback(...args)
        } catch (fault) {
          recorder.onFault(fault)
          return undefined
        }
      },
  }
  return recorder
}

/** From the SERVER span that rendered this document: Server-Timing, else `<meta name="traceparent">`. */
function readTraceparent(): string | undefined {
  const timing = readNavigationTiming()
  // A document from the browser's cache would join the trace of an earlier visit.
  if (timing?.transferSize === 0 && timing.decodedBodySize) return undefined
  const timings = timing?.serverTiming ?? []
  return (
    timings.find(({ name }) => name === 'traceparent')?.description ||
    document.querySelector<HTMLMetaElement>('[name=traceparent]')?.content
  )
}

/** The document's navigation timing; `undefined` if the browser has none. */
export function readNavigationTiming(): PerformanceNavigationTiming | undefined {
  // All of this type are.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry
}
