import { type Attributes, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { type LogAttributes, logs, SeverityNumber } from '@opentelemetry/api-logs'
import {
  ATTR_ERROR_TYPE,
  ATTR_EXCEPTION_MESSAGE,
  ATTR_EXCEPTION_STACKTRACE,
  ATTR_EXCEPTION_TYPE,
} from '@opentelemetry/semantic-conventions'
import { guard } from '../guard.ts'
import type { ExceptionSite, RecordedException, Transaction } from '../runtime.ts'
import {
  ATTR_ERRATA_COMPONENT_STACK,
  ATTR_ERRATA_ERROR_DIGEST,
  ATTR_ERRATA_EXCEPTION_CAUSES,
  ATTR_ERRATA_ISSUE_FINGERPRINT,
  ATTR_ERRATA_ROUTE_ID,
  EVENT_EXCEPTION,
  EVENT_HTTP_SERVER_REQUEST_EXCEPTION,
} from '../semconv.ts'
import { describeCauses, describeError, type ErrorDescription } from './describe-error.ts'
import { digestOf } from './digest.ts'
import { transactionOf } from './transaction.ts'

/** Writes the line that an operator greps for; `server.ts` gives it the logger. */
export type ExceptionLine = (
  severity: 'warn' | 'error' | 'fatal',
  error: ErrorDescription,
  fields: Record<string, string | undefined>,
) => void

const severities = {
  handled: { number: SeverityNumber.WARN, text: 'WARN', level: 'warn' },
  unhandled: { number: SeverityNumber.ERROR, text: 'ERROR', level: 'error' },
  fatal: { number: SeverityNumber.FATAL, text: 'FATAL', level: 'fatal' },
} as const

/** One Error may fail several requests at once, where a rejected promise is cached. */
interface Remembered {
  readonly last: RecordedException
  readonly by: WeakMap<Transaction, RecordedException>
}

/**
 * Makes the one function that records errors: one log record each, however many hooks report it. The same Error thrown in
 * two requests is two exceptions; the same one met again in its request, or later outside of any, is not.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/
 */
export function exceptionRecorder(scope: { name: string; version: string }, writeLine: ExceptionLine) {
  const remembered = new WeakMap<object, Remembered>()

  return function recordException(error: unknown, site: ExceptionSite): RecordedException {
    const active = site.context ?? context.active()
    const transaction = transactionOf(active)
    const known = recall(error, transaction)
    if (known !== undefined) {
      // Reported as handled first, and thrown all the same: the request fails by it.
      const failsRequest = site.outcome !== 'handled' && transaction !== undefined && transaction.digest === undefined
      if (failsRequest) {
        const span = site.span ?? trace.getSpan(active)
        guard('exception on the span', () => markSpans(span, transaction, site, describeError(error), known.digest))
      }
      return known
    }

    const description = describeError(error)
    const routeId = site.routeId ?? ''
    const digest = digestOf({ ...description, routeId })
    const span = site.span ?? trace.getSpan(active)
    const recorded = { digest, traceId: transaction?.traceId || validTraceId(span) }
    remember(error, recorded, transaction)
    guard('exception on the span', () => markSpans(span, transaction, site, description, digest))
    guard('exception record', () => {
      const { number, text } = severities[site.outcome]
      logs.getLogger(scope.name, scope.version).emit({
        eventName:
          transaction?.isRequest && site.outcome === 'unhandled'
            ? EVENT_HTTP_SERVER_REQUEST_EXCEPTION
            : EVENT_EXCEPTION,
        severityNumber: number,
        severityText: text,
        body: `${description.type}: ${description.message}`,
        attributes: exceptionAttributes(error, description, site, digest),
        context: span === undefined ? active : trace.setSpan(active, span),
      })
    })
    guard('exception line', () => {
      const spanId = span?.spanContext().spanId
      const fields = { digest, trace_id: recorded.traceId, span_id: spanId, route: transaction?.pattern }
      writeLine(severities[site.outcome].level, description, fields)
    })
    return recorded
  }

  function recall(error: unknown, transaction: Transaction | undefined): RecordedException | undefined {
    if (typeof error !== 'object' || error === null) {
      return transaction?.seen.get(error)
    }
    const known = remembered.get(error)
    return transaction === undefined ? known?.last : known?.by.get(transaction)
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

function exceptionAttributes(
  error: unknown,
  { type, message, stacktrace }: ErrorDescription,
  site: ExceptionSite,
  digest: string,
): LogAttributes {
  const causes = describeCauses(error)
  const attributes: LogAttributes = {
    ...site.attributes,
    [ATTR_EXCEPTION_TYPE]: type,
    [ATTR_EXCEPTION_MESSAGE]: message,
    [ATTR_ERRATA_ERROR_DIGEST]: digest,
    [ATTR_ERRATA_ISSUE_FINGERPRINT]: digest,
  }
  if (stacktrace !== undefined) attributes[ATTR_EXCEPTION_STACKTRACE] = stacktrace
  if (causes.length > 0) attributes[ATTR_ERRATA_EXCEPTION_CAUSES] = JSON.stringify(causes)
  if (site.routeId !== undefined && site.routeId !== '') attributes[ATTR_ERRATA_ROUTE_ID] = site.routeId
  if (site.componentStack !== undefined) attributes[ATTR_ERRATA_COMPONENT_STACK] = site.componentStack
  return attributes
}

/** A handled error leaves the request's outcome alone; any other marks its span and the local root. */
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
