import { isRoutersErrorResponse, sanitisedMessage } from '../../../react-router/contract.ts'
import { errorType } from '../../entry/error-type.ts'
import type { BrowserOptions } from '../../entry/options.ts'
import { type ExceptionSource, nowMs, type SpanReference, type UncaughtEvent } from '../../entry/recorder.ts'
import { type Attributes, severityError as errorSeverity, type Signals, severityWarning } from '../../send/signals.ts'
import { describeElement } from '../user-actions/user-actions.ts'
import { limitRepeats } from './limit-repeats.ts'

export interface ErrorReport {
  readonly thrown: unknown
  readonly source: ExceptionSource
  readonly parent?: SpanReference | undefined
  /** Unix milliseconds. */
  readonly atMs?: number | undefined
  readonly componentStack?: string | null | undefined
  /** From an `ErrorEvent`: the only information if a script of another origin fails. */
  readonly message?: string | undefined
  /** The position in an `ErrorEvent` without an error. */
  readonly at?: string | undefined
  /** URL of a resource that failed to load, to distinguish failures. */
  readonly address?: string | undefined
  readonly attributes?: Attributes | undefined
}

/** Records an exception, unless it was recorded before, or the server recorded it. */
export type ReportException = (report: ErrorReport) => void

/**
 * Creates one log record for each exception, however many hooks see it, and few for the same error again and again.
 *
 * @param describeMoment Adds attributes to each record, such as the last user actions.
 * @returns `report` records one; `tellRepeats` records how many were left out, because the page may not come back.
 * @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/
 */
export function recordExceptions(
  signals: Signals,
  describeMoment: () => Attributes,
  { consoleErrors = true }: BrowserOptions,
): { readonly report: ReportException; readonly tellRepeats: () => void } {
  const repeats = limitRepeats(signals)
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

  const report: ReportException = ({
    thrown,
    source,
    parent,
    atMs = nowMs(),
    componentStack,
    message,
    at,
    address,
    attributes,
  }) => {
    const recoverable = source === 'react.recoverable'
    const isIgnored = (error: unknown) =>
      seen(error) || attempt(() => isRecordedByServer(error, source) || isCancelled(error, source))
    if ((address && seen(address)) || isIgnored(thrown)) return
    // React's wrapper of an error during a recovered render has no information of its own.
    const cause = attempt(() => (recoverable && thrown instanceof Error ? thrown.cause : undefined))
    if (cause !== undefined && isIgnored(cause)) return
    const described = describeException(cause ?? thrown, signals.scrub, message, at)
    const isRecorded = repeats.record({
      eventName: 'exception',
      severity: recoverable || source === 'reportError' ? severityWarning : errorSeverity,
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
    // The error screen sends readers to the console, where this message names the trace. Browsers log the URL of failed resources and of
    // CSP violations themselves.
    if (consoleErrors && isRecorded && parent && source !== 'resource' && !isNoise(described)) {
      console.error(`Client-side exception in trace ${parent.transaction.traceId}: ${described['exception.message']}`)
    }
  }
  return { report, tellRepeats: repeats.end }
}

/** A browser's notice that would tell a reader of the console nothing; collector-config.yaml drops it. */
const isNoise = ({ 'exception.message': message, 'exception.stacktrace': stack }: Attributes) =>
  /^ResizeObserver loop /.test(String(message)) || (/^Script error/.test(String(message)) && !stack)

/** Records what the window's listeners, or the head snippet before them, have caught. */
export function recordErrorEvent(
  { event, ...seen }: Omit<UncaughtEvent, 'type'>,
  report: ReportException,
  scrub: Signals['scrub'],
): void {
  if (event instanceof ErrorEvent) {
    const { error, message, filename, lineno, colno } = event
    // A worker's error event has no error object; one from a script of another origin has no information at all.
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
    const url = scrub(toAbsoluteUrl(address))
    const thrown = { name: 'ResourceLoadError', message: `${kind} failed to load: ${url}` }
    report({ ...seen, thrown, source: 'resource', address: url, attributes: { 'url.full': url } })
  }
}

function toAbsoluteUrl(address: string): string {
  try {
    return new URL(address, document.baseURI).href
  } catch {
    return address
  }
}

/** The length that server/errors/digest.ts produces. */
const digestFormat = /^\w{10}$/

/** True for what the server has recorded itself: sanitised errors, those with a digest, and responses below 500. */
function isRecordedByServer(thrown: unknown, source: ExceptionSource): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false
  if ('digest' in thrown) {
    // An error from which React recovered has the digest of the server's own hooks, in any form.
    if (source === 'react.recoverable' ? thrown.digest : digestFormat.test(String(thrown.digest))) return true
  }
  // The server's replacement of an error; in development with that error's stack.
  if (thrown instanceof Error && thrown.message === sanitisedMessage) return true
  if (!source.startsWith('react') || !isRoutersErrorResponse(thrown)) return false
  const { status, data } = thrown
  return Number(status) < 500 || (typeof data === 'object' && data !== null && 'digest' in data)
}

/** True for the router's error of a request that it cancelled itself, or whose result nobody needs any more. */
const isCancelled = (thrown: unknown, source: ExceptionSource) =>
  thrown instanceof DOMException && thrown.name === 'AbortError' && /^(react-router|unhandledrejection)$/.test(source)

const urlPattern = /https?:\/\/[^\s"<>]+/gi
/** Without line and column. */
const frameUrls = /https?:\/\/[^\s"<>]+?(?=(?::\d+:\d+)?\)?(?:[\s"<>]|$))/gi

/** Type, message and stack of whatever was thrown. */
function describeException(thrown: unknown, scrub: Signals['scrub'], eventMessage?: string, at?: string): Attributes {
  const exception = (type: string | undefined, text: string, stack = ''): Attributes => {
    const message = text.replace(urlPattern, scrub).slice(0, 2_000)
    // A stack starts with the message, which must not look like a frame.
    const trace = stack.replace(text, () => message)
    return {
      'exception.type': type || undefined,
      'exception.message': message,
      'exception.stacktrace': trace.replace(frameUrls, scrub).slice(0, 12_000) || undefined,
    }
  }
  if (thrown === undefined) {
    // The only information about the type of a worker's error, in each browser's format.
    const [, type, text] = /^(?:Uncaught )?(\w*Error): (.*)/s.exec(eventMessage ?? '') ?? []
    return exception(type, text ?? eventMessage ?? 'undefined', at)
  }
  if (typeof thrown !== 'object' || thrown === null) return exception(typeof thrown, String(thrown))
  return attempt(() => exception(...describeObject(thrown))) ?? exception('Object', 'Object that cannot be read')
}

function describeObject(thrown: object): [type: string, message: string, stack?: string | undefined] {
  const kind = kindOf(thrown)
  if (isElement(thrown)) return [kind, describeTarget(thrown)]
  const [named = '', message = '', stack, type] = ['name', 'message', 'stack', 'type'].map(key => {
    const text: unknown = Reflect.get(thrown, key)
    return typeof text === 'string' ? text : undefined
  })
  if (kind.endsWith('Event')) {
    const target: unknown = Reflect.get(thrown, 'target')
    return [kind, (message || `${type} event`) + (isElement(target) ? ` of ${describeTarget(target)}` : '')]
  }
  if ('status' in thrown && 'statusText' in thrown) return ['ErrorResponse', `${thrown.status} ${thrown.statusText}`]
  const name = named === 'Error' && thrown instanceof Error ? errorType(thrown) : named
  if (name || message) return [name || kind, message, stack]
  // Its keys describe it; the values may be secret.
  return [kind, `${kind} with keys: ${Object.keys(thrown).slice(0, 20).join(', ')}`]
}

/** Such as `CustomEvent`; the same for an object of another frame. */
const kindOf = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1)
const isElement = (value: unknown): value is Element => kindOf(value).endsWith('Element')

/** An element, with the address that it loads. */
function describeTarget(element: Element): string {
  const address = element.getAttribute('src') ?? element.getAttribute('href')
  return describeElement(element) + (address ? ` ${toAbsoluteUrl(address)}` : '')
}

/** Reads a thrown value, which may be a proxy or have getters that throw; `undefined` if reading throws. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** JSON of the causes, outermost first, at most 5, as on the server: those of an AggregateError without a cause are its errors. */
function describeCauses(thrown: unknown, scrub: Signals['scrub']): string | undefined {
  // Grows while it is iterated; a cause may be an error that it was caused by.
  const chain = new Set([thrown])
  for (const error of chain) {
    for (const cause of attempt(() => causesOf(error)) ?? [])
      if (cause !== null && chain.size <= maxCauses) chain.add(cause)
  }
  const [, ...causes] = [...chain].map(error => describeException(error, scrub))
  const described = causes.map(cause => ({
    type: cause['exception.type'],
    message: cause['exception.message'],
    stacktrace: String(cause['exception.stacktrace'] ?? '').slice(0, 2_000),
  }))
  return described[0] && JSON.stringify(described)
}

const maxCauses = 5

function causesOf(error: unknown): readonly unknown[] {
  if (kindOf(error) === 'ErrorEvent') return [Reflect.get(Object(error), 'error')]
  if (!(error instanceof Error)) return []
  if (error.cause !== undefined) return [error.cause]
  return error instanceof AggregateError ? error.errors : []
}
