import { Suspense } from 'react'
import type { FoundSpan } from '../../../store/spans/find-spans.ts'
import { clipLine } from '../../format/clip.ts'
import { formatDuration } from '../../format/duration.ts'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { DayRow, layoutDays } from '../../ui/table/day-row.tsx'
import { DurationBar, longestOnScale } from '../../ui/table/duration-bar.tsx'
import { SortHeader, type SortParam } from '../../ui/table/sort-header.tsx'
import { ClockAhead } from '../../ui/times/clock-ahead.tsx'
import { ClockTime } from '../../ui/times/clock-time.tsx'
import { tracePath } from '../../url/trace-view.ts'
import type { SpanRow } from './fold-spans.ts'
import { endOfStatement, shortStatement } from './short-statement.ts'

/** Two lines of a phone at most. */
const MAX_NARROW_CHARS = 42

/** By trace. */
export type RootNames = QueryResult<ReadonlyMap<string, string>>

interface SpanTableProps {
  readonly rows: readonly SpanRow[]
  /** The root spans of their traces. */
  readonly roots: RootNames | Promise<RootNames> | undefined
  readonly nowMs: number
  readonly caption: string
  readonly sorting: SortParam
  /** A search that marks spans in each trace. */
  readonly search: string
}

/** A table of spans; each links to its place in its trace, several of one row to their trace. */
export function SpanTable({ rows, roots, nowMs, caption, sorting, search }: SpanTableProps) {
  const longest = longestOnScale(rows.filter(({ isFolded }) => !isFolded))
  const days = layoutDays(
    rows.map(({ startNs }) => startNs),
    nowMs,
    sorting.sort.endsWith('began'),
  )
  const hasDetails = rows.some(span => detailOf(span) !== '')
  const rootOf = ({ traceId }: SpanRow) => (
    <DeferredValue result={roots} fallback={false}>
      {names => names.get(traceId)}
    </DeferredValue>
  )
  return (
    <div className="panel">
      <table className="list stacked">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Span</th>
            <th scope="col" className="col-service wide-only">
              Service
            </th>
            {hasDetails && (
              <th scope="col" className="col-text wide-only">
                Statement, URL or route
              </th>
            )}
            <th scope="col" className="roomy-only col-bar">
              Root
            </th>
            <SortHeader sorting={sorting} column="duration" first="falling" className="number timed">
              Duration
            </SortHeader>
            <SortHeader sorting={sorting} column="began" first="falling" className="number col-exact">
              Started
            </SortHeader>
          </tr>
        </thead>
        <tbody>
          {rows.map((span, index) => (
            // A row that a key selects is hydrated at once, without the others.
            <Suspense key={span.id}>
              <DayRow day={days.heads[index]} />
              <tr className={span.failed ? 'failed' : undefined}>
                <th scope="row">
                  <div className="lead">
                    <ScopedLink
                      to={tracePath({ ...span, search: search || span.marks })}
                      className="row-link"
                      data-row=""
                    >
                      {span.text}
                    </ScopedLink>{' '}
                    {span.failed && (
                      <span className="mark bad" title={span.statusMessage}>
                        {span.httpStatus >= 400 ? `failed ${span.httpStatus}` : 'failed'}
                      </span>
                    )}
                    <ClockAhead atNs={span.startNs} record={span} />
                    {span.isRepeatedQuery && !hasDetails && <PossibleLoop />}
                    {!span.isFolded && ['Client', 'Producer', 'Consumer'].includes(span.kind) && (
                      <span className="muted wide-only">{span.kind.toLowerCase()}</span>
                    )}
                  </div>
                  <p className="under narrow-only">
                    {span.isRepeatedQuery && hasDetails && <PossibleLoop />}
                    <ServiceName name={span.service} />
                    {rootOf(span)}
                    {hasDetails && <code>{clipLine(endOfStatement(detailOf(span), span.name), MAX_NARROW_CHARS)}</code>}
                  </p>
                </th>
                <td className="wide-only">
                  <ServiceName name={span.service} />
                </td>
                {hasDetails && (
                  <td className="wide-only mono muted" title={detailOf(span)}>
                    {span.isRepeatedQuery && <PossibleLoop />} {shortStatement(detailOf(span))}
                  </td>
                )}
                <td className="roomy-only muted">{rootOf(span)}</td>
                <td className="number timed">
                  {span.isFolded ? (
                    <span className="muted" title="Sum of all of them, in one trace">
                      Σ{' '}
                    </span>
                  ) : (
                    <DurationBar timed={span} longest={longest} />
                  )}
                  {formatDuration(span.durationNs)}
                </td>
                <td className="number muted">
                  <ClockTime atNs={span.startNs} nowMs={nowMs} hasDay={days.hasDay} />
                </td>
              </tr>
            </Suspense>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** In the column with the most room: beside the name it would take the end of it. */
const PossibleLoop = () => (
  <span className="mark warn" title="Database calls that may be one for each row of a list">
    N+1?
  </span>
)

/** Names what the span worked on, if its sender says so; else the route of its transaction. */
const detailOf = ({ detail, route }: FoundSpan) => detail || route
