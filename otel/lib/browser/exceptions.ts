import type { Attributes, Recorder } from './recorder.ts'

/** How an exception was noticed; stored as `errata.exception.source`. */
export type ExceptionSource =
  | 'window.error'
  | 'unhandledrejection'
  | 'react-router'
  | 'react.caught'
  | 'react.uncaught'
  | 'react.recoverable'

export interface ExceptionReports {
  /** Records an exception unless it has been recorded before, or is a server's that was recorded there. */
  report(error: unknown, source: ExceptionSource, more?: ReportDetails): boolean
}

export interface ReportDetails {
  /** Of an `ErrorEvent`: all there is when a script of another origin fails. */
  readonly message?: string | undefined
  readonly componentStack?: string | null | undefined
  /** Unix milliseconds, where it happened before anybody listened. */
  readonly atMs?: number | undefined
}

const error = 17
const warning = 13

/**
 * Makes one log record of each exception, however many hooks see it.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/
 */
export function reportExceptions(recorder: Recorder): ExceptionReports {
  const seenObjects = new WeakSet<object>()
  // A thrown primitive has no identity: the same value is the same exception within one task.
  const seenPrimitives = new Set<unknown>()

  const seen = (thrown: unknown) => {
    if (typeof thrown === 'object' && thrown !== null) {
      if (seenObjects.has(thrown)) return true
      seenObjects.add(thrown)
    } else if (thrown !== undefined) {
      if (seenPrimitives.has(thrown)) return true
      seenPrimitives.add(thrown)
      setTimeout(() => seenPrimitives.clear())
    }
    return false
  }

  return {
    report(thrown, source, { message, componentStack, atMs } = {}) {
      if (seen(thrown) || isServersOwn(thrown)) return false
      const cause = thrown instanceof Error ? thrown.cause : undefined
      // React wraps what a recovered render threw; the wrapper of an error already told tells nothing new.
      if (source === 'react.recoverable' && cause !== undefined && (seen(cause) || isServersOwn(cause))) return false
      const attributes: Attributes = {
        ...describe(thrown, message),
        'errata.exception.source': source,
        'errata.react.component_stack': componentStack?.slice(0, 8_000) || undefined,
      }
      recorder.log('exception', source === 'react.recoverable' ? warning : error, attributes, atMs)
      return true
    },
  }
}

/** Listens to what nobody caught. */
export function watchUncaughtErrors(recorder: Recorder, reports: ExceptionReports): void {
  const onError = recorder.guard((event: Event, atMs?: number) => {
    if (event instanceof ErrorEvent) {
      reports.report(event.error ?? undefined, 'window.error', { message: event.message, atMs })
    } else if (event instanceof PromiseRejectionEvent) {
      reports.report(event.reason, 'unhandledrejection', { atMs })
    }
  })
  // What the snippet in the document's head has caught so far.
  const early = window.__errata
  early?.off()
  for (const [event, at] of early?.events ?? []) onError(event, performance.timeOrigin + at)
  window.addEventListener('error', event => onError(event))
  window.addEventListener('unhandledrejection', event => onError(event))
}

declare global {
  interface Window {
    /** Left by the head snippet: events with the `performance.now()` at which they came. */
    __errata?: { readonly events: readonly (readonly [Event, number])[]; off(): void }
  }
}

/** What React tells of a component that threw; the same in all its versions and in React Router. */
export interface ComponentInfo {
  readonly componentStack?: string | null | undefined
}

/** What `<HydratedRouter onError>` takes. 4xx responses are answers, not exceptions. */
export function routerErrorHandler(recorder: Recorder, reports: ExceptionReports) {
  return (thrown: unknown, info?: { readonly errorInfo?: ComponentInfo | undefined }): void => {
    const { componentStack } = info?.errorInfo ?? {}
    if (recorder.guard(reports.report)(thrown, 'react-router', { componentStack })) tellConsole(recorder, thrown)
  }
}

/** What `hydrateRoot` takes. React's own ways of telling the console are kept. */
export function reactErrorHandlers(recorder: Recorder, reports: ExceptionReports) {
  const report = recorder.guard(reports.report)
  return {
    onCaughtError(thrown: unknown, { componentStack }: ComponentInfo): void {
      if (report(thrown, 'react.caught', { componentStack })) tellConsole(recorder, thrown)
    },
    onUncaughtError(thrown: unknown, { componentStack }: ComponentInfo): void {
      report(thrown, 'react.uncaught', { componentStack })
      reportError(thrown)
    },
    onRecoverableError(thrown: unknown, { componentStack }: ComponentInfo): void {
      report(thrown, 'react.recoverable', { componentStack })
      reportError(thrown)
    },
  }
}

/** The error screen sends its reader to the console: there the message stands with the trace id to look for. */
function tellConsole(recorder: Recorder, thrown: unknown): void {
  console.error(`Client-side exception, trace ${recorder.page.transaction.traceId}:`, thrown)
}

/** True for what the server has recorded itself: errors it sanitised, those with a digest, and answers below 500. */
function isServersOwn(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false
  if ('digest' in thrown && thrown.digest) return true
  if ('message' in thrown && thrown.message === 'Unexpected Server Error') return true
  if (!('status' in thrown && 'data' in thrown && 'statusText' in thrown)) return false
  const { status, data } = thrown
  return Number(status) < 500 || (typeof data === 'object' && data !== null && 'digest' in data)
}

function describe(thrown: unknown, message: string | undefined): Attributes {
  if (thrown instanceof Error || thrown instanceof DOMException) {
    return exception(thrown.name, thrown.message, thrown.stack)
  }
  if (thrown === undefined) return exception(undefined, message ?? 'undefined')
  if (typeof thrown !== 'object' || thrown === null) return exception(typeof thrown, String(thrown))
  if ('status' in thrown && 'statusText' in thrown)
    return exception('ErrorResponse', `${thrown.status} ${thrown.statusText}`)
  const told = 'message' in thrown ? thrown.message : undefined
  // The names of its keys tell what it is; the values may be anybody's secrets.
  const text =
    typeof told === 'string' && told ? told : `Object with keys: ${Object.keys(thrown).slice(0, 20).join(', ')}`
  return exception(typeof thrown.constructor === 'function' ? thrown.constructor.name : 'Object', text)
}

function exception(type: string | undefined, message: string, stack?: string): Attributes {
  return {
    'exception.type': type || undefined,
    'exception.message': message.slice(0, 2_000),
    'exception.stacktrace': stack?.slice(0, 12_000) || undefined,
  }
}
