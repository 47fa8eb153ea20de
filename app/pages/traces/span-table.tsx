import { type ReactNode, Suspense } from 'react'
import type { FoundSpan } from '../../../store/spans/find-spans.ts'
import { clipLine } from '../../format/clip.ts'
import { formatDuration } from '../../format/duration.ts'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { DayRow, layoutDays } from '../../ui/table/day-row.tsx'
import { DurationBar, longestOnScale } from '../../ui/table/duration-bar.tsx'
import type { SortParam } from '../../ui/table/sort-header.tsx'
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
  const columns: readonly (Column<SpanRow> | false)[] = [
    {
      name: 'Span',
      namesRow: true,
      cell: span => <SpanName span={span} search={search} hasDetails={hasDetails} root={rootOf(span)} />,
    },
    { name: 'Service', shown: 'wide', width: 'col-service', cell: ({ service }) => <ServiceName name={service} /> },
    hasDetails && {
      name: 'Statement, URL or route',
      shown: 'wide',
      width: 'col-text',
      look: 'mono muted',
      title: detailOf,
      cell: span => (
        <>
          {span.isRepeatedQuery && <PossibleLoop />} {shortStatement(detailOf(span))}
        </>
      ),
    },
    { name: 'Root', shown: 'roomy', width: 'col-bar', look: 'muted', cell: rootOf },
    {
      name: 'Duration',
      sort: { by: 'duration', first: 'falling' },
      isNumber: true,
      width: 'timed',
      look: 'timed',
      cell: span => (
        <>
          {span.isFolded ? (
            <span className="muted" title="Sum of all of them, in one trace">
              Σ{' '}
            </span>
          ) : (
            <DurationBar timed={span} longest={longest} />
          )}
          {formatDuration(span.durationNs)}
        </>
      ),
    },
    {
      name: 'Started',
      sort: { by: 'began', first: 'falling' },
      isNumber: true,
      width: 'col-exact',
      look: 'muted',
      cell: ({ startNs }) => <ClockTime atNs={startNs} nowMs={nowMs} hasDay={days.hasDay} />,
    },
  ]
  return (
    <div className="panel">
      <DataTable
        className="stacked"
        caption={caption}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        sorting={sorting}
        rowProps={({ failed }) => ({ className: failed ? 'failed' : undefined })}
        // A row that a key selects is hydrated at once, without the others.
        around={(_, drawn, index) => (
          <Suspense>
            <DayRow day={days.heads[index]} />
            {drawn}
          </Suspense>
        )}
      />
    </div>
  )
}

interface SpanNameProps extends Pick<SpanTableProps, 'search'> {
  readonly span: SpanRow
  /** True if a column of statements is shown where there is room. */
  readonly hasDetails: boolean
  readonly root: ReactNode
}

function SpanName({ span, search, hasDetails, root }: SpanNameProps) {
  return (
    <>
      <div className="lead">
        <ScopedLink to={tracePath({ ...span, search: search || span.marks })} className="row-link" data-row="">
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
        {root}
        {hasDetails && <code>{clipLine(endOfStatement(detailOf(span), span.name), MAX_NARROW_CHARS)}</code>}
      </p>
    </>
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
