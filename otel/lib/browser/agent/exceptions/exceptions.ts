import { isRoutersErrorResponse, sanitisedMessage } from '../../../react-router/contract.ts'
import type { BrowserOptions } from '../../entry/options.ts'
import type { ExceptionSource, SpanReference, UncaughtEvent } from '../../entry/recorder.ts'
import { type Attributes, error as errorSeverity, type Signals, warning } from '../../send/signals.ts'

export interface ErrorReport {
  readonly thrown: unknown
  readonly source: ExceptionSource
  readonly parent?: SpanReference | undefined
  /** Unix milliseconds. */
  readonly atMs?: number | undefined
  readonly componentStack?: string | null | undefined
  /** Of an `ErrorEvent`: all there is when a script of another origin fails. */
  readonly message?: string | undefined
  /** The frame that an `ErrorEvent` without an error names. */
  readonly at?: string | undefined
  /** What could not be had: two may tell of the same. */
  readonly address?: string | undefined
  readonly attributes?: Attributes | undefined
}

/** Records an exception unless it has been recorded before, or is a server's that was recorded there. */
export type ReportException = (report: ErrorReport) => void

/**
 * Makes one log record of each exception, however many hooks see it.
 *
 * @param describeMoment What is added to each record, as the last user actions.
 * @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/
 */
export function recordExceptions(
  signals: Signals,
  describeMoment: () => Attributes,
  { consoleErrors = true }: BrowserOptions,
): ReportException {
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

  return ({ thrown, source, parent, atMs, componentStack, message, at, address, attributes }) => {
    const recoverable = source === 'react.recoverable'
    if (seen(thrown) || (address && seen(address)) || isServersOwn(thrown, source) || isCancelled(thrown, source))
      return
    // React's wrapper of what a recovered render threw tells nothing itself.
    const cause = recoverable && thrown instanceof Error ? thrown.cause : undefined
    if (cause !== undefined && (seen(cause) || isServersOwn(cause, source))) return
    const described = describeException(cause ?? thrown, signals.scrub, message, at)
    signals.log({
      eventName: 'exception',
      severity: recoverable || source === 'reportError' ? warning : errorSeverity,
      parent,
      atMs,
      attributes: {
        ...described,
        'errata.exception.causes': describeCauses(cause ?? thrown, signals.scrub),
        'errata.exception.source': source,
        'errata.react.component_stack': componentStack?.replace(frameUrls, signals.scrub).slice(0, 8_000) || undefined,
        ...describeMoment(),
        ...attributes,
      },
    })
    // Who is sent to the console finds the message there with the trace to look for. Of a resource and of what the content security
    // policy blocked, which has no parent, the browser itself tells the address.
    if (consoleErrors && parent && source !== 'resource') {
      console.error(`Client-side exception in trace ${parent.transaction.traceId}: ${described['exception.message']}`)
    }
  }
}

/** Records what the window's listeners, or the head snippet before them, have caught. */
export function recordErrorEvent(
  { event, ...seen }: Omit<UncaughtEvent, 'type'>,
  report: ReportException,
  scrub: Signals['scrub'],
): void {
  if (event instanceof ErrorEvent) {
    const { error, message, filename, lineno, colno } = event
    // A worker's error comes without the error itself; nothing at all is told of a script of another origin.
    const at = error || !filename ? undefined : `    at ${filename}:${lineno}:${colno}`
    report({ ...seen, thrown: error ?? undefined, message, at, source: 'window.error' })
  } else if (event instanceof PromiseRejectionEvent) {
    report({ ...seen, thrown: event.reason, source: 'unhandledrejection' })
  } else if (event.target instanceof Element) {
    const { target } = event
    const kind = target.localName
    // A failed preload is no error: if the module is needed, its import will fail.
    if (target.getAttribute('rel') === 'modulepreload') return
    const address = target.getAttribute('src') ?? target.getAttribute('href') ?? ''
    const url = scrub(absolute(address))
    const thrown = { name: 'ResourceLoadError', message: `${kind} failed to load: ${url}` }
    report({ ...seen, thrown, source: 'resource', address: url, attributes: { 'url.full': url } })
  }
}

function absolute(address: string): string {
  try {
    return new URL(address, document.baseURI).href
  } catch {
    return address
  }
}

/** Long as server/errors/digest.ts makes it. */
const digestFormat = /^\w{10}$/

/** True for what the server has recorded itself: errors it sanitised, those with a digest, and answers below 500. */
function isServersOwn(thrown: unknown, source: ExceptionSource): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false
  if ('digest' in thrown) {
    // What React recovered from the server's render has the digest that the server's own hooks gave it, whatever they are.
    if (source === 'react.recoverable' ? thrown.digest : digestFormat.test(String(thrown.digest))) return true
  }
  // What the server puts in the place of an error; in development with the stack of that.
  if (thrown instanceof Error && thrown.message === sanitisedMessage) return true
  if (!source.startsWith('react') || !isRoutersErrorResponse(thrown)) return false
  const { status, data } = thrown
  return Number(status) < 500 || (typeof data === 'object' && data !== null && 'digest' in data)
}

/** True for what the router makes of a request that it has cancelled itself, and of one that nobody waits for any more. */
const isCancelled = (thrown: unknown, source: ExceptionSource) =>
  thrown instanceof DOMException && thrown.name === 'AbortError' && /^(react-router|unhandledrejection)$/.test(source)

const urls = /https?:\/\/[^\s"<>]+/gi
/** Without the line and column behind it. */
const frameUrls = /https?:\/\/[^\s"<>]+?(?=(?::\d+:\d+)?\)?(?:[\s"<>]|$))/gi

/** Type, message and stack of whatever was thrown. */
function describeException(thrown: unknown, scrub: Signals['scrub'], eventMessage?: string, at?: string): Attributes {
  const exception = (type: string | undefined, text: string, stack = ''): Attributes => {
    const message = text.replace(urls, scrub).slice(0, 2_000)
    // A stack begins with the message, which must not leave it without a frame.
    const trace = stack.replace(text, () => message)
    return {
      'exception.type': type || undefined,
      'exception.message': message,
      'exception.stacktrace': trace.replace(frameUrls, scrub).slice(0, 12_000) || undefined,
    }
  }
  if (thrown === undefined) {
    // All that a worker's error says of its type, each browser in its own way.
    const [, type, text] = /^(?:Uncaught )?(\w*Error): (.*)/s.exec(eventMessage ?? '') ?? []
    return exception(type, text ?? eventMessage ?? 'undefined', at)
  }
  if (typeof thrown !== 'object' || thrown === null) return exception(typeof thrown, String(thrown))
  if ('status' in thrown && 'statusText' in thrown) {
    return exception('ErrorResponse', `${thrown.status} ${thrown.statusText}`)
  }
  const [name = '', message = '', stack] = ['name', 'message', 'stack'].map(key => {
    const text: unknown = Reflect.get(thrown, key)
    return typeof text === 'string' ? text : undefined
  })
  if (name || message) return exception(name || 'Object', message, stack)
  // The names of its keys tell what it is; the values may be anybody's secrets.
  return exception('Object', `Object with keys: ${Object.keys(thrown).slice(0, 20).join(', ')}`)
}

/** JSON of the chain of causes, outermost first, at most 5, as the server half has it. */
function describeCauses(thrown: unknown, scrub: Signals['scrub']): string | undefined {
  const causes: object[] = []
  let error = thrown
  while (error instanceof Error && error.cause !== undefined && causes.length < 5) {
    error = error.cause
    const described = describeException(error, scrub)
    causes.push({
      type: described['exception.type'],
      message: described['exception.message'],
      stacktrace: String(described['exception.stacktrace'] ?? '').slice(0, 2_000),
    })
  }
  return causes[0] && JSON.stringify(causes)
}
