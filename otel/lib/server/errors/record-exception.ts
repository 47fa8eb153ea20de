import { randomUUID } from 'node:crypto'
import {
  type Attributes,
  type Context,
  context,
  type HrTime,
  type Span,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { type AnyValue, type LogAttributes, type LogRecord, SeverityNumber } from '@opentelemetry/api-logs'
import {
  ATTR_ERROR_TYPE,
  ATTR_EXCEPTION_MESSAGE,
  ATTR_EXCEPTION_STACKTRACE,
  ATTR_EXCEPTION_TYPE,
} from '@opentelemetry/semantic-conventions'
import { guard } from '../../guard.ts'
import { type ExceptionSite, getRuntime, type RecordedException, type Transaction } from '../../runtime.ts'
import {
  ATTR_ERRATA_COMPONENT_STACK,
  ATTR_ERRATA_ERROR_DIGEST,
  ATTR_ERRATA_EXCEPTION_CAUSES,
  ATTR_ERRATA_ISSUE_FINGERPRINT,
  ATTR_ERRATA_ROUTE_ID,
  ATTR_LOG_RECORD_UID,
  EVENT_EXCEPTION,
  EVENT_HTTP_SERVER_REQUEST_EXCEPTION,
} from '../../semconv.ts'
import { transactionOf } from '../requests/transaction.ts'
import { loggerOf } from '../sdk/logger-of.ts'
import {
  describeCauses,
  describeError,
  descriptionAttributes,
  type ErrorDescription,
  maxCauses,
} from './describe-error.ts'
import { digestOf } from './digest.ts'
import { readLogged } from './read-logged.ts'

/** Writes the log line of an exception; `server.ts` passes the logger. */
export type WriteExceptionLine = (
  severity: 'warn' | 'error' | 'fatal',
  error: ErrorDescription,
  fields: Record<string, string | undefined>,
) => void

const severities = {
  handled: { number: SeverityNumber.WARN, text: 'WARN', level: 'warn' },
  unhandled: { number: SeverityNumber.ERROR, text: 'ERROR', level: 'error' },
  fatal: { number: SeverityNumber.FATAL, text: 'FATAL', level: 'fatal' },
} as const

/** A cached rejected promise may make several requests fail with one Error. */
interface RememberedRecords {
  readonly last: RecordedException
  readonly by: WeakMap<Transaction, RecordedException>
}

/** A log record with a written error. Its attributes are modified. */
export interface LoggedError {
  readonly hrTime: HrTime
  readonly body?: AnyValue
  readonly attributes: LogAttributes
}

/** Maximum of logged errors that a transaction remembers. */
const maxLogged = 100
const keyOfLogged = (stack: string) => `logged ${stack}`
const keyOfRecorded = (stack: string) => `recorded ${stack}`

/**
 * Creates the function that records errors: one log record each, however many hooks report it. The same Error thrown in two requests is two
 * exceptions; reported again in its request, or later outside of any, it is not.
 *
 * A warning whose error is thrown after all is sent again with its final outcome, with the same identity and time: one exception, sent
 * twice. The conventions recommend different values for different records, because a backend that drops the second one would keep a
 * warning; a store with identities keeps the last one, and a new identity would count the exception twice everywhere.
 *
 * The second function does the same for loggers: `logger.error({ err })` is an exception, once in its transaction, recognised by its stack,
 * because loggers pass text. If it was recorded already, the line stays a line.
 *
 * @param isOnSpan Whether an exception is also recorded as an event of its span.
 * @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/
 */
export function exceptionRecorder(
  scope: { readonly name: string; readonly version: string; readonly schemaUrl?: string },
  writeLine: WriteExceptionLine,
  { isOnSpan = () => false }: { readonly isOnSpan?: () => boolean } = {},
) {
  const remembered = new WeakMap<object, RememberedRecords>()
  const warnings = new WeakMap<RecordedException, LogRecord>()
  const logger = () => loggerOf(scope)

  return { recordException, recordLogged }

  function recordException(error: unknown, site: ExceptionSite): RecordedException {
    const active = site.context ?? context.active()
    const transaction = transactionOf(active)
    const span = site.span ?? trace.getSpan(active)
    const description = describeError(error)
    const known = recall(error, description, transaction)
    if (known !== undefined) {
      // First reported as handled, then thrown: the request fails because of it.
      const failsRequest = site.outcome !== 'handled' && transaction !== undefined && transaction.digest === undefined
      if (failsRequest) {
        guard('exception on the span', () => markSpans(span, transaction, site, description, known.digest))
      }
      const warning = site.outcome === 'handled' ? undefined : warnings.get(known)
      if (warning !== undefined) {
        warnings.delete(known)
        guard('exception record', () => logger().emit({ ...warning, ...eventAndSeverityOf(site, transaction) }))
        guard('exception line', () =>
          writeLine(severities[site.outcome].level, description, logLineFieldsOf(known, span, transaction)),
        )
      }
      return known
    }

    const routeId = site.routeId ?? ''
    const stacktrace = getRuntime()?.isMinified ? undefined : description.stacktrace
    const digest = digestOf({ ...description, stacktrace, routeId })
    const recorded = { digest, traceId: transaction?.traceId || validTraceId(span) }
    remember(error, recorded, transaction)
    if (description.stacktrace !== undefined) transaction?.seen.set(keyOfRecorded(description.stacktrace), recorded)
    guard('exception on the span', () => markSpans(span, transaction, site, description, digest))
    guard('exception record', () => {
      const record: LogRecord = {
        ...eventAndSeverityOf(site, transaction),
        timestamp: Date.now(),
        body: `${description.type}: ${description.message}`,
        attributes: {
          ...exceptionAttributes(error, description, site, digest),
          [ATTR_LOG_RECORD_UID]: randomUUID().replaceAll('-', ''),
        },
        context: span === undefined ? active : trace.setSpan(active, span),
      }
      if (site.outcome === 'handled') warnings.set(recorded, record)
      logger().emit(record)
      if (isOnSpan() && error instanceof Error) span?.recordException(error)
    })
    guard('exception line', () =>
      writeLine(severities[site.outcome].level, description, logLineFieldsOf(recorded, span, transaction)),
    )
    return recorded
  }

  function recordLogged(record: LoggedError, at: Context): void {
    const { attributes } = record
    const [error, ...causes] = readLogged(attributes)
    if (error === undefined || ATTR_ERRATA_ERROR_DIGEST in attributes) return
    const transaction = transactionOf(at)
    const stack = error.stacktrace ?? `${error.type}: ${error.message}`
    if (transaction?.seen.has(keyOfRecorded(stack)) || transaction?.seen.has(keyOfLogged(stack))) {
      for (const name of [ATTR_EXCEPTION_TYPE, ATTR_EXCEPTION_MESSAGE, ATTR_EXCEPTION_STACKTRACE]) {
        delete attributes[name]
      }
      delete attributes[ATTR_ERRATA_EXCEPTION_CAUSES]
      return
    }
    const digest = digestOf({ ...error, routeId: '' })
    Object.assign(attributes, digestAttributes(error, digest))
    if (causes.length > 0) attributes[ATTR_ERRATA_EXCEPTION_CAUSES] = JSON.stringify(causes.slice(0, maxCauses))
    if (transaction === undefined || transaction.seen.size >= maxLogged) return
    const recorded = { digest, traceId: transaction.traceId || undefined }
    transaction.seen.set(keyOfLogged(stack), recorded)
    warnings.set(recorded, { timestamp: record.hrTime, body: record.body, attributes, context: at })
  }

  function recall(
    error: unknown,
    { stacktrace, type, message }: ErrorDescription,
    transaction: Transaction | undefined,
  ): RecordedException | undefined {
    if (typeof error !== 'object' || error === null) {
      return transaction?.seen.get(error)
    }
    const known = remembered.get(error)
    const seen = transaction === undefined ? known?.last : known?.by.get(transaction)
    if (seen !== undefined || transaction === undefined) return seen
    const stack = stacktrace ?? `${type}: ${message}`
    const logged = transaction.seen.get(keyOfLogged(stack))
    if (logged === undefined) return undefined
    // From now on recognised by identity: another error with the same text is another exception.
    transaction.seen.delete(keyOfLogged(stack))
    transaction.seen.set(keyOfRecorded(stack), logged)
    remember(error, logged, transaction)
    return logged
  }

  function remember(error: unknown, recorded: RecordedException, transaction: Transaction | undefined): void {
    if (typeof error === 'object' && error !== null) {
      const by = remembered.get(error)?.by ?? new WeakMap<Transaction, RecordedException>()
      if (transaction !== undefined) by.set(transaction, recorded)
      remembered.set(error, { last: recorded, by })
    } else {
      transaction?.seen.set(error, recorded)
    }
  }
}

/** Attributes of a record's outcome. */
function eventAndSeverityOf(
  { outcome }: ExceptionSite,
  transaction: Transaction | undefined,
): Pick<LogRecord, 'eventName' | 'severityNumber' | 'severityText'> {
  const { number, text } = severities[outcome]
  const failedRequest = transaction?.isRequest && outcome === 'unhandled'
  return {
    eventName: failedRequest ? EVENT_HTTP_SERVER_REQUEST_EXCEPTION : EVENT_EXCEPTION,
    severityNumber: number,
    severityText: text,
  }
}

function logLineFieldsOf(
  { digest, traceId }: RecordedException,
  span: Span | undefined,
  transaction: Transaction | undefined,
) {
  return { digest, trace_id: traceId, span_id: span?.spanContext().spanId, route: transaction?.pattern }
}

function exceptionAttributes(
  error: unknown,
  description: ErrorDescription,
  site: ExceptionSite,
  digest: string,
): LogAttributes {
  const causes = describeCauses(error)
  const attributes: LogAttributes = { ...site.attributes, ...digestAttributes(description, digest) }
  if (causes.length > 0) attributes[ATTR_ERRATA_EXCEPTION_CAUSES] = JSON.stringify(causes)
  if (site.routeId !== undefined && site.routeId !== '') attributes[ATTR_ERRATA_ROUTE_ID] = site.routeId
  if (site.componentStack !== undefined) attributes[ATTR_ERRATA_COMPONENT_STACK] = site.componentStack
  return attributes
}

const digestAttributes = (description: ErrorDescription, digest: string): LogAttributes => ({
  ...descriptionAttributes(description),
  [ATTR_ERRATA_ERROR_DIGEST]: digest,
  [ATTR_ERRATA_ISSUE_FINGERPRINT]: digest,
})

/** A handled error does not affect the request's outcome; any other marks its span and the local root. */
function markSpans(
  span: Span | undefined,
  transaction: Transaction | undefined,
  site: ExceptionSite,
  { type, message }: ErrorDescription,
  digest: string,
): void {
  const mark: Attributes = { [ATTR_ERROR_TYPE]: type, [ATTR_ERRATA_ERROR_DIGEST]: digest }
  if (site.outcome === 'handled') {
    if (span?.isRecording()) span.setAttribute(ATTR_ERRATA_ERROR_DIGEST, digest)
    return
  }
  const isFirst = transaction?.digest === undefined
  if (transaction !== undefined && isFirst) transaction.digest = digest
  const root = transaction?.rootSpan
  for (const failed of new Set([span, isFirst ? root : undefined])) {
    if (!failed?.isRecording()) continue
    failed.setAttributes(mark)
    failed.setStatus({ code: SpanStatusCode.ERROR, message })
  }
}

function validTraceId(span: Span | undefined): string | undefined {
  const spanContext = span?.spanContext()
  return spanContext !== undefined && trace.isSpanContextValid(spanContext) ? spanContext.traceId : undefined
}
