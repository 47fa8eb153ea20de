import type { HandlerEvent } from '../../entry/recorder.ts'
import { outcomeOf } from '../../send/outcome.ts'
import type { Signals } from '../../send/signals.ts'

/** Records what a route ran in the browser: below the navigation, page load or fetcher that it ran for. */
export function recordHandler({ span, kind, routeId, error, incomplete, atMs }: HandlerEvent, signals: Signals): void {
  const { attributes, failed } = outcomeOf(error, incomplete)
  signals.end(span, {
    name: `${kind} ${routeId}`,
    attributes: { 'errata.route.id': routeId, ...attributes },
    failed,
    endMs: atMs,
  })
}
