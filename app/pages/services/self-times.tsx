import { Link } from 'react-router'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import type { Scope } from '../../url/scope.ts'
import type { ComparedSelfTime } from './compare-previous.server.ts'
import { describeTraceSample } from './describe-sample.ts'
import type { querySelfTimes } from './query-services.server.ts'
import { namedSpansPath, statementSpansPath } from './search-paths.ts'

interface SelfTimesProps {
  readonly selfTimes: Awaited<ReturnType<typeof querySelfTimes>>
  readonly scope: Scope
}

/** The self time of a service, by span name and by database statement; each row links to its spans. */
export function SelfTimes({ selfTimes: { names, statements, totalNs, sample }, scope }: SelfTimesProps) {
  return (
    <section className="section" aria-labelledby="self-times">
      <h2 id="self-times">Where the time goes</h2>
      {names.length === 0 ? (
        <EmptyState title="No spans" level={3}>
          <p>This service sent no spans in this time range.</p>
        </EmptyState>
      ) : (
        <>
          <Table
            label="Span"
            rows={names}
            totalNs={totalNs}
            linkTo={({ value, target }) => namedSpansPath(value, target, scope)}
          />
          {statements.length > 0 && (
            <div className="section">
              <Table
                label="Database statement"
                rows={statements}
                totalNs={totalNs}
                linkTo={({ value }) => statementSpansPath(value, scope)}
              />
            </div>
          )}
          <p className="pager">
            Self time excludes child spans of this service; changes are those of an average trace.{' '}
            {describeTraceSample(sample)}
          </p>
        </>
      )}
    </section>
  )
}

interface TableProps {
  readonly label: string
  readonly rows: readonly ComparedSelfTime[]
  readonly totalNs: bigint
  readonly linkTo: (row: ComparedSelfTime) => string
}

function Table({ label, rows, totalNs, linkTo }: TableProps) {
  const share = (ns: bigint) => (totalNs === 0n ? 0 : Number((ns * 10_000n) / totalNs) / 100)
  const columns: readonly Column<ComparedSelfTime>[] = [
    { name: label, namesRow: true, look: 'mono', cell: row => <SpanLink row={row} to={linkTo(row)} /> },
    {
      name: 'Self time',
      isNumber: true,
      width: 'col-duration',
      cell: ({ selfNs, error }) => (
        <>
          {formatShare(share(selfNs), 100)}
          {error > 0 && <span className="muted"> ± {formatShare(error * share(selfNs), 100)}</span>}
        </>
      ),
    },
    {
      name: 'Share',
      shown: 'wide',
      width: 'col-bar',
      title: ({ selfNs }) => `${formatDuration(selfNs)} in total`,
      cell: ({ selfNs }) => (
        <svg className="length" aria-hidden="true">
          <rect width={`${Math.max(1, share(selfNs))}%`} height="100%" rx="2" />
        </svg>
      ),
    },
    {
      name: 'Per trace',
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      cell: ({ selfPerTrace }) => formatDuration(BigInt(Math.round(selfPerTrace.now))),
    },
    { name: 'Change', width: 'col-duration', cell: ({ selfPerTrace }) => <Change average={selfPerTrace} /> },
    {
      name: 'Spans per trace',
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      title: ({ count }) => `${formatAmount(count)} spans`,
      cell: ({ spansPerTrace }) => formatAmount(spansPerTrace.now),
    },
    {
      name: 'Change of spans',
      head: 'Change',
      shown: 'wide',
      width: 'col-duration',
      cell: ({ spansPerTrace }) => <Change average={spansPerTrace} />,
    },
    { name: 'p95', isNumber: true, width: 'col-duration', cell: ({ p95 }) => formatDuration(p95) },
  ]
  return (
    <div className="panel">
      <DataTable
        className="fit"
        caption={`${label}, by self time`}
        columns={columns}
        rows={rows}
        keyOf={({ value, target }) => `${value} ${target}`}
      />
    </div>
  )
}

function SpanLink({ row, to }: { readonly row: ComparedSelfTime; readonly to: string }) {
  const { value, target, statement, selfPerTrace, spansPerTrace, longestShare, longestNs } = row
  return (
    <>
      <Link to={to} className="row-link" data-row="" title={value}>
        {value} <span className="muted">{target}</span>
      </Link>
      {statement !== '' && <p className="under">{statement}</p>}
      {selfPerTrace.change?.isClear && (
        <p className="under narrow-only">
          {formatAmount(spansPerTrace.now)} spans per trace <Change average={spansPerTrace} />
        </p>
      )}
      {longestShare > 0 && (
        <p className="under">{`one span of ${formatDuration(longestNs)} is ${formatShare(longestShare, 1)} of its time`}</p>
      )}
    </>
  )
}

function Change({ average: { change } }: { readonly average: ComparedSelfTime['selfPerTrace'] }) {
  return change && <RelativeChange change={change} worse="more" />
}
