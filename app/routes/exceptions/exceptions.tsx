import { Form, Link, useSearchParams } from 'react-router'
import { listExceptions } from '../../../store/exceptions/list-exceptions.ts'
import { listServices } from '../../../store/services/list-services.ts'
import { askStore } from '../../ask-store.server.ts'
import { countOf } from '../../format/count.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExceptionTable } from '../../ui/exception-table.tsx'
import { ServiceField } from '../../ui/service-field.tsx'
import { rangeInWords, TimeRangeFields } from '../../ui/time-range-fields.tsx'
import { readExceptionFilters } from '../../url/exception-filters.ts'
import { withParams } from '../../url/filter-links.ts'
import type { Route } from './+types/exceptions.ts'

const PAGE = 50

/** Answers 400 for a filter that cannot be read; store failures as `askStore` maps them. */
export async function loader(args: Route.LoaderArgs) {
  const nowMs = Date.now()
  const filters = readExceptionFilters(args.url.searchParams, nowMs)
  const range = { from: filters.range.from, to: filters.before ?? filters.range.to }
  const [exceptions, services] = await Promise.all([
    askStore(args, listExceptions, { ...filters, range, limit: PAGE + 1 }),
    askStore(args, listServices, { range: filters.range }),
  ])
  return {
    nowMs,
    filters,
    services: services.map(({ service }) => service),
    exceptions: exceptions.slice(0, PAGE),
    hasMore: exceptions.length > PAGE,
  }
}

export default function ExceptionsPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, exceptions, hasMore, services } = loaderData
  const [params] = useSearchParams()
  const last = exceptions.at(-1)
  return (
    <>
      <title>Exceptions · Errata</title>
      <div className="page-head">
        <h1>Exceptions</h1>
        <p className="muted small">Newest first, {rangeInWords(filters.range, params)}</p>
      </div>
      <Form method="get" className="filters" key={params.toString()}>
        <TimeRangeFields range={filters.range} params={params} />
        <ServiceField services={services} chosen={filters.service} />
        <label>
          Route
          <input type="text" name="route" defaultValue={filters.route} placeholder="/orders/:id" />
        </label>
        <label>
          Type or message contains
          <input type="search" name="q" defaultValue={filters.text} maxLength={200} />
        </label>
        {filters.issue !== '' && <input type="hidden" name="issue" value={filters.issue} />}
        <button type="submit" className="primary">
          Apply
        </button>
        {params.size > 0 && (
          <Link to="?" className="clear">
            Clear
          </Link>
        )}
      </Form>
      {filters.issue !== '' && (
        <p className="notice">
          Only those that are like one another: issue <code>{filters.issue}</code>.{' '}
          <Link to={withParams(params, { issue: '' })}>Show all</Link>
        </p>
      )}
      {exceptions.length === 0 ? (
        <NoExceptions filtered={params.size > 0} />
      ) : (
        <ExceptionTable exceptions={exceptions} nowMs={nowMs} caption="Exceptions, newest first" />
      )}
      <nav className="pager" aria-label="Pages of the list">
        <span>
          {countOf(exceptions.length, 'exception')} on this page, at most {PAGE}
        </span>
        <span className="button-row">
          {filters.before !== undefined && <Link to={withParams(params, {})}>Newest</Link>}
          {hasMore && last !== undefined && (
            <Link to={withParams(params, { before: last.atNs.toString() })} rel="next">
              Older exceptions
            </Link>
          )}
        </span>
      </nav>
    </>
  )
}

function NoExceptions({ filtered }: { readonly filtered: boolean }) {
  if (filtered) {
    return (
      <Empty title="No exception matches">
        <p>
          Choose a longer time, or <Link to="?">clear the filters</Link>.
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="No exceptions in the last 24 hours">
      <p>
        That is good news if the <Link to="/status">pipeline</Link> is moving.{' '}
        <Link to="?last=90d">Look at the last 90 days</Link>, or cause one in the <Link to="/lab">lab</Link> where it is
        open.
      </p>
    </Empty>
  )
}
