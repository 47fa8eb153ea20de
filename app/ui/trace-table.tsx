import { Link } from 'react-router'
import type { TraceSummary } from '../../store/traces/list-traces-by-id.ts'
import { countOf, formatCount } from '../format/count.ts'
import { formatDuration } from '../format/duration.ts'
import type { CssVars } from './css-vars.ts'
import { Moment } from './moment.tsx'
import { ServiceName } from './service-name.tsx'

interface TraceTableProps {
  readonly traces: readonly TraceSummary[]
  readonly nowMs: number
  readonly caption: string
  /** Leaves out the columns that a narrow place has no room for. */
  readonly brief?: boolean
}

/** Traces, one a row. The bar below a duration compares it with the longest of the table. */
export function TraceTable({ traces, nowMs, caption, brief = false }: TraceTableProps) {
  const longest = traces.map(trace => trace.durationNs).reduce(longer, 1n)
  return (
    <div className="panel">
      <table className="list">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="when">
              Began
            </th>
            <th scope="col">Trace</th>
            {!brief && (
              <th scope="col" className="number wide-only">
                Spans
              </th>
            )}
            <th scope="col" className="number">
              Duration
            </th>
          </tr>
        </thead>
        <tbody>
          {traces.map(trace => (
            <tr key={trace.traceId} className={trace.failed ? 'failed' : undefined}>
              <td>
                <Moment atNs={trace.startNs} nowMs={nowMs} />
              </td>
              <th scope="row">
                <Link to={`/traces/${trace.traceId}`} className="title">
                  {trace.name === '' ? 'unnamed span' : trace.name}
                </Link>{' '}
                {trace.failed && <span className="mark bad">{failureOf(trace)}</span>}
                <div className="under">
                  {trace.services.map(service => (
                    <ServiceName key={service} name={service} />
                  ))}
                  {(brief || trace.spanCount === 0) && <span>{countOf(trace.spanCount, 'span')}</span>}
                </div>
              </th>
              {!brief && <td className="number wide-only">{formatCount(trace.spanCount)}</td>}
              <td className="number length" style={shareOf(trace.durationNs, longest)}>
                {formatDuration(trace.durationNs)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const longer = (a: bigint, b: bigint) => (a > b ? a : b)

function failureOf({ httpStatus, failedSpanCount }: TraceSummary): string {
  if (httpStatus >= 500) return `failed ${httpStatus}`
  return failedSpanCount > 0 ? `${countOf(failedSpanCount, 'span')} failed` : 'failed'
}

function shareOf(durationNs: bigint, longest: bigint): CssVars {
  return { '--share': Number((durationNs * 1000n) / longest) / 1000 }
}
