import { data, Link, useSearchParams } from 'react-router'
import { listTraces } from '../../../store/traces/list-traces.ts'
import { askStore, settingsContext } from '../../ask-store.server.ts'
import { countOf } from '../../format/count.ts'
import { Empty } from '../../ui/empty.tsx'
import { NotAsked } from '../../ui/not-asked.tsx'
import { OwnHidden } from '../../ui/own-hidden.tsx'
import { timeInWords } from '../../ui/time-range-fields.tsx'
import { TraceTable } from '../../ui/trace-table.tsx'
import { leaveOutEmpty } from '../../url/filter-links.ts'
import { hiddenServices } from '../../url/scope.ts'
import { readTraceFilters, tracesPath } from '../../url/trace-filters.ts'
import type { Route } from './+types/traces.ts'
import { TraceFilterForm } from './trace-filter-form.tsx'

const PAGE = 50

/** Answers 400 and asks for no traces where a filter cannot be read; store failures as `askStore` maps them. */
export async function loader(args: Route.LoaderArgs) {
  leaveOutEmpty(args.url)
  const nowMs = Date.now()
  const { filters, faults, range } = readTraceFilters(args.url.searchParams, nowMs)
  const hidden = hiddenServices(filters, args.context.get(settingsContext).ownServices)
  const asked = { ...filters, hidden, range, after: filters.before, limit: PAGE + 1 }
  const traces = faults.length > 0 ? [] : await askStore(args, listTraces, asked)
  const answer = { nowMs, filters, faults, traces: traces.slice(0, PAGE), hasMore: traces.length > PAGE }
  return data(answer, { status: faults.length > 0 ? 400 : 200 })
}

export default function TracesPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, faults, traces, hasMore } = loaderData
  const [params] = useSearchParams()
  const last = traces.at(-1)
  return (
    <>
      <title>Traces · Errata</title>
      <div className="page-head">
        <h1>Traces</h1>
        <p className="muted">{faults.length === 0 && `Newest first, ${timeInWords(filters)}`}</p>
        <TraceFilterForm filters={filters} faults={faults} params={params} />
      </div>
      {faults.length > 0 ? (
        <NotAsked faults={faults} />
      ) : traces.length === 0 ? (
        <NoTraces params={params} older={filters.before !== undefined} />
      ) : (
        <TraceTable traces={traces} nowMs={nowMs} caption="Traces, newest first" />
      )}
      <nav className="pager" aria-label="Pages of the list">
        <span>
          {traces.length > 0 && `${countOf(traces.length, 'trace')} on this page, at most ${PAGE}. `}
          {traces.length > 0 && <OwnHidden params={params} />}
        </span>
        <span className="button-row">
          {filters.before !== undefined && <Link to={tracesPath({ ...filters, before: undefined })}>Newest</Link>}
          {hasMore && last !== undefined && (
            <Link to={tracesPath({ ...filters, before: { atNs: last.startNs, id: last.traceId } })} rel="next">
              Older traces
            </Link>
          )}
        </span>
      </nav>
    </>
  )
}

interface NoTracesProps {
  readonly params: URLSearchParams
  /** True on another page than the first. */
  readonly older: boolean
}

function NoTraces({ params, older }: NoTracesProps) {
  if (older) {
    return (
      <Empty title="No older traces">
        <p>This range holds no trace from before that point.</p>
      </Empty>
    )
  }
  if (params.size > 0) {
    return (
      <Empty title="No trace matches">
        <p>
          Choose a longer time, or <Link to="?">clear the filters</Link>. <OwnHidden params={params} />
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="No traces in the last 24 hours">
      <p>
        <Link to="?last=14d">Look at the last 14 days</Link>, see on the <Link to="/status">pipeline page</Link> when
        the newest span arrived, or point a service at the OTLP port.
      </p>
      <p>
        <OwnHidden params={params} />
      </p>
    </Empty>
  )
}
