import { Fragment } from 'react'
import { Link } from 'react-router'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import type { TraceLog } from '../../../store/traces/list-trace-logs.ts'
import type { SelfTimes } from '../../../trace/self-times.ts'
import { at, hasFlag, operationOf, type TraceTree } from '../../../trace/trace-tree.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration, formatNs } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { formatTimestamp, isoTimestamp } from '../../format/time.ts'
import { describeSpanFailure } from '../../insights/describe-span-failure.ts'
import { startNsOf, type TreeIndex } from '../../parts/waterfall/index-tree.ts'
import { KEEP_SCROLL_POSITION } from '../../parts/waterfall/waterfall-row.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceLink } from '../../ui/links/service-link.tsx'
import { ClockAhead } from '../../ui/times/clock-ahead.tsx'
import { Attributes } from '../../ui/values/attributes.tsx'
import { LongText } from '../../ui/values/long-text.tsx'
import { exceptionPath } from '../../url/exception-path.ts'
import { encodePathSegment } from '../../url/path-segment.ts'
import { spanAddress, spanRef, type TraceView, writeTraceView } from '../../url/trace-view.ts'
import { MAX_TEXT_CHARS } from './max-text-chars.ts'
import type { OpenSpan } from './query-span.server.ts'
import { SpanAside } from './span-aside.tsx'
import { SpanEvents } from './span-events.tsx'
import { SpanLinks, type TraceLinksResult } from './span-links.tsx'
import { SpanStep } from './span-steps.tsx'
import { StatementSection } from './statement-section.tsx'
import { clippedLogBody, fullLogPath } from './trace-logs.tsx'
import { ValueTools } from './value-tools.tsx'

/** Characters of the name that the heading shows. */
const MAX_CHARS = 120

export interface SpanDetailsProps {
  readonly traceId: string
  readonly span: OpenSpan
  readonly trace: Omit<Trace, 'spans'>
  readonly tree: TraceTree
  readonly index: TreeIndex
  /** The span in the tree; `undefined` if it is not in it. */
  readonly place: number | undefined
  /** `undefined` if not all spans were read. */
  readonly selfTimes: SelfTimes | undefined
  /** True if all spans of the trace were read. */
  readonly isWhole: boolean
  readonly exceptions: readonly ExceptionSummary[]
  /** The first frames of each exception, by its id. */
  readonly frames: ReadonlyMap<string, readonly string[]>
  readonly logs: readonly TraceLog[]
  readonly links: TraceLinksResult | Promise<TraceLinksResult>
  readonly view: TraceView
}

/** All data of one span. */
export function SpanDetails({
  traceId,
  span,
  trace,
  tree,
  index,
  place,
  selfTimes,
  isWhole,
  exceptions,
  frames,
  logs,
  links,
  view,
}: SpanDetailsProps) {
  const { root } = trace
  const name = clipLine(spanName(span.name), MAX_CHARS)
  const parent = place === undefined ? undefined : parentOf(tree, index, span, place)
  const isOwn = (named: { readonly spanId: string; readonly service: string }) =>
    named.spanId === span.spanId && (place === undefined || index.find(named) === place)
  const own = exceptions.filter(isOwn)
  const repeats = (log: TraceLog) =>
    own.some(({ atNs, message }) => atNs === log.atNs && clippedLogBody(log).text.endsWith(message))
  const said = logs.filter(log => isOwn(log) && !repeats(log))
  const reason = describeSpanFailure(span)
  const step = (by: 1 | -1) => {
    const next = place === undefined ? undefined : nextSpan(tree, place, by)
    return next === undefined ? undefined : spanAddress(view, index.refOf(next))
  }
  return (
    <SpanAside
      title={name}
      view={view}
      steps={
        <>
          <SpanStep to={step(-1)} label="Previous span" sign="‹" />
          <SpanStep to={step(1)} label="Next span" sign="›" />
        </>
      }
    >
      {place !== undefined && <SpanViews tree={tree} place={place} of={index.refOf(place)} view={view} />}
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
          {selfTimes !== undefined && place !== undefined && hasChildren(tree, place) && (
            <SelfTime inService={at(selfTimes.inService, place)} overAll={at(selfTimes.overAll, place)} />
          )}
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
      {span.statement && <StatementSection statement={span.statement} />}
      <section>
        <h3>Attributes</h3>
        <Attributes
          attributes={attributesBeside(span)}
          label="Span attributes"
          toolsOf={(name, value) => <ValueTools name={name} value={value} view={view} />}
        />
      </section>
      {span.isCut && (
        <p className="small">
          Values over {formatCount(MAX_TEXT_CHARS)} characters are truncated.{' '}
          <a href={`/traces/${traceId}/spans/${encodePathSegment(spanRef(span))}`}>Open full text</a>
        </p>
      )}
      <SpanEvents events={span.events} startNs={span.startNs} />
      <SpanLinks span={span} parent={parent === undefined ? undefined : timedSpan(tree, parent)} links={links} />
      <dl className="facts small">
        <dt>Kind</dt>
        <dd>{span.kind}</dd>
        <dt>Parent</dt>
        <dd>
          <ParentSpan {...{ span, parent, tree, index, view, isWhole }} />
        </dd>
        <dt>Span ID</dt>
        <dd>
          <code>{span.spanId}</code>
          {twinsOf(tree, place).map(twin => (
            <Fragment key={twin}>
              , also of <SpanLink {...{ of: twin, tree, index, view }} />
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
        <Attributes
          attributes={span.resource}
          label="Resource attributes"
          toolsOf={(name, value) => <ValueTools name={name} value={value} view={view} />}
        />
      </details>
    </SpanAside>
  )
}

/** Without those that the statement shows. */
function attributesBeside({ attributes, statement }: OpenSpan): Readonly<Record<string, string>> {
  const shown = new Set(statement?.attributes)
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !shown.has(name)))
}

interface SpanViewsProps {
  readonly tree: TraceTree
  readonly place: number
  readonly of: string
  readonly view: TraceView
}

/** Links to the waterfall from a span's point of view: only what is below it, and times from its start. */
function SpanViews({ tree, place, of, view }: SpanViewsProps) {
  const { isSinceSpan } = view
  const waterfall = { ...view, tab: undefined }
  return (
    <nav className="button-row small" aria-label="From this span">
      {view.top === of ? (
        <Link to={writeTraceView({ ...waterfall, top: undefined, zoom: undefined })} {...KEEP_SCROLL_POSITION}>
          Whole trace
        </Link>
      ) : (
        hasChildren(tree, place) && (
          <Link to={writeTraceView({ ...waterfall, top: of, zoom: undefined })} {...KEEP_SCROLL_POSITION}>
            Only what is below
          </Link>
        )
      )}
      <Link
        to={writeTraceView({ ...waterfall, isSinceSpan: isSinceSpan ? undefined : true })}
        {...KEEP_SCROLL_POSITION}
      >
        {isSinceSpan ? 'Times from the start of the trace' : 'Times from here'}
      </Link>
    </nav>
  )
}

const STATUS_LABELS: Readonly<Record<string, string>> = { Error: 'failed', Ok: 'ok', Unset: 'ok (not set)' }

interface SpanLinkProps {
  readonly of: number
  readonly tree: TraceTree
  readonly index: TreeIndex
  readonly view: TraceView
}

function SpanLink({ of, tree, index, view }: SpanLinkProps) {
  const { name, service } = operationOf(tree, of)
  return (
    <>
      <Link to={writeTraceView({ ...view, span: index.refOf(of) })} {...KEEP_SCROLL_POSITION}>
        {spanName(name)}
      </Link>{' '}
      <span className="muted">{service}</span>
    </>
  )
}

interface ParentSpanProps extends Omit<SpanLinkProps, 'of'> {
  readonly span: Span
  readonly parent: number | undefined
  /** True if all spans of the trace were read. */
  readonly isWhole: boolean
}

function ParentSpan({ span, parent, isWhole, ...link }: ParentSpanProps) {
  if (parent === undefined) {
    if (span.parentSpanId === '') return 'none (root span)'
    return (
      <>
        <code>{span.parentSpanId}</code> ({isWhole ? 'not found' : 'not loaded'})
      </>
    )
  }
  const lead = span.startNs - startNsOf(link.tree, parent)
  return (
    <>
      <SpanLink of={parent} {...link} />
      {lead < 0n && <span className="muted">, which started {formatDuration(-lead)} later: clock skew</span>}
    </>
  )
}

/** Both self times where they differ: what other services do for a span is its service's waiting. */
function SelfTime({ inService, overAll }: { readonly inService: number; readonly overAll: number }) {
  return (
    <span className="muted">
      , self time {formatNs(overAll)}
      {inService !== overAll && `, ${formatNs(inService)} with the time of other services`}
    </span>
  )
}

/** The span that it names as its parent, or that calls it by the same id; not the page above the request that rendered it. */
function parentOf(tree: TraceTree, index: TreeIndex, span: Span, place: number): number | undefined {
  const above = at(tree.parents, place)
  const idAbove = above < 0 || hasFlag(tree, above, 'missing') ? undefined : tree.spanIds[above]
  if (idAbove !== undefined && (idAbove === span.parentSpanId || idAbove === span.spanId)) return above
  return span.parentSpanId === '' ? undefined : index.find({ spanId: span.parentSpanId, service: span.service })
}

/** The next span in the tree. */
function nextSpan(tree: TraceTree, place: number, by: 1 | -1): number | undefined {
  for (let next = place + by; next >= 0 && next < tree.size; next += by)
    if (!hasFlag(tree, next, 'missing')) return next
  return undefined
}

const hasChildren = (tree: TraceTree, place: number) => place + 1 < tree.size && at(tree.parents, place + 1) === place

/** Spans of other services with the same id. */
function twinsOf(tree: TraceTree, place: number | undefined): readonly number[] {
  if (place === undefined || !hasFlag(tree, place, 'sharesId')) return []
  return tree.spanIds.flatMap((id, other) => (id === tree.spanIds[place] && other !== place ? [other] : []))
}

const timedSpan = (tree: TraceTree, of: number) => ({
  kind: operationOf(tree, of).kind,
  startNs: startNsOf(tree, of),
  durationNs: BigInt(at(tree.durations, of)),
})
