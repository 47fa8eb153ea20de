import { Link } from 'react-router'
import type { TraceAggregate } from '../../../../store/traces/list-traces-by-id.ts'
import { clipLine } from '../../../format/clip.ts'
import { formatDuration } from '../../../format/duration.ts'
import { spanName } from '../../../format/span-name.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { DurationBar, longestOnScale } from '../../../ui/table/duration-bar.tsx'
import { RelativeTime } from '../../../ui/times/timestamp.tsx'
import { comparePath } from '../../../url/trace-view.ts'

interface SimilarTracesProps {
  readonly trace: TraceAggregate
  /** Fastest first. */
  readonly similar: readonly TraceAggregate[]
  readonly nowMs: number
}

/** Traces that another one can be compared with; the one of median duration among those that did not fail is typical. */
export function SimilarTraces({ trace, similar, nowMs }: SimilarTracesProps) {
  const longest = longestOnScale([trace, ...similar])
  const good = similar.filter(({ failed }) => !failed)
  const typical = good[Math.floor(good.length / 2)]?.traceId
  const name = trace.operation || spanName(trace.name)
  if (similar.length === 0) {
    return (
      <EmptyState title="No similar traces">
        <p>
          No other trace within half a day of it begins with {name} in {trace.service}.
        </p>
      </EmptyState>
    )
  }
  return (
    <section className="section" aria-labelledby="similar">
      <h2 id="similar">
        Traces of {clipLine(name, 80)} in {trace.service}, fastest first
      </h2>
      <div className="panel">
        <DataTable
          labelledBy="similar"
          rows={similar}
          keyOf={({ traceId }) => traceId}
          columns={[
            {
              name: 'Trace',
              namesRow: true,
              cell: ({ traceId, failed }) => (
                <>
                  <Link to={comparePath(trace.traceId, traceId)}>Compare with {traceId.slice(0, 8)}</Link>{' '}
                  {traceId === typical && <span className="mark">typical</span>}
                  {failed && <span className="mark bad">failed</span>}
                </>
              ),
            },
            {
              name: 'Duration',
              isNumber: true,
              width: 'timed',
              look: 'timed',
              cell: of => (
                <>
                  <DurationBar timed={of} longest={longest} />
                  {formatDuration(of.durationNs)}
                </>
              ),
            },
            {
              name: 'Started',
              isNumber: true,
              width: 'col-when',
              look: 'muted',
              cell: ({ startNs }) => <RelativeTime atNs={startNs} nowMs={nowMs} />,
            },
          ]}
          rowProps={({ failed }) => ({ className: failed ? 'failed' : undefined })}
        />
      </div>
    </section>
  )
}
