import type { RouterFetchContext, RouterState } from '../../react-router/contract.ts'
import { isSampled } from './is-sampled.ts'

/** A local root span and what belongs to it. `route` and `status` are known once `decided` is true, if ever. */
export interface Transaction {
  readonly traceId: string
  /** Span id of the local root, 16 hex digits. */
  readonly id: string
  route?: string | undefined
  /** HTTP status of what the visitor got. */
  status?: number | undefined
  /** Route and status are final, so spans may be sent. */
  decided?: boolean
}

/** What a new span or log record can hang below. */
export interface SpanReference {
  readonly transaction: Transaction
  /** Span id, 16 hex digits. */
  readonly id: string
}

/** A span that has begun: its ids are issued, the agent says the rest. Times are Unix milliseconds. */
export interface OpenSpan extends SpanReference {
  readonly parentId: string | undefined
  readonly startMs: number
  endMs?: number
}

/** How an exception was noticed; stored as `errata.exception.source`. */
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
  /** When it happened, or ended, Unix milliseconds. */
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
  /** The navigation under way has ended with this state. */
  readonly done: boolean
}

export interface FetcherEvent extends Timed {
  readonly type: 'fetcher'
  readonly span: OpenSpan
  /** As the router knows it; one that begins anew keeps it. */
  readonly key?: string
  /** Where it goes, by its path; `undefined` for no address. */
  readonly path?: string | undefined
  readonly mutates?: boolean
  /** Where it went; `undefined` where it has not ended. */
  readonly meta?: { readonly url: URL } | undefined
  readonly status?: 'success' | 'error' | undefined
  /** The page went away before it ended. */
  readonly incomplete?: true
}

/** A loader, action or middleware of a route that ran in the browser. */
export interface HandlerEvent extends Timed {
  readonly type: 'handler'
  readonly span: OpenSpan
  /** As `clientLoader`. */
  readonly kind: string
  readonly routeId: string
  readonly error?: unknown
  /** The page went away before it ended. */
  readonly incomplete?: true
}

export interface RequestEvent extends Timed {
  readonly type: 'request'
  readonly span: OpenSpan
  /** `undefined` where it is known by its timing alone. */
  readonly method?: string | undefined
  readonly url: URL
  /** What the router made it for; `undefined` for the app's own. */
  readonly context?: RouterFetchContext | undefined
  /** Nothing or 0 where there was no answer. */
  readonly status?: number
  readonly error?: unknown
  /** The page went away before the answer came. */
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

/** What the entry's hooks have noticed. The agent makes signals of it, at once or later. */
export type PageEvent =
  | NavigationEvent
  | StateEvent
  | FetcherEvent
  | HandlerEvent
  | RequestEvent
  | ExceptionEvent
  | UncaughtEvent

/** Where everything that the entry's hooks see passes: a bounded buffer at first, the agent once it is loaded. */
export interface Recorder {
  /** W3C trace flags: 1 for a trace that is kept. A server that is given them may decide by them what it keeps itself. */
  traceFlags(traceId: string): 0 | 1
  readonly pageLoad: OpenSpan
  /** The page load, later the newest navigation. */
  page: OpenSpan
  /** What a request or log that starts now belongs to; `undefined` when nothing of it is recent. */
  parent: () => SpanReference | undefined
  emit: (event: PageEvent) => void
  /** Requests, fetchers and handlers that have not ended. */
  readonly running: Set<FetcherEvent | HandlerEvent | RequestEvent>
  /** What has been seen before the agent was there, oldest first. */
  readonly buffer: PageEvent[]
  /** The agent is there. */
  taken?: true
  /** How many events the buffer had no room for. */
  dropped: number
  /** The last failure of our own before the agent was there, for `diag`. */
  fault?: unknown
  onFault: (fault: unknown) => void
  /** Runs a callback inside the host's code so that a failure of ours costs a signal and never the host. */
  guard<A extends unknown[], R>(callback: (...args: A) => R): (...args: A) => R | undefined
}

/** A request that starts this long after its page's navigation ended is a trace of its own. */
const recentMs = 30_000
const bufferLimit = 500
/** When the document's time began, Unix milliseconds. */
export const { timeOrigin } = performance
let originMs = timeOrigin

/** Unix milliseconds with fractions. Follows the wall clock when the machine has slept, which `performance.now()` does not. */
export function nowMs(): number {
  const sinceOriginMs = performance.now()
  const wallOriginMs = Date.now() - sinceOriginMs
  if (Math.abs(wallOriginMs - originMs) > 1_000) originMs = wallOriginMs
  return originMs + sinceOriginMs
}

/** Random lower-case hex: 8 bytes for a span id, 16 for a trace id or a record's uid. */
export function newId(bytes: 8 | 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Begins a span below `parent`, or a transaction of its own. */
export function beginSpan(
  parent?: SpanReference,
  startMs = nowMs(),
  traceId = newId(16),
  parentId = parent?.id,
): OpenSpan {
  const id = newId(8)
  return { transaction: parent?.transaction ?? { traceId, id }, id, parentId, startMs }
}

/** W3C trace context of a span, as the header has it. */
export const traceparent = ({ transaction: { traceId }, id }: SpanReference, { traceFlags }: Recorder) =>
  `00-${traceId}-${id}-0${traceFlags(traceId)}`

/** Makes the recorder with its page load span open, as a child of the server's span where the page names it. */
export function createRecorder(options: { readonly sampleRatio?: number }): Recorder {
  const [, traceId, parentId] = /^00-(\w{32})-(\w{16})-/.exec(readTraceparent() ?? '') ?? []
  const pageLoad = beginSpan(undefined, timeOrigin, traceId, parentId)
  const recorder: Recorder = {
    traceFlags: traceId => (isSampled(traceId, options.sampleRatio ?? 1) ? 1 : 0),
    pageLoad,
    page: pageLoad,
    parent: () => (nowMs() - (recorder.page.endMs ?? Infinity) < recentMs ? recorder.page : undefined),
    emit: event => (recorder.buffer.length < bufferLimit ? recorder.buffer.push(event) : recorder.dropped++),
    running: new Set(),
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

/** Of the SERVER span that rendered this document: Server-Timing first, `<meta name="traceparent">` else. */
function readTraceparent(): string | undefined {
  const timing = readNavigationTiming()
  // A document from the browser's cache would join the trace of the visit that it was made for.
  if (timing?.transferSize === 0 && timing.decodedBodySize) return undefined
  const timings = timing?.serverTiming ?? []
  return (
    timings.find(({ name }) => name === 'traceparent')?.description ||
    document.querySelector<HTMLMetaElement>('[name=traceparent]')?.content
  )
}

/** How the document came here; `undefined` where the browser does not tell. */
export function readNavigationTiming(): PerformanceNavigationTiming | undefined {
  // All of this type are.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry
}
