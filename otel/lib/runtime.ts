import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { processWide } from './process-wide.ts'

/**
 * What `./server` offers to `./react-router`, found on `globalThis` rather than imported: the router half is also bundled
 * for the browser, where nothing of Node may come along, and a bundler may give a server two copies of it.
 */
export interface Runtime {
  /** Makes the spans of routes and renders. */
  readonly tracer: Tracer
  /** Records an error as one log record, however many hooks report it, and marks the failing span. */
  recordException(error: unknown, where: ExceptionSite): RecordedException
  /** Whether all that this process sends names a release. */
  readonly hasRelease: boolean
  /** True where the app's server build is minified: what its functions are called changes with every build, and is no ingredient of a digest. */
  isMinified?: boolean
  /** Patterns by path of what was rendered at build, for which no router is asked. */
  readonly prerendered: Map<string, string>
  /** Beside another SDK, whose spans do not carry their transaction: the same context with that of its span. */
  announce?(context: Context): Context
  /** Transaction of a context; undefined outside every transaction. */
  transactionOf(context: Context): Transaction | undefined
}

export interface ExceptionSite {
  /** `unhandled` failed a request (ERROR), `handled` was reported by the app (WARN), `fatal` ends the process (FATAL). */
  readonly outcome: 'unhandled' | 'handled' | 'fatal'
  /** Span that failed; '' route id where no route module is at fault. */
  readonly span?: Span | undefined
  readonly context?: Context | undefined
  readonly routeId?: string | undefined
  readonly componentStack?: string | undefined
  readonly attributes?: Attributes | undefined
}

export interface RecordedException {
  readonly digest: string
  /** 32 hex digits; undefined outside every trace. */
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
  /** Where the router's routes begin, as `/shop`; '' for the whole server. */
  basename: string
  /** True where a 404 shows the visitor a page; false for a resource route. */
  showsPage: boolean
  /** False on a page that may be cached: everybody who sees it would join one trace. */
  maySayTrace: boolean
  /** Span of what streams after the shell, once it does. */
  streaming: Span | undefined
  /** True once a router or the app has taken the request. */
  isHandled: boolean
  /** What `errata.transaction.route` says once decided. */
  route: string | undefined
  statusCode: number | undefined
  isDecided: boolean
  /** True when no span of it is to be sent. */
  isDiscarded: boolean
  /** Digest of the first error that failed it. */
  digest: string | undefined
  /** False: nothing that says who visits is stored. */
  hasConsent: boolean
  userId: string | undefined
  /** Retry-After of a failing response: React Router keeps no header of what was thrown. */
  retryAfter: string | undefined
  /** Called once with the status, before the headers are sent; undefined where the visitor left before that. */
  readonly whenDecided: ((statusCode: number | undefined) => void)[]
  /** Loaders, actions and middleware now at work. */
  running: number
  /** Called when the last of them is done. */
  readonly whenIdle: (() => void)[]
  /** Ends what lasts as long as the response; called once, before the root span ends. Whole, or cut short as when the visitor leaves. */
  readonly atEnd: ((isWhole: boolean) => void)[]
  /** Thrown non-objects already recorded, which no WeakMap can remember. */
  readonly seen: Map<unknown, RecordedException>
}

const runtime = processWide<Runtime>('runtime', 'recordException')

/** What `startTelemetry` has started in this process, though it be switched off. */
export const startedInProcess = <T extends { shutdown: unknown }>() => processWide<T>('telemetry', 'shutdown')

/** The runtime of this process; undefined before `startTelemetry` and in a browser. */
export const getRuntime = runtime.get
export const setRuntime = runtime.set
