import { Link } from 'react-router'
import type { LogRecord } from '../../../store/logs/get-log.ts'
import { severityName } from '../../format/severity.ts'
import { formatTimestamp } from '../../format/time.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { LongText } from '../../ui/values/long-text.tsx'
import { changeParams } from '../../url/filter-links.ts'
import { LOG_FRAGMENT, logCodecs, logsAroundPath, logsPath } from '../../url/log-filters.ts'
import { facetClause, toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { tracePath } from '../../url/trace-view.ts'

interface LogDetailsProps {
  readonly log: LogRecord | undefined
  readonly search: string
  readonly columns: readonly string[]
  readonly params: URLSearchParams
}

/** All data of a log record; each attribute can be searched for or become a column. */
export function LogDetails({ log, search, columns, params }: LogDetailsProps) {
  if (log === undefined) return <p className="notice">This record is no longer stored.</p>
  const { traceId, spanId, service, atNs, id, severityNumber, severityText } = log
  const record = { atNs, id }
  const shown = { vitals: params.has('vitals') || log.eventName === 'browser.web_vital' }
  return (
    <div className="log-details">
      <p className="button-row">
        <span className="muted">{formatTimestamp(atNs)}</span>
        {severityText !== '' && severityText.toLowerCase() !== severityName(severityNumber) && (
          <span className="muted">severity sent as “{severityText}”</span>
        )}
        {traceId !== '' && (
          <>
            <ScopedLink to={tracePath({ traceId, spanId, service })}>View trace</ScopedLink>
            <Link
              to={
                logsPath({ search: `trace:${traceId}`, last: '14d', ...shown, open: record, around: record }) +
                LOG_FRAGMENT
              }
            >
              Logs of this trace
            </Link>
          </>
        )}
        <Link to={logsAroundPath(record, { search: facetClause('service', service, 'logs'), ...shown })}>
          Context: ±30 s of {service}
        </Link>
        <Link to={logsAroundPath(record, shown)}>±30 s of all services</Link>
      </p>
      {log.body !== '' && <LongText clipped={{ text: log.body, total: log.body.length }} />}
      <AttributeValues attributes={log.attributes} prefix="@" label="Attributes" {...{ search, columns, params }} />
      <details>
        <summary>Resource</summary>
        <AttributeValues
          attributes={log.resource}
          prefix="resource."
          label="Resource attributes"
          {...{ search, columns, params }}
        />
      </details>
    </div>
  )
}

interface AttributeValuesProps extends Omit<LogDetailsProps, 'log'> {
  readonly attributes: Readonly<Record<string, string>>
  readonly prefix: string
  readonly label: string
}

function AttributeValues({ attributes, prefix, label, search, columns, params }: AttributeValuesProps) {
  const entries = Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0) return null
  const to = (name: string, value: string, isExcluded: boolean) =>
    changeParams(params, {
      [SEARCH_PARAM]: toggleClause(search, facetClause(`${prefix}${name}`, value, 'logs', isExcluded), 'logs'),
      open: '',
    })
  return (
    <table className="attributes" aria-label={label}>
      <tbody>
        {entries.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="break">{value}</td>
            <td className="attribute-actions">
              {value.length <= 200 && (
                <>
                  <Link to={to(name, value, false)} aria-label={`Only ${name} ${value}`} title="Only this value">
                    +
                  </Link>{' '}
                  <Link to={to(name, value, true)} aria-label={`Exclude ${name} ${value}`} title="Exclude this value">
                    −
                  </Link>{' '}
                </>
              )}
              {!columns.includes(name) && (
                <Link
                  to={changeParams(params, { columns: logCodecs.columns.format([...columns, name]) })}
                  aria-label={`Add column ${name}`}
                  title="Add column"
                >
                  ⊞
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
