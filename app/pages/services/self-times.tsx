import { Link } from 'react-router'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
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
  return (
    <div className="panel">
      <table className="list fit">
        <caption className="visually-hidden">{label}, by self time</caption>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col" className="number col-duration">
              Self time
            </th>
            <th scope="col" className="wide-only col-bar">
              Share
            </th>
            <th scope="col" className="number wide-only col-duration">
              Per trace
            </th>
            <th scope="col" className="col-duration">
              Change
            </th>
            <th scope="col" className="number wide-only col-duration">
              Spans per trace
            </th>
            <th scope="col" className="wide-only col-duration">
              Change
            </th>
            <th scope="col" className="number col-duration">
              p95
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={`${row.value} ${row.target}`}>
              <th scope="row" className="mono">
                <Link to={linkTo(row)} className="row-link" data-row="" title={row.value}>
                  {row.value} <span className="muted">{row.target}</span>
                </Link>
                {row.statement !== '' && <p className="under">{row.statement}</p>}
                {row.selfPerTrace.change?.isClear && (
                  <p className="under narrow-only">
                    {formatAmount(row.spansPerTrace.now)} spans per trace <Change average={row.spansPerTrace} />
                  </p>
                )}
                {row.longestShare > 0 && (
                  <p className="under">{`one span of ${formatDuration(row.longestNs)} is ${formatShare(row.longestShare, 1)} of its time`}</p>
                )}
              </th>
              <td className="number">
                {formatShare(share(row.selfNs), 100)}
                {row.error > 0 && <span className="muted"> ± {formatShare(row.error * share(row.selfNs), 100)}</span>}
              </td>
              <td className="wide-only" title={`${formatDuration(row.selfNs)} in total`}>
                <svg className="length" aria-hidden="true">
                  <rect width={`${Math.max(1, share(row.selfNs))}%`} height="100%" rx="2" />
                </svg>
              </td>
              <td className="number wide-only">{formatDuration(BigInt(Math.round(row.selfPerTrace.now)))}</td>
              <td>
                <Change average={row.selfPerTrace} />
              </td>
              <td className="number wide-only" title={`${formatAmount(row.count)} spans`}>
                {formatAmount(row.spansPerTrace.now)}
              </td>
              <td className="wide-only">
                <Change average={row.spansPerTrace} />
              </td>
              <td className="number">{formatDuration(row.p95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Change({ average: { change } }: { readonly average: ComparedSelfTime['selfPerTrace'] }) {
  return change && <RelativeChange change={change} worse="more" />
}
