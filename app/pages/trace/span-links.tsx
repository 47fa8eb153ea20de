import type { LinkedSpan } from '../../../store/traces/list-linked-spans.ts'
import type { LinkingSpan } from '../../../store/traces/list-linking-spans.ts'
import type { Span, SpanLink } from '../../../store/traces/list-spans.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { tracePath } from '../../url/trace-view.ts'
import { describeTimeInQueue } from './time-in-queue.ts'
import { linkKey, uniqueLinks } from './unique-links.ts'

/** The spans of other traces that a trace links to, and those that link to it. */
export interface TraceLinks {
  readonly to: readonly LinkedSpan[]
  readonly from: readonly LinkingSpan[]
}

export type TraceLinksResult = QueryResult<TraceLinks> | undefined

const MAX_SHOWN = 20

interface SpanLinksProps {
  readonly span: Span
  readonly parent: Pick<LinkedSpan, 'kind' | 'startNs' | 'durationNs'> | undefined
  readonly links: TraceLinksResult | Promise<TraceLinksResult>
}

/** The spans that a span links to and those that link to it, with the time of its messages in the queue. */
export function SpanLinks({ span, parent, links }: SpanLinksProps) {
  const own = uniqueLinks(span.links)
  const draw = ({ to, from }: TraceLinks) => {
    const known = new Map(to.map(of => [linkKey(of), of]))
    const targets = own.map(link => ({ link, target: known.get(linkKey(link)) }))
    const linking = from.filter(({ linksTo }) => linksTo.includes(span.spanId))
    const producers = targets.flatMap(({ target }) => target ?? [])
    const waited = describeTimeInQueue(parent === undefined ? producers : [...producers, parent], [span])
    return (
      <>
        {waited !== '' && (
          <p>
            In the queue for <b>{waited}</b>, from the end of the producer to the start of this span
          </p>
        )}
        {targets.length > 0 && (
          <section>
            <h3>Links to</h3>
            <ul>
              {targets.slice(0, MAX_SHOWN).map(({ link, target }) => (
                <li key={linkKey(link)} className="break">
                  {target === undefined ? (
                    <>
                      <ScopedLink to={tracePath(link)} className="mono">
                        {link.traceId}
                      </ScopedLink>{' '}
                      <span className="muted">not stored</span>
                    </>
                  ) : (
                    <LinkedName of={{ ...target, ...link }} sinceNs={span.startNs} />
                  )}
                </li>
              ))}
            </ul>
            <MoreLinks count={targets.length} />
          </section>
        )}
        {linking.length > 0 && (
          <section>
            <h3>Linked from</h3>
            <ul>
              {linking.slice(0, MAX_SHOWN).map(of => (
                <li key={`${linkKey(of)} ${of.service}`} className="break">
                  <LinkedName of={of} sinceNs={span.startNs} waited={describeTimeInQueue([span], [of])} />
                </li>
              ))}
            </ul>
            <MoreLinks count={linking.length} />
          </section>
        )}
      </>
    )
  }
  return (
    <DeferredValue result={links} fallback={draw(NO_LINKS)}>
      {draw}
    </DeferredValue>
  )
}

const NO_LINKS: TraceLinks = { to: [], from: [] }

interface LinkedNameProps {
  readonly of: Pick<LinkedSpan, 'name' | 'service' | 'startNs'> & Pick<SpanLink, 'traceId' | 'spanId'>
  readonly sinceNs: bigint
  /** The time of its message in the queue, such as `12.0 s`; '' if it has none. */
  readonly waited?: string
}

/** `process orders mail 12 s later, in the queue for 11.9 s` */
export function LinkedName({ of, sinceNs, waited = '' }: LinkedNameProps) {
  const apart =
    of.startNs < sinceNs
      ? `${formatDuration(sinceNs - of.startNs)} before`
      : `${formatDuration(of.startNs - sinceNs)} later`
  return (
    <>
      <ScopedLink to={tracePath(of)}>{clipLine(spanName(of.name), 120)}</ScopedLink> <ServiceName name={of.service} />{' '}
      <span className="muted">
        {apart}
        {waited !== '' && `, in the queue for ${waited}`}
      </span>
    </>
  )
}

function MoreLinks({ count }: { readonly count: number }) {
  return count > MAX_SHOWN && <p className="muted small">{formatCount(count - MAX_SHOWN)} more are not shown.</p>
}
