import type { Span } from '../../../store/traces/get-trace.ts'
import { countOf, formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { InlineMoment } from '../../ui/moment.tsx'
import { colourSlots, ServiceName } from '../../ui/service-name.tsx'

interface TraceHeadProps {
  readonly traceId: string
  /** Oldest first. */
  readonly spans: readonly Span[]
  readonly totalSpans: number
  readonly nowMs: number
}

/** What a trace is: its root, when, how long, how much of it failed, and who took part. */
export function TraceHead({ traceId, spans, totalSpans, nowMs }: TraceHeadProps) {
  const root = findRoot(spans)
  const failed = spans.filter(span => span.status === 'Error').length
  const slots = colourSlots(spans.map(span => span.service))
  const services = Map.groupBy(spans, span => span.service)
  const title = root?.name ?? 'Trace'
  return (
    <>
      <title>{`${title} · Trace · Errata`}</title>
      <div className="page-head">
        <h1 className="break">
          {title} {failed > 0 && <span className="mark bad">{countOf(failed, 'span')} failed</span>}
        </h1>
        <Copyable value={traceId} what="trace id" />
      </div>
      {root !== undefined && (
        <dl className="trace-head">
          <div>
            <dt>Began</dt>
            <dd>
              <InlineMoment atNs={root.startNs} nowMs={nowMs} />
            </dd>
          </div>
          <div>
            <dt>Root took</dt>
            <dd>{formatDuration(root.durationNs)}</dd>
          </div>
          <div>
            <dt>Spans</dt>
            <dd>{formatCount(totalSpans)}</dd>
          </div>
          {root.httpStatus !== 0 && (
            <div>
              <dt>Status</dt>
              <dd className={root.httpStatus >= 500 ? 'bad' : undefined}>{root.httpStatus}</dd>
            </div>
          )}
          {root.route !== '' && (
            <div>
              <dt>Route</dt>
              <dd>{root.route}</dd>
            </div>
          )}
        </dl>
      )}
      <ul className="legend" aria-label="Services">
        {[...services].map(([service, of]) => (
          <li key={service}>
            <ServiceName name={service} slot={slots.get(service) ?? 0} />{' '}
            <span className="muted">{countOf(of.length, 'span')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The earliest span without a parent, or else the earliest there is. */
export function findRoot(spans: readonly Span[]): Span | undefined {
  return spans.find(span => span.parentSpanId === '') ?? spans[0]
}
