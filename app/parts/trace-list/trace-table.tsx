import { Suspense } from 'react'
import type { TraceSummary } from '../../../store/traces/list-traces.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { DayRow, layoutDays } from '../../ui/table/day-row.tsx'
import { DurationBar, longestOnScale } from '../../ui/table/duration-bar.tsx'
import type { SortParam } from '../../ui/table/sort-header.tsx'
import { ClockAhead } from '../../ui/times/clock-ahead.tsx'
import { ClockTime } from '../../ui/times/clock-time.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { COMPARED_PARAM, tracePath } from '../../url/trace-view.ts'

export interface TraceRow extends TraceSummary {
  /** The exception with which it began to fail; '' if unknown. */
  readonly error?: string
}

interface TraceTableProps {
  readonly traces: readonly TraceRow[]
  readonly nowMs: number
  readonly caption: string
  /** For lists that can be sorted. */
  readonly sorting?: SortParam
  /** A search that marks spans in each trace. */
  readonly search?: string
  /** The id of the form for which traces are selected. */
  readonly selectedBy?: string
}

/** A table of traces. The bars of durations have one scale. */
export function TraceTable({ traces, nowMs, caption, sorting, search = '', selectedBy }: TraceTableProps) {
  const longest = longestOnScale(traces)
  const days = layoutDays(
    traces.map(({ startNs }) => startNs),
    nowMs,
    sorting?.sort.endsWith('began'),
  )
  const columns: readonly (Column<TraceRow> | false)[] = [
    selectedBy !== undefined && {
      name: 'Select',
      head: <span className="visually-hidden">Select</span>,
      shown: 'wide',
      width: 'col-choose',
      look: 'choose',
      cell: ({ traceId, name }) => (
        <input
          type="checkbox"
          name={COMPARED_PARAM}
          value={traceId}
          form={selectedBy}
          aria-label={`Select ${spanName(name)} ${traceId.slice(0, 8)}`}
        />
      ),
    },
    { name: 'Trace', namesRow: true, cell: trace => <TraceName trace={trace} search={search} /> },
    {
      name: 'Services',
      shown: 'wide',
      width: 'col-wide',
      look: 'services',
      cell: trace => <ServiceList trace={trace} most={2} />,
    },
    { name: 'Release', shown: 'roomy', width: 'col-small', look: 'muted', cell: ({ release }) => release || '–' },
    {
      name: 'Spans',
      sort: { by: 'spans', first: 'falling' },
      isNumber: true,
      shown: 'wide',
      width: 'col-small',
      cell: ({ spanCount }) => formatCount(spanCount),
    },
    {
      name: 'Duration',
      sort: { by: 'duration', first: 'falling' },
      isNumber: true,
      width: 'timed',
      look: 'timed',
      title: ({ rootDurationNs }) => `Whole trace. Root span: ${formatDuration(rootDurationNs)}`,
      cell: trace => (
        <>
          <DurationBar timed={trace} longest={longest} />
          {formatDuration(trace.durationNs)}
        </>
      ),
    },
    {
      name: 'Started',
      sort: { by: 'began', first: 'falling' },
      isNumber: true,
      width: sorting ? 'col-exact' : 'col-when',
      look: 'muted',
      cell: ({ startNs }) =>
        sorting ? (
          <ClockTime atNs={startNs} nowMs={nowMs} hasDay={days.hasDay} />
        ) : (
          <RelativeTime atNs={startNs} nowMs={nowMs} />
        ),
    },
  ]
  return (
    <div className="panel">
      <DataTable
        className="stacked"
        caption={caption}
        columns={columns}
        rows={traces}
        keyOf={({ traceId }) => traceId}
        sorting={sorting}
        rowProps={({ failed }) => ({ className: failed ? 'failed' : undefined })}
        // A row that a key selects is hydrated at once, without the others.
        around={(_, drawn, index) => (
          <Suspense>
            {sorting && <DayRow day={days.heads[index]} />}
            {drawn}
          </Suspense>
        )}
      />
    </div>
  )
}

function TraceName({ trace, search }: { readonly trace: TraceRow; readonly search: string }) {
  return (
    <>
      <div className="lead">
        <ScopedLink to={tracePath({ traceId: trace.traceId, spanId: '', search })} className="row-link" data-row="">
          {spanName(trace.name)}
        </ScopedLink>
        {trace.failed && <span className="mark bad">{failureOf(trace)}</span>}{' '}
        {!trace.error && trace.failedServices.length > 0 && <FailedServices services={trace.failedServices} />}
        {/* Beside what failed it would leave the name no room; the duration's title has it. */}
        {!trace.failed && <RootDuration trace={trace} className="wide-only" />}
        <ClockAhead atNs={trace.startNs} record={trace} />
      </div>
      {trace.error && (
        <p className="under clamped" title={trace.error}>
          {trace.failedServices.length > 0 && `${trace.failedServices[0]}: `}
          {trace.error}
        </p>
      )}
      <p className="under narrow-only">
        <ServiceList trace={trace} most={2} />
        {!trace.error && <RootDuration trace={trace} />}
      </p>
    </>
  )
}

/** Shown for a trace that goes on after its root, as when a browser loads a page that a server has sent. */
function RootDuration({
  trace: { durationNs, rootDurationNs, httpStatus },
  className = '',
}: {
  readonly trace: TraceSummary
  readonly className?: string
}) {
  const isLess = durationNs > 2n * rootDurationNs
  const part = httpStatus > 0 ? 'answered in' : 'root span'
  return (
    isLess && (
      <span className={`muted small nowrap ${className}`}>
        {part} {formatDuration(rootDurationNs)}
      </span>
    )
  )
}

/** The root's service, then those that failed and the others, as far as there is room. */
function ServiceList({ trace, most }: { readonly trace: TraceSummary; readonly most: number }) {
  const all = [...new Set([trace.service, ...trace.failedServices, ...trace.services])]
  const more = all.slice(most)
  return (
    <>
      {all.slice(0, most).flatMap(name => [<ServiceName key={name} name={name} />, ' '])}
      {more.length > 0 && (
        <span className="muted" title={more.join(', ')}>
          {`+${more.length}`}
        </span>
      )}
    </>
  )
}

function failureOf({ httpStatus, failedSpanCount }: TraceSummary): string {
  if (httpStatus >= 500) return `HTTP ${httpStatus}`
  return failedSpanCount > 0 ? `${pluralize(failedSpanCount, 'span')} failed` : 'exception'
}

/** On a narrow screen they have a line of their own. */
function FailedServices({ services: [first, ...more] }: { readonly services: readonly string[] }) {
  return (
    <span className="small nowrap" title={more.join(', ')}>
      in {first}
      {more.length > 0 && ` +${more.length}`}
    </span>
  )
}
