import { manifestSuffix, pagePathOf } from '../../../router-paths.ts'
import type { Recorder, RequestEvent } from '../../entry/recorder.ts'
import { routerBasename } from '../../entry/router-basename.ts'
import { outcomeOf } from '../../send/outcome.ts'
import type { Signals, SpanDetails } from '../../send/signals.ts'
import { routeAt, templateOf } from '../navigations/navigations.ts'

/**
 * Records the span of a request that has ended. Without a parent it is a transaction of the current route.
 *
 * @returns Its details, whose name may change until the transaction is decided.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client
 */
export function recordRequest(
  { span, method, url, context, status = 0, error, incomplete, atMs }: RequestEvent,
  recorder: Recorder,
  signals: Signals,
): SpanDetails {
  const { attributes, failed } = outcomeOf(error, incomplete, status)
  // A fetcher's route is known; a navigation's only when it ends.
  const pattern =
    context?.type === 'fetcher'
      ? templateOf(routeAt(pagePathOf(url.pathname, routerBasename())))
      : context?.type === 'manifest'
        ? manifestSuffix
        : undefined
  const details: SpanDetails = {
    // The final name, because the navigation may be finished already.
    name: pattern ? `${method} ${pattern}` : (method ?? 'HTTP'),
    outgoing: true,
    attributes: {
      'http.request.method': method ?? '_OTHER',
      'url.template': pattern,
      'url.full': signals.scrub(url.href),
      'server.address': url.hostname,
      'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      'http.response.status_code': status || undefined,
      ...attributes,
    },
    failed,
    endMs: atMs,
  }
  const { transaction, id } = span
  if (transaction.id === id) signals.decide(transaction, recorder.page.transaction.route, undefined)
  signals.end(span, details)
  return details
}
