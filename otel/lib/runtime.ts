import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { processWide } from './process-wide.ts'

/**
 * What `./server` offers to `./react-router`, found on `globalThis` instead of imported: the router half is also bundled for the browser,
 * where no Node code may be included, and a bundler may create two copies of it on a server.
 */
export interface TelemetryRuntime {
  /** Creates the spans of routes and renders. */
  readonly tracer: Tracer
  /** Records an error as one log record, however many hooks report it, and marks the failing span. */
  recordException(error: unknown, where: ExceptionSite): RecordedException
  /** Whether everything that this process sends has a release. */
  readonly hasRelease: boolean
  /** True if the app's server build is minified: its function names change with every build and are not used for digests. */
  isMinified?: boolean
  /** True once the process has a server build of React Router. */
  servesRouter?: boolean
  /** Patterns of prerendered paths, which bypass the router. */
  readonly prerendered: Map<string, string>
  /** With another SDK, whose spans carry no transaction: returns the context with the transaction of its span added. */
  withOwnTransaction?(context: Context): Context
  /** Transaction of a context; undefined outside of any transaction. */
  transactionOf(context: Context): Transaction | undefined
  /** W3C `traceparent` of the span that renders the document; undefined on a cached page. */
  documentTraceparent(): string | undefined
}

export interface ExceptionSite {
  /** `unhandled` failed a request (ERROR), `handled` was reported by the app (WARN), `fatal` ends the process (FATAL). */
  readonly outcome: 'unhandled' | 'handled' | 'fatal'
  /** The span that failed; '' route id if no route module is at fault. */
  readonly span?: Span | undefined
  readonly context?: Context | undefined
  readonly routeId?: string | undefined
  readonly componentStack?: string | undefined
  readonly attributes?: Attributes | undefined
}

export interface RecordedException {
  readonly digest: string
  /** 32 hex digits; undefined outside of any trace. */
  readonly traceId: string | undefined
}

/** A local root span and all its children in this process. */
export interface Transaction {
  /** Span id of the local root. */
  id: string
  traceId: string
  rootSpan: Span | undefined
  /** True for a request: route and status are decided when the headers are sent, not when the root ends. */
  readonly isRequest: boolean
  /** Monotonic, milliseconds. */
  readonly startedMs: number
  /** Pattern with a leading slash of the route that the router matched, below `basename`. */
  pattern: string | undefined
  /** Prefix of the router's routes, such as `/shop`; '' for the whole server. */
  basename: string
  /** True if a 404 shows the visitor a page; false for a resource route. */
  showsPage: boolean
  /** False on a page that may be cached: all its visitors would join one trace. */
  mayExposeTrace: boolean
  /** True if nothing of the response may name the trace, see `hideTrace`. */
  isTraceHidden: boolean
  /** Span of what streams after the shell, once it does. */
  streaming: Span | undefined
  /** True once a router or the app has handled the request. */
  isHandled: boolean
  /** `errata.transaction.route`, once decided. */
  route: string | undefined
  statusCode: number | undefined
  isDecided: boolean
  /** True if none of its spans is to be sent. */
  isDiscarded: boolean
  /** Digest of the first error that made it fail. */
  digest: string | undefined
  /** False: nothing that identifies the visitor is stored. */
  hasConsent: boolean
  userId: string | undefined
  /** Retry-After of a failing response, because React Router drops the headers of what is thrown. */
  retryAfter: string | undefined
  /** Called once with the status, before the headers are sent; undefined if the visitor left before. */
  readonly whenDecided: ((statusCode: number | undefined) => void)[]
  /** Loaders, actions and middleware in progress. */
  running: number
  /** Called when the last of them is done. */
  readonly whenIdle: (() => void)[]
  /**
   * Ends what lasts as long as the response; called once, before the root span ends. False if it was interrupted, such as when the visitor
   * leaves.
   */
  readonly atEnd: ((isWhole: boolean) => void)[]
  /** Thrown primitives that were recorded, which no WeakMap can hold. */
  readonly seen: Map<unknown, RecordedException>
}

const runtime = processWide<TelemetryRuntime>('runtime', 'recordException')

/** What `startTelemetry` has started in this process, even if it is disabled. */
export const processTelemetry = <T extends { shutdown: unknown }>() => processWide<T>('telemetry', 'shutdown')

/** The runtime of this process; undefined before `startTelemetry` and in a browser. */
export const getRuntime = runtime.get
export const setRuntime = runtime.set
