import { Link, redirect } from 'react-router'
import { cached, query } from '../../data/query.ts'
import { readPage } from '../../data/read-page.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { Copyable } from '../../ui/copy/copyable.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { servicePath, telemetryPath } from '../../url/page-paths.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { readScope } from '../../url/scope.ts'
import type { Route } from './+types/telemetry.ts'
import type { Improvement, OlderName, TelemetryReport } from './describe-telemetry.ts'
import { queryTelemetry } from './query-telemetry.server.ts'

/** Answers 400 without a query if a filter is invalid. Selecting a service in the scope redirects to its page. */
export async function loader(args: Route.LoaderArgs) {
  const { filters, range, listFilters } = readPage(args, readScope)
  const service = decodePathSegment(args.params.service)
  if (filters.service !== '' && filters.service !== service) throw redirect(telemetryPath(filters.service, filters))
  const asked = { range, listFilters: { ...listFilters, service } }
  return { service, filters: { ...filters, service }, ...(await query(args, queryTelemetry, asked, cached)) }
}

/** The page tells what a service sends, what of it is read, and what would make it better. */
export default function TelemetryPage({ loaderData }: Route.ComponentProps) {
  const { service, filters, report, sample } = loaderData
  const { spans, records, senders, olderNames, improvements } = report
  return (
    <>
      <title>{`What ${service} sends · Errata`}</title>
      <div className="page-head">
        <h1 className="break">
          What <ServiceName name={service} /> sends
        </h1>
        <p className="muted">{describeTimeRange(filters)}</p>
        <p>
          <Link to={servicePath(service, filters)}>Service</Link>
        </p>
      </div>
      {spans + records === 0 ? (
        <EmptyState title="Nothing arrived">
          <p>This service sent no spans and no logs in this time range.</p>
        </EmptyState>
      ) : (
        <>
          <p className="muted">
            From {describeSample(report, sample)}.{senders.length > 0 && ` ${senders.join(', ')}.`}
          </p>
          <Improvements improvements={improvements} />
          <OlderNames names={olderNames} setup={report.newNames} />
        </>
      )}
    </>
  )
}

type Sample = Awaited<ReturnType<typeof queryTelemetry>>['sample']

/** `10,213 spans of 1,024 traces, one in 4, and the newest 10,000 log records`. */
function describeSample(
  { spans, records }: TelemetryReport,
  { traces, oneIn, isLastDay, hasMoreRecords }: Sample,
): string {
  const ofTraces = `${pluralize(spans, 'span')} of ${pluralize(traces, 'trace')}${oneIn > 1 ? `, one in ${formatCount(oneIn)}` : ''}`
  const newest = `${hasMoreRecords ? 'the newest ' : ''}${pluralize(records, 'log record')}`
  const read = [...(spans > 0 ? [ofTraces] : []), ...(records > 0 ? [newest] : [])].join(', and ')
  return isLastDay ? `${read}, of the last day of the range` : read
}

function Improvements({ improvements }: { readonly improvements: readonly Improvement[] }) {
  return (
    <section className="section" aria-labelledby="improvements">
      <h2 id="improvements">What would make it better</h2>
      {improvements.length === 0 ? (
        <p>Nothing is missing.</p>
      ) : (
        <ul className="panel improvements">
          {improvements.map(({ what, howMany, why, setup }) => (
            <li key={what + howMany}>
              <div>
                <h3>
                  {what} {howMany !== '' && <span className="muted">{howMany}</span>}
                </h3>
                <p className="muted">{why}</p>
              </div>
              <Copyable value={setup} what="line" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const COLUMNS: readonly Column<OlderName>[] = [
  { name: 'Sent', namesRow: true, look: 'mono', cell: ({ name }) => name },
  { name: 'Read as', look: 'mono break', cell: ({ newest }) => newest },
  { name: 'Since', isNumber: true, shown: 'wide', width: 'col-duration', cell: ({ since }) => since },
  { name: 'Spans', isNumber: true, width: 'col-duration', cell: ({ spans }) => formatCount(spans) },
]

function OlderNames({ names, setup }: { readonly names: readonly OlderName[]; readonly setup: string }) {
  return (
    <section className="section" aria-labelledby="older-names">
      <h2 id="older-names">Older names that are read</h2>
      {names.length === 0 ? (
        <p>None: all attributes that are read have the newest names of the semantic conventions.</p>
      ) : (
        <>
          <p>
            Nothing is lost by them; the newer ones came with the version of the semantic conventions under Since. SDKs
            that know both send those by <Copyable value={setup} what="line" />
          </p>
          <DataTable
            labelledBy="older-names"
            columns={COLUMNS}
            rows={names}
            keyOf={({ name }) => name}
            className="wraps"
          />
        </>
      )}
    </section>
  )
}
