import type { HandlerEvent } from '../../entry/recorder.ts'
import { outcomeOf } from '../../send/outcome.ts'
import type { Signals } from '../../send/signals.ts'

/** Records what a route ran in the browser, as a child of its navigation, page load or fetcher. */
export function recordHandler({ span, kind, routeId, error, incomplete, atMs }: HandlerEvent, signals: Signals): void {
  const { attributes, failed } = outcomeOf(error, incomplete)
  signals.end(span, {
    name: `${kind} ${routeId}`,
    attributes: { 'errata.route.id': routeId, ...attributes },
    failed,
    endMs: atMs,
  })
}
