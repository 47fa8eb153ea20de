import { type Context, context, trace } from '@opentelemetry/api'
import { data, type ErrorResponse, isRouteErrorResponse } from 'react-router'
import { type ExceptionSite, getRuntime, type RecordedException } from '../runtime.ts'
import { errorResponseFor, sanitisedMessage } from './contract.ts'
import { describeErrorResponse } from './thrown-response.ts'

export type Mode = 'development' | 'production'

/** Everything that a visitor's browser receives of a server error. */
export interface FaultData {
  readonly digest: string
  readonly traceId: string | undefined
  /** In development only. */
  readonly development?: { readonly message: string; readonly stack: string | undefined }
}

/** In place of the digest of an error that is no exception. */
export const notRecorded: RecordedException = { digest: '', traceId: undefined }

const printedErrors = new WeakSet<object>()
/** The originals of replaced errors, so that a render that fails with one is not a second exception. */
const recordedByReplacement = new WeakMap<object, RecordedException>()

/**
 * Records an error once. Without telemetry there is no digest and the error goes to the console, as with React Router alone; the browser
 * receives as little.
 */
export function recordFault(error: unknown, site: ExceptionSite): RecordedException {
  if (isFault(error) && originalOf(error) === error) return error.data
  const carried = originalOf(error)
  const original = isRouteErrorResponse(carried) ? describeErrorResponse(carried) : carried
  const known = typeof original === 'object' && original !== null ? recordedByReplacement.get(original) : undefined
  if (known !== undefined) return known
  const runtime = getRuntime()
  if (runtime !== undefined) return runtime.recordException(original, site)
  const isObject = typeof original === 'object' && original !== null
  if (!isObject || !printedErrors.has(original)) console.error(original)
  if (isObject) printedErrors.add(original)
  return notRecorded
}

/** What is thrown to React Router instead of an error: only its data, status and status text are serialised. */
export function faultFor(error: unknown, recorded: RecordedException, mode: Mode, statusCode = 500): unknown {
  return errorResponseFor(originalOf(error), statusCode, statusText(statusCode), faultData(error, recorded, mode))
}

/** The same for a thrown 5xx Response or `data()`: its cookies are kept, the body is not. */
export function faultForResponse(
  thrown: unknown,
  recorded: RecordedException,
  mode: Mode,
  init: ResponseInit,
): unknown {
  const kept = new Headers()
  const given = new Headers(init.headers)
  for (const cookie of given.getSetCookie()) kept.append('set-cookie', cookie)
  const status = init.status ?? 500
  return data(faultData(thrown, recorded, mode), { status, statusText: statusText(status), headers: kept })
}

function faultData(error: unknown, recorded: RecordedException, mode: Mode): FaultData {
  const { digest } = recorded
  const traceId = currentTransaction()?.isTraceHidden ? undefined : recorded.traceId
  if (mode === 'production') return { digest, traceId }
  const original = originalOf(error)
  const development =
    original instanceof Error
      ? { message: `${original.name}: ${original.message}`, stack: original.stack }
      : { message: String(original), stack: undefined }
  return { digest, traceId, development }
}

/**
 * React Router's own replacement of an Error for the browser, for a recorded error. Both sides recognise it by its message; in development
 * it has the original's stack and message.
 */
export function sanitisedError(reason: unknown, recorded: RecordedException, mode: Mode): Error {
  const error = new Error(sanitisedMessage)
  delete error.stack
  if (mode === 'development') error.stack = (reason instanceof Error ? reason.stack : undefined) ?? String(reason)
  recordedByReplacement.set(error, recorded)
  return error
}

export const isSanitised = (error: Error) => error.message === sanitisedMessage

/** An ErrorResponse made from an error has it. */
export function originalOf(error: unknown): unknown {
  return isRouteErrorResponse(error) && 'error' in error && error.error !== undefined ? error.error : error
}

/** True for results of {@link faultFor}: they are recorded already and contain nothing secret. */
export function isFault(error: unknown): error is ErrorResponse & { readonly data: FaultData } {
  if (!isRouteErrorResponse(error)) return false
  const body: unknown = error.data
  return typeof body === 'object' && body !== null && 'digest' in body && 'traceId' in body
}

/** Creates spans that are not recorded if telemetry is not started. */
export const tracer = () => getRuntime()?.tracer ?? trace.getTracer('@errata/otel')

export function currentTransaction(at: Context = context.active()) {
  return getRuntime()?.transactionOf(at)
}

/**
 * The error to show on a page that failed to render: the first one of its request, which is the cause if the error screen fails too, and
 * which the header and the SERVER span name.
 */
export function withDigestOfRequest(recorded: RecordedException): RecordedException {
  return { ...recorded, digest: currentTransaction()?.digest ?? recorded.digest }
}

/** Never the thrown one, which may contain the error's message. */
const statusText = (statusCode: number) => (statusCode === 503 ? 'Service Unavailable' : 'Internal Server Error')
