import { type Attributes, context } from '@opentelemetry/api'
import { getRuntime } from '../runtime.ts'
import { transactionOf } from './requests/transaction.ts'

export { errataInstrumentation, errataLogProcessor, errataSpanProcessor } from './beside-other-sdk.ts'
export type { LogFilter } from './logs/log-processor.ts'
export type { Logger } from './logs/logger.ts'
export { browserRelay, type RelayOptions } from './relay/browser-relay.ts'
export { clientAddress } from './requests/client-address.ts'
export { clientNetwork } from './requests/client-network.ts'
export type { TraceparentTrust } from './requests/trace-parent.ts'
export { traceRequests } from './requests/trace-requests.ts'
export type { SpanFilter } from './requests/transaction-processor.ts'
export { getTelemetry, startTelemetry, type Telemetry } from './start-telemetry.ts'
export type { TelemetryOptions } from './telemetry-options.ts'

/**
 * Records an error that the app handled itself, once, as a warning: the request that it happened in does not fail by it.
 *
 * @param attributes Added to the exception's log record.
 * @returns What to show or to write down. `digest` is '' and `traceId` undefined where telemetry is not started.
 */
export function reportError(error: unknown, attributes?: Attributes): { digest: string; traceId: string | undefined } {
  const recorded = getRuntime()?.recordException(error, { outcome: 'handled', attributes })
  return recorded ?? { digest: '', traceId: undefined }
}

/**
 * Says who the current request is from: `user.id` on its SERVER span and on every log and exception made after the call.
 *
 * @param user `id` should not itself be personal; undefined takes it back. Does nothing outside a request or without consent.
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/user/
 */
export function setUser(user: { readonly id: string } | undefined): void {
  const transaction = transactionOf(context.active())
  if (transaction === undefined || !transaction.hasConsent) return
  transaction.userId = user?.id
}

/**
 * Names the route of a request that no router answers, such as a health check of the app's own server.
 *
 * @param pattern With a leading slash, of low cardinality.
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/http/ for `http.route`
 */
export function setRoute(pattern: string): void {
  const transaction = transactionOf(context.active())
  if (transaction === undefined) return
  transaction.pattern = pattern
  transaction.isHandled = true
}

/**
 * Keeps the trace id of the current request out of its response: for pages of visitors who must not learn it. Their browsers then start
 * traces of their own. Call it before the response begins.
 */
export function hideTrace(): void {
  const transaction = transactionOf(context.active())
  if (transaction !== undefined) transaction.isTraceHidden = true
}
