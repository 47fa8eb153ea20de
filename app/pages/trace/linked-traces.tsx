import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { LinkedName, type TraceLinksResult } from './span-links.tsx'

interface LinkedTracesProps {
  readonly links: TraceLinksResult | Promise<TraceLinksResult>
  /** Start of the trace. */
  readonly startNs: bigint
}

/** The spans of other traces that link to this one, and those that it links to; nothing if there are none. */
export function LinkedTraces({ links, startNs }: LinkedTracesProps) {
  return (
    // biome-ignore lint/complexity/noUselessFragments: most traces have none, and nothing stands below
    <DeferredValue result={links} fallback={<></>}>
      {({ from, to }) =>
        [
          { id: 'linked-from', title: 'Linked from other traces', spans: from },
          { id: 'links-to', title: 'Links to other traces', spans: to },
        ].map(
          ({ id, title, spans }) =>
            spans.length > 0 && (
              <section key={id} className="section" aria-labelledby={id}>
                <h2 id={id}>{title}</h2>
                <ul>
                  {spans.map(span => (
                    <li key={`${span.traceId} ${span.spanId} ${span.service}`}>
                      <LinkedName of={span} sinceNs={startNs} />
                    </li>
                  ))}
                </ul>
              </section>
            ),
        )
      }
    </DeferredValue>
  )
}
