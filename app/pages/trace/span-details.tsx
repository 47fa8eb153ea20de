import { Fragment } from 'react'
import { Link } from 'react-router'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import { findParent } from '../../../trace/find-parent.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import type { TraceLog } from '../../../store/traces/list-trace-logs.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { formatTimestamp, isoTimestamp } from '../../format/time.ts'
import { describeSpanFailure } from '../../parts/waterfall/describe-span-failure.ts'
import { spanFinder } from '../../parts/waterfall/find-span.ts'
import { SpanStep } from '../../parts/waterfall/span-steps.tsx'
import { KEEP_SCROLL_POSITION } from '../../parts/waterfall/waterfall-row.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceLink } from '../../ui/links/service-link.tsx'
import { ClockAhead } from '../../ui/times/clock-ahead.tsx'
import { Attributes } from '../../ui/values/attributes.tsx'
import { LongText } from '../../ui/values/long-text.tsx'
import { exceptionPath } from '../../url/exception-path.ts'
import { encodePathSegment } from '../../url/path-segment.ts'
import { spanRef, type TraceView, writeTraceView } from '../../url/trace-view.ts'
import { SpanEvents } from './span-events.tsx'
import { SpanLinks, type TraceLinksResult } from './span-links.tsx'
import { clippedLogBody, fullLogPath } from './trace-logs.tsx'

/** Characters of the name that the heading shows. */
const MAX_CHARS = 120

interface SpanDetailsProps {
  readonly span: Span
  readonly trace: Trace
  /** The time in which none of its children ran; `undefined` if it has none, or if not all spans were read. */
  readonly selfNs: bigint | undefined
  readonly exceptions: readonly ExceptionSummary[]
  /** The first frames of each exception, by its id. */
  readonly frames: ReadonlyMap<string, readonly string[]>
  readonly logs: readonly TraceLog[]
  readonly links: TraceLinksResult | Promise<TraceLinksResult>
  readonly view: TraceView
  /** Maximum of the status message and of each attribute. */
  readonly maxChars: number
}

/** All data of one span. */
export function SpanDetails({
  span,
  trace,
  selfNs,
  exceptions,
  frames,
  logs,
  links,
  view,
  maxChars,
}: SpanDetailsProps) {
  const { traceId, spans, root, totalSpans } = trace
  const name = clipLine(spanName(span.name), MAX_CHARS)
  const at = spans.indexOf(span)
  const refAt = (index: number) => spans[index] && spanRef(spans[index])
  const byId = Map.groupBy(spans, ({ spanId }) => spanId)
  const parent = findParent(span, byId)
  const twins = byId.get(span.spanId)?.filter(other => other !== span) ?? []
  const find = spanFinder(spans)
  const own = exceptions.filter(exception => find(exception) === span)
  const repeats = (log: TraceLog) =>
    own.some(({ atNs, message }) => atNs === log.atNs && clippedLogBody(log).text.endsWith(message))
  const said = logs.filter(log => find(log) === span && !repeats(log))
  const reason = describeSpanFailure(span)
  return (
    <aside className="panel details" aria-label="Span">
      <div className="panel-head">
        <h2 className="break">{name}</h2>
        <nav className="copyable" aria-label="Spans">
          <SpanStep span={refAt(at - 1)} view={view} label="Previous span" sign="‹" />
          <SpanStep span={refAt(at + 1)} view={view} label="Next span" sign="›" />
          <Link to={writeTraceView({ ...view, span: undefined })} {...KEEP_SCROLL_POSITION} className="button">
            Close
          </Link>
        </nav>
      </div>
      {own.map(exception => (
        <section key={exception.id} className="break">
          <p>
            <ScopedLink to={exceptionPath(exception)}>{exception.type || 'Exception'}</ScopedLink> {exception.message}
          </p>
          <ul className="mono small">
            {frames.get(exception.id)?.map((frame, at) => (
              // A stack may have one frame twice.
              // biome-ignore lint/suspicious/noArrayIndexKey: as said
              <li key={at}>{frame}</li>
            ))}
          </ul>
        </section>
      ))}
      <dl className="facts small">
        {name !== spanName(span.name) && (
          <>
            <dt>Name</dt>
            <dd>{span.name}</dd>
          </>
        )}
        <dt>Service</dt>
        <dd>
          <ServiceLink name={span.service} /> {span.resource['service.version']}{' '}
          <span className="muted">{span.resource['host.name']}</span>
        </dd>
        <dt>Status</dt>
        <dd className={span.failed ? 'bad' : undefined}>
          {STATUS_LABELS[span.status] ?? span.status}
          {span.answer >= 400 && `, status ${span.answer}`}
          {reason !== '' && `, ${reason}`}
          {span.statusMessage !== '' && !own.some(({ message }) => message && span.statusMessage.includes(message)) && (
            <LongText clipped={{ text: span.statusMessage, total: span.statusMessage.length }} />
          )}
        </dd>
        <dt>Duration</dt>
        <dd>
          {formatDuration(span.durationNs)}
          {selfNs !== undefined && <span className="muted">, self time {formatDuration(selfNs)}</span>}
        </dd>
        <dt>Started</dt>
        <dd>
          <time dateTime={isoTimestamp(span.startNs)}>{formatTimestamp(span.startNs)}</time>
          <ClockAhead atNs={span.startNs} record={span} />
          {spanRef(span) !== spanRef(root) && (
            <span className="muted"> {formatDuration(span.startNs - root.startNs)} after trace start</span>
          )}
        </dd>
      </dl>
      {said.length > 0 && (
        <section>
          <h3>Logs</h3>
          {said.map(log => (
            <div key={log.id} className="log-body">
              <span className="muted">+{formatDuration(log.atNs - span.startNs)}</span>
              <LongText clipped={clippedLogBody(log)} wholeAt={fullLogPath(traceId, log)} />
            </div>
          ))}
        </section>
      )}
      <section>
        <h3>Attributes</h3>
        <Attributes attributes={span.attributes} label="Span attributes" />
      </section>
      {span.isCut && (
        <p className="small">
          Values over {formatCount(maxChars)} characters are truncated.{' '}
          <a href={`/traces/${traceId}/spans/${encodePathSegment(spanRef(span))}`}>Open full text</a>
        </p>
      )}
      <SpanEvents events={span.events} startNs={span.startNs} />
      <SpanLinks span={span} parent={parent} trace={trace} links={links} />
      <dl className="facts small">
        <dt>Kind</dt>
        <dd>{span.kind}</dd>
        <dt>Parent</dt>
        <dd>
          <ParentSpan span={span} parent={parent} view={view} isWhole={totalSpans <= spans.length} />
        </dd>
        <dt>Span ID</dt>
        <dd>
          <code>{span.spanId}</code>
          {twins.map(twin => (
            <Fragment key={twin.service}>
              , also of <SpanLink span={twin} view={view} />
            </Fragment>
          ))}
        </dd>
        {span.scopeName !== '' && (
          <>
            <dt>Instrumentation scope</dt>
            <dd>
              {span.scopeName} {span.scopeVersion}
            </dd>
          </>
        )}
      </dl>
      <details>
        <summary>Resource</summary>
        <Attributes attributes={span.resource} label="Resource attributes" />
      </details>
    </aside>
  )
}

const STATUS_LABELS: Readonly<Record<string, string>> = { Error: 'failed', Ok: 'ok', Unset: 'ok (not set)' }

function SpanLink({ span, view }: { readonly span: Span; readonly view: TraceView }) {
  return (
    <>
      <Link to={writeTraceView({ ...view, span: spanRef(span) })} {...KEEP_SCROLL_POSITION}>
        {spanName(`${span.name} ${span.callee ?? ''}`)}
      </Link>{' '}
      <span className="muted">{span.service}</span>
    </>
  )
}

interface ParentSpanProps {
  readonly span: Span
  readonly parent: Span | undefined
  readonly view: TraceView
  /** True if all spans of the trace were read. */
  readonly isWhole: boolean
}

function ParentSpan({ span, parent, view, isWhole }: ParentSpanProps) {
  if (parent === undefined) {
    if (span.parentSpanId === '') return 'none (root span)'
    return (
      <>
        <code>{span.parentSpanId}</code> ({isWhole ? 'not found' : 'not loaded'})
      </>
    )
  }
  const lead = span.startNs - parent.startNs
  return (
    <>
      <SpanLink span={parent} view={view} />
      {lead < 0n && <span className="muted">, which started {formatDuration(-lead)} later: clock skew</span>}
    </>
  )
}
