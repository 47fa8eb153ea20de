import type { SpanEvent } from '../../../store/traces/list-spans.ts'
import { formatDuration } from '../../format/duration.ts'
import { Attributes } from '../../ui/values/attributes.tsx'

interface SpanEventsProps {
  readonly events: readonly SpanEvent[]
  /** Start of the span, Unix nanoseconds. */
  readonly startNs: bigint
}

/** The events of a span, by time. */
export function SpanEvents({ events, startNs }: SpanEventsProps) {
  if (events.length === 0) return null
  const seen = new Map<string, number>()
  return (
    <section>
      <h3>Events</h3>
      {events.map(event => {
        const same = `${event.atNs}${event.name}`
        const index = (seen.get(same) ?? 0) + 1
        seen.set(same, index)
        return (
          <details key={`${same} ${index}`}>
            <summary>
              {event.name} <span className="muted">{formatDuration(event.atNs - startNs)} after span start</span>
            </summary>
            <Attributes attributes={event.attributes} label={`Attributes of event ${event.name}`} />
          </details>
        )
      })}
    </section>
  )
}
