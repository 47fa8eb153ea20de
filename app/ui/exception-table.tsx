import { Link } from 'react-router'
import type { ExceptionSummary } from '../../store/exceptions/list-exceptions.ts'
import { exceptionPath } from '../url/exception-address.ts'
import { Moment } from './moment.tsx'
import { ServiceName } from './service-name.tsx'

interface ExceptionTableProps {
  readonly exceptions: readonly ExceptionSummary[]
  readonly nowMs: number
  readonly caption: string
  /** Leaves out the columns that a narrow place has no room for. */
  readonly brief?: boolean
}

/** Exceptions, one a row. */
export function ExceptionTable({ exceptions, nowMs, caption, brief = false }: ExceptionTableProps) {
  return (
    <div className="panel">
      <table className="list">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="when">
              When
            </th>
            <th scope="col">Exception</th>
            {!brief && (
              <>
                <th scope="col" className="wide-only when">
                  Digest
                </th>
                <th scope="col" className="wide-only when">
                  Trace
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {exceptions.map(exception => (
            <tr key={`${exception.atNs}-${exception.id}`}>
              <td>
                <Moment atNs={exception.atNs} nowMs={nowMs} />
              </td>
              <th scope="row">
                <Link to={exceptionPath(exception)} className="title">
                  {exception.type === '' ? 'Exception without a type' : exception.type}
                </Link>
                <div className="one-line">{exception.message}</div>
                <div className="under">
                  <ServiceName name={exception.service} />
                  {exception.route !== '' && <span>{exception.route}</span>}
                  {exception.release !== '' && <span className="wide-only">release {exception.release}</span>}
                </div>
              </th>
              {!brief && (
                <>
                  <td className="wide-only">
                    {exception.digest === '' ? (
                      <span className="muted">none</span>
                    ) : (
                      <Link to={`/digest/${exception.digest}`} className="mono">
                        {exception.digest}
                      </Link>
                    )}
                  </td>
                  <td className="wide-only">
                    {exception.traceId === '' ? (
                      <span className="muted">none</span>
                    ) : (
                      <Link to={tracePath(exception)} className="mono" title={exception.traceId}>
                        {exception.traceId.slice(0, 8)}…
                      </Link>
                    )}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The trace with the span open in which it happened. */
export function tracePath({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }): string {
  return spanId === '' ? `/traces/${traceId}` : `/traces/${traceId}?span=${spanId}`
}
