import { Link, useSearchParams } from 'react-router'
import { listServices } from '../../../store/services/list-services.ts'
import { listTraces } from '../../../store/traces/list-traces.ts'
import { askStore } from '../../ask-store.server.ts'
import { countOf } from '../../format/count.ts'
import { Empty } from '../../ui/empty.tsx'
import { rangeInWords } from '../../ui/time-range-fields.tsx'
import { TraceTable } from '../../ui/trace-table.tsx'
import { withParams } from '../../url/filter-links.ts'
import { readTraceFilters } from '../../url/trace-filters.ts'
import type { Route } from './+types/traces.ts'
import { TraceFilterForm } from './trace-filter-form.tsx'

const PAGE = 50

/** Answers 400 for a filter that cannot be read; store failures as `askStore` maps them. */
export async function loader(args: Route.LoaderArgs) {
  const nowMs = Date.now()
  const filters = readTraceFilters(args.url.searchParams, nowMs)
  const range = { from: filters.range.from, to: filters.before ?? filters.range.to }
  const [traces, services] = await Promise.all([
    askStore(args, listTraces, { ...filters, range, limit: PAGE + 1 }),
    askStore(args, listServices, { range: filters.range }),
  ])
  return {
    nowMs,
    filters,
    services: services.map(({ service }) => service),
    traces: traces.slice(0, PAGE),
    hasMore: traces.length > PAGE,
  }
}

export default function TracesPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, traces, hasMore, services } = loaderData
  const [params] = useSearchParams()
  const last = traces.at(-1)
  return (
    <>
      <title>Traces · Errata</title>
      <div className="page-head">
        <h1>Traces</h1>
        <p className="muted small">Newest first, {rangeInWords(filters.range, params)}</p>
      </div>
      <TraceFilterForm filters={filters} params={params} services={services} />
      {traces.length === 0 ? (
        <NoTraces filtered={params.size > 0} older={filters.before !== undefined} />
      ) : (
        <TraceTable traces={traces} nowMs={nowMs} caption="Traces, newest first" />
      )}
      <nav className="pager" aria-label="Pages of the list">
        <span>
          {countOf(traces.length, 'trace')} on this page, at most {PAGE}
        </span>
        <span className="button-row">
          {filters.before !== undefined && <Link to={withParams(params, {})}>Newest</Link>}
          {hasMore && last !== undefined && (
            <Link to={withParams(params, { before: last.startNs.toString() })} rel="next">
              Older traces
            </Link>
          )}
        </span>
      </nav>
    </>
  )
}

function NoTraces({ filtered, older }: { readonly filtered: boolean; readonly older: boolean }) {
  if (older) {
    return (
      <Empty title="No older traces">
        <p>This range holds no trace from before that point.</p>
      </Empty>
    )
  }
  if (filtered) {
    return (
      <Empty title="No trace matches">
        <p>
          Choose a longer time, or <Link to="?">clear the filters</Link>.
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="No traces in the last 24 hours">
      <p>
        <Link to="?last=14d">Look at the last 14 days</Link>, see on the <Link to="/status">pipeline page</Link> when
        the newest span arrived, or point a service at the OTLP port. Opening pages of this desk makes traces too.
      </p>
    </Empty>
  )
}
