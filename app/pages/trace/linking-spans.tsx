import type { LinkingSpan } from '../../../store/traces/list-linking-spans.ts'
import { clipLine } from '../../format/clip.ts'
import { formatDuration } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { tracePath } from '../../url/trace-view.ts'

type Result = QueryResult<readonly LinkingSpan[]> | undefined

interface LinkingSpansProps {
  readonly result: Result | Promise<Result>
  /** Start of the trace. */
  readonly startNs: bigint
}

/** The spans of other traces that link to this one; nothing if none does. */
export function LinkingSpans({ result, startNs }: LinkingSpansProps) {
  return (
    // biome-ignore lint/complexity/noUselessFragments: most traces have none, and nothing stands below
    <DeferredValue result={result} fallback={<></>}>
      {spans =>
        spans.length > 0 && (
          <section className="section" aria-labelledby="linked-from">
            <h2 id="linked-from">Linked from other traces</h2>
            <ul>
              {spans.map(span => (
                <li key={`${span.traceId} ${span.spanId} ${span.service}`}>
                  <ScopedLink to={tracePath(span)}>{clipLine(spanName(span.name), 120)}</ScopedLink>{' '}
                  <ServiceName name={span.service} />{' '}
                  <span className="muted">
                    {span.startNs < startNs
                      ? `${formatDuration(startNs - span.startNs)} before`
                      : `+${formatDuration(span.startNs - startNs)}`}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </DeferredValue>
  )
}
