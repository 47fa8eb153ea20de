import { Link } from 'react-router'
import type { TraceLog } from '../../../store/traces/list-trace-logs.ts'
import type { ClippedText } from '../../format/clip.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { severityClass, severityName } from '../../format/severity.ts'
import { formatTimeOfDay, isoTimestamp } from '../../format/time.ts'
import { zoneAt } from '../../format/time-zone.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { Attributes } from '../../ui/values/attributes.tsx'
import { LongText } from '../../ui/values/long-text.tsx'
import { logsAroundTimePath, logsPath } from '../../url/log-filters.ts'
import { tracePath } from '../../url/trace-view.ts'
import { MAX_TEXT_CHARS } from './max-text-chars.ts'

/** So many log records of a trace are read. */
export const MAX_LOGS = 500

interface TraceLogsProps {
  /** The trace's id. */
  readonly traceId: string
  /** Oldest first. */
  readonly logs: readonly TraceLog[]
  /** Start of the trace, Unix nanoseconds; `undefined` if no span of it is stored. */
  readonly startNs: bigint | undefined
  /** True if there are more. */
  readonly isCut: boolean
}

/** The log records of a trace, in order. */
export function TraceLogs({ traceId, logs, startNs, isCut }: TraceLogsProps) {
  const around = startNs === undefined ? undefined : logsAroundTimePath(startNs)
  if (logs.length === 0) {
    return (
      around && (
        <p className="section small">
          No logs in this trace. <Link to={around}>Logs ±30 s of the start</Link>
        </p>
      )
    )
  }
  return (
    <section className="section" aria-labelledby="logs">
      <div className="button-row">
        <h2 id="logs">Logs</h2>
        <Link to={logsPath({ search: `trace:${traceId}`, last: '14d' })}>Search them</Link>
        {around && <Link to={around}>±30 s of the start, all traces</Link>}
      </div>
      {isCut && <p className="notice">Only the first {formatCount(MAX_LOGS)} log records of this trace were read.</p>}
      <div className="panel">
        <table className="logs">
          <caption className="visually-hidden">Log records of the trace, oldest first</caption>
          <thead>
            <tr>
              <th scope="col" className="at">
                At
              </th>
              <th scope="col" className="at">
                Severity
              </th>
              <th scope="col">Record</th>
            </tr>
          </thead>
          <tbody>
            {logs.map(log => (
              <tr key={log.id}>
                <td className="at">
                  <time dateTime={isoTimestamp(log.atNs)} title={`${formatTimeOfDay(log.atNs)} ${zoneAt(log.atNs)}`}>
                    {startNs === undefined ? formatTimeOfDay(log.atNs) : `+${formatDuration(log.atNs - startNs)}`}
                  </time>
                </td>
                <td>
                  <span className={`mark ${severityClass(log.severityNumber)}`}>
                    {severityName(log.severityNumber)}
                  </span>
                </td>
                <td>
                  <div className="record">
                    <div className="log-body">
                      <LongText clipped={clippedLogBody(log)} wholeAt={fullLogPath(traceId, log)} />
                    </div>
                    <ServiceName name={log.service} />
                    {log.spanId !== '' && <ScopedLink to={tracePath({ ...log, traceId })}>span</ScopedLink>}
                    <details className="small">
                      <summary className="muted">Attributes{log.jsonBody !== '' && ' and body'}</summary>
                      {log.jsonBody !== '' && <pre className="log-body">{log.jsonBody}</pre>}
                      <Attributes attributes={log.attributes} label="Record attributes" />
                      {log.isCut && (
                        <p>
                          Values over {formatCount(MAX_TEXT_CHARS)} characters are truncated.{' '}
                          <a href={fullLogPath(traceId, log)}>Open full text</a>
                        </p>
                      )}
                    </details>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** URL of a complete log record. */
export const fullLogPath = (traceId: string, { id }: TraceLog) => `/traces/${traceId}/logs/${id}`

/** The text of a log record, as far as it was read. */
export function clippedLogBody(log: TraceLog): ClippedText {
  const text = logText(log)
  return { text, total: text.length + log.messageRest }
}

/** The text of a record: its message, else its exception, else its event name. */
function logText({ message, eventName, attributes }: TraceLog): string {
  const thrown = [attributes['exception.type'], attributes['exception.message']].filter(Boolean).join(': ')
  return message || thrown || eventName || '(empty)'
}
