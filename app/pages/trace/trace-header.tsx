import { Link } from 'react-router'
import { HOUR_NS } from '../../../store/time-units.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'

import type { Span } from '../../../store/traces/list-spans.ts'

import type { DurationRank } from '../../../store/traces/rank-duration.ts'

import { clipLine } from '../../format/clip.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { spanName } from '../../format/span-name.ts'
import { Copyable } from '../../ui/copy/copyable.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceLink } from '../../ui/links/service-link.tsx'
import { ClockAhead } from '../../ui/times/clock-ahead.tsx'
import { Timestamp } from '../../ui/times/timestamp.tsx'

import { tracesPath } from '../../url/trace-filters.ts'
import { comparePath } from '../../url/trace-view.ts'

import { describeRank } from './describe-rank.ts'

import type { formatTraceDuration } from './trace-duration.ts'

/** Characters of the name that are shown; all of it is shown with its span. */
const MAX_CHARS = 200

/** A figure of the trace. */
export interface TraceFact {
  readonly name: string
  readonly text: string
  readonly to?: string | undefined
}

/** Traces whose root has the same operation, within half a day; those that failed, if it did. */
const similarTracesPath = ({ service, operation, startNs, failed }: Span) =>
  tracesPath({ service, operation, failedOnly: failed, from: startNs - HALF_A_DAY_NS, to: startNs + HALF_A_DAY_NS })

const HALF_A_DAY_NS = 12n * HOUR_NS

interface TraceHeaderProps {
  readonly traceId: string
  /** `undefined` if no span of it is stored. */
  readonly trace: Omit<Trace, 'spans'> | undefined
  /** From {@link formatTraceDuration}. */
  readonly duration?: ReturnType<typeof formatTraceDuration>
  /** Among those of the same operation. @default unknown */
  readonly rank?: DurationRankResult | Promise<DurationRankResult>
  /** Says in a few words what failed; '' if nothing did. @default '' */
  readonly failure?: string
  /** @default none */
  readonly facts?: readonly TraceFact[]
  readonly nowMs: number
}

type DurationRankResult = QueryResult<DurationRank> | undefined

/** A trace: root, start, duration, failures and services. Counts are those of the whole trace. */
export function TraceHeader({ traceId, trace, duration, rank, failure = '', facts = [], nowMs }: TraceHeaderProps) {
  const title = trace === undefined ? 'Trace' : clipLine(spanName(trace.root.name), MAX_CHARS)
  return (
    <>
      <title>{`${title} · Trace · Errata`}</title>
      <div className="page-head fixed-time fixed-scope">
        <h1 className="break">
          {title} {failure !== '' && <span className="mark bad">{failure}</span>}
        </h1>
        <Copyable value={traceId} what="trace ID" />
        {trace !== undefined && (
          <>
            <Link to={comparePath(traceId)} className="button copy">
              Compare
            </Link>
            <Link to={similarTracesPath(trace.root)} className="button copy">
              Find similar
            </Link>
            <a href={`/traces/${traceId}/otlp`} download className="button copy">
              Download OTLP
            </a>
          </>
        )}
      </div>
      {trace !== undefined && <TraceFacts {...{ trace, facts, nowMs, rank }} {...(duration && { duration })} />}
    </>
  )
}

const NOTHING = <></>

function TraceFacts({
  trace,
  duration,
  rank,
  facts = [],
  nowMs,
}: Omit<TraceHeaderProps, 'traceId' | 'failure'> & { readonly trace: Omit<Trace, 'spans'> }) {
  const { root, services, totalSpans } = trace
  const unnamed = totalSpans - services.reduce((sum, { spans }) => sum + spans, 0)
  return (
    <>
      <dl className="figures">
        <div>
          <dt>Started</dt>
          <dd>
            <Timestamp atNs={root.startNs} nowMs={nowMs} />
            <ClockAhead atNs={root.startNs} record={root} />
          </dd>
        </div>
        <div>
          <dt>Duration</dt>
          <dd>
            {duration?.whole} {duration?.root && <span className="muted">root {duration.root} </span>}
            <DeferredValue result={rank} fallback={NOTHING}>
              {known => <span className="muted small">{describeRank(known)}</span>}
            </DeferredValue>
          </dd>
        </div>
        <div>
          <dt>Spans</dt>
          <dd>{formatCount(totalSpans)}</dd>
        </div>
        {facts.map(({ name, text, to }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="break">{to === undefined ? text : <ScopedLink to={to}>{text}</ScopedLink>}</dd>
          </div>
        ))}
      </dl>
      <ul className="figures small" aria-label="Services">
        {services.map(({ service, spans }) => (
          <li key={service}>
            <ServiceLink name={service} /> <span className="muted">{pluralize(spans, 'span')}</span>
          </li>
        ))}
        {unnamed > 0 && <li className="muted">and {pluralize(unnamed, 'span')} of other services</li>}
      </ul>
    </>
  )
}
