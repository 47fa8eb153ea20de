import { scrubUrl } from '../scrub-url.ts'
import type { Recorder, RequestEvent } from './recorder.ts'
import type { Signals, SpanDetails } from './signals.ts'

/**
 * Records the span of a request that has ended. One without a parent is a transaction of the route shown.
 *
 * @returns Its details, whose name may still be changed while the transaction is not decided.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client
 */
export function recordRequest(
  { span, method, url, context, status = 0, error, incomplete, atMs }: RequestEvent,
  { recorder, signals, allowedParams }: { recorder: Recorder; signals: Signals; allowedParams: readonly string[] },
): SpanDetails {
  const failure = status >= 400 ? String(status) : error === undefined || incomplete ? undefined : nameOf(error)
  const details: SpanDetails = {
    // Its final name: the navigation may have left already.
    name: context?.type === 'manifest' ? 'discovery' : (method ?? 'HTTP'),
    outgoing: true,
    attributes: {
      'http.request.method': method ?? '_OTHER',
      'url.full': scrubUrl(url.href, allowedParams),
      'server.address': url.hostname,
      'server.port': Number(url.port) || undefined,
      'http.response.status_code': status || undefined,
      'error.type': failure,
      'errata.incomplete': incomplete,
    },
    // One that was cancelled has not failed.
    failed: failure !== undefined && failure !== 'AbortError',
    endMs: atMs,
  }
  const { transaction, id } = span
  if (transaction.id === id) signals.decide(transaction, recorder.page.transaction.route, undefined)
  signals.end(span, details)
  return details
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
