import { Link } from 'react-router'
import type { Difference } from '../../../../trace/compare-traces.ts'
import type { Totals } from '../../../../trace/totals.ts'
import { clipLine } from '../../../format/clip.ts'
import { formatCount, pluralize } from '../../../format/count.ts'
import { formatDuration, formatNs } from '../../../format/duration.ts'
import { spanName } from '../../../format/span-name.ts'
import { ServiceName } from '../../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Timestamp } from '../../../ui/times/timestamp.tsx'
import { comparePath, tracePath } from '../../../url/trace-view.ts'
import type { ComparedOperation, ComparedTrace, Comparison } from './query-comparison.server.ts'

interface ComparisonTableProps extends Comparison {
  readonly nowMs: number
}

/** Two traces side by side: what each took, and by operation what differs. */
export function ComparisonTable({ traces, operations, omitted, nowMs }: ComparisonTableProps) {
  const [first, second] = traces
  const differing = operations.filter(({ found }) => found.length > 0)
  const equal = operations.filter(({ found }) => found.length === 0)
  return (
    <>
      <div className="panel">
        <DataTable
          className="fit wraps"
          caption="The two traces"
          rows={traces}
          keyOf={({ traceId }) => traceId}
          columns={[
            { name: 'Trace', namesRow: true, cell: trace => <TraceName trace={trace} isFirst={trace === first} /> },
            { name: 'Duration', isNumber: true, cell: ({ durationNs }) => formatDuration(durationNs) },
            { name: 'Spans', isNumber: true, cell: ({ spans }) => formatCount(spans) },
            {
              name: 'Failed',
              isNumber: true,
              cell: ({ failedSpans }) => failedSpans > 0 && <span className="bad">{formatCount(failedSpans)}</span>,
            },
            {
              name: 'Started',
              isNumber: true,
              shown: 'wide',
              look: 'muted',
              cell: ({ startNs }) => <Timestamp atNs={startNs} nowMs={nowMs} />,
            },
          ]}
        />
      </div>
      <p className="section">
        {describeDurations(first, second)} <Link to={comparePath(second.traceId, first.traceId)}>Swap</Link>
      </p>
      <section className="section" aria-labelledby="differences">
        <h2 id="differences">What differs, by operation</h2>
        {differing.length === 0 ? (
          <p className="muted">Both traces have the same operations, as often, about as fast.</p>
        ) : (
          <OperationTable caption="Operations that differ" rows={differing} traces={traces} />
        )}
      </section>
      {equal.length > 0 && (
        <details className="section">
          <summary>{pluralize(equal.length, 'operation')} about the same</summary>
          <OperationTable caption="Operations about the same" rows={equal} traces={traces} />
        </details>
      )}
      {omitted > 0 && <p className="muted small">{pluralize(omitted, 'operation')} that differ less are not listed.</p>}
      <p className="small muted">
        Self time is over all services: without the time in which a child runs. Slower and faster: half as long again by
        the self time of a span on average.
      </p>
    </>
  )
}

function TraceName({ trace, isFirst }: { readonly trace: ComparedTrace; readonly isFirst: boolean }) {
  return (
    <>
      <Link to={tracePath({ traceId: trace.traceId, spanId: '' })}>
        {isFirst ? 'First' : 'Second'}: {clipLine(trace.operation || spanName(trace.name), 80)}
      </Link>{' '}
      <span className="muted">
        {trace.service} {trace.release} <code>{trace.traceId.slice(0, 8)}</code>
      </span>
    </>
  )
}

/** `The second took 1.20 s, 1.10 s longer than the first.` */
function describeDurations(first: ComparedTrace, second: ComparedTrace): string {
  const more = second.durationNs - first.durationNs
  if (more === 0n) return 'Both took equally long.'
  const difference = formatDuration(more < 0n ? -more : more)
  return `The second took ${formatDuration(second.durationNs)}, ${difference} ${more > 0n ? 'longer' : 'less'} than the first.`
}

interface OperationTableProps {
  readonly caption: string
  readonly rows: readonly ComparedOperation[]
  readonly traces: Comparison['traces']
}

function OperationTable({ caption, rows, traces }: OperationTableProps) {
  return (
    <div className="panel scrolls">
      <DataTable
        className="fit wraps"
        caption={caption}
        rows={rows}
        keyOf={({ service, name }) => `${service}\0${name}`}
        columns={[
          {
            name: 'Operation',
            namesRow: true,
            cell: ({ service, name }) => (
              <>
                {name === '' ? 'other operations' : clipLine(spanName(name), 100)} <ServiceName name={service} />
              </>
            ),
          },
          { name: 'Difference', cell: ({ found }) => found.map(of => <DifferenceMark key={of} found={of} />) },
          ...numberColumn('Spans', of => formatCount(of.count)),
          ...numberColumn('Failed', of => formatCount(of.failed)),
          ...selfTimeColumns(traces),
          {
            name: 'Self time more',
            isNumber: true,
            cell: ({ selfMore }) =>
              selfMore === 0 ? '–' : `${selfMore < 0 ? '−' : '+'}${formatNs(Math.abs(selfMore))}`,
          },
        ]}
      />
    </div>
  )
}

const BAD: ReadonlySet<Difference> = new Set(['slower', 'fails only in second'])

function DifferenceMark({ found }: { readonly found: Difference }) {
  return <span className={BAD.has(found) ? 'mark bad' : 'mark'}>{found} </span>
}

/** A number in both traces: `2 → 5`, or one number where they agree. */
function numberColumn(name: string, write: (of: Totals) => string): Column<ComparedOperation>[] {
  return [
    {
      name,
      isNumber: true,
      shown: 'wide',
      cell: ({ first, second }) => {
        const [a, b] = [first, second].map(of => (of === undefined ? '–' : write(of)))
        return a === b ? (a === '0' ? '' : a) : `${a} → ${b}`
      },
    },
  ]
}

/** Each leads to the longest span of the operation in its trace. */
function selfTimeColumns(traces: Comparison['traces']): Column<ComparedOperation>[] {
  return (['first', 'second'] as const).map((which, index) => ({
    name: which === 'first' ? 'Self time, first' : 'Self time, second',
    isNumber: true,
    cell: row => {
      const of = row[which]
      if (of === undefined) return '–'
      const address = { traceId: traces[index]?.traceId ?? '', spanId: row.longest[index] ?? '', service: row.service }
      return <Link to={tracePath(address)}>{formatNs(of.selfOverAll)}</Link>
    },
  }))
}
