import { data, Link, useSearchParams } from 'react-router'
import { listExceptions } from '../../../store/exceptions/list-exceptions.ts'
import { askStore, settingsContext } from '../../ask-store.server.ts'
import { countOf } from '../../format/count.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExceptionTable } from '../../ui/exception-table.tsx'
import { NotAsked } from '../../ui/not-asked.tsx'
import { OwnHidden } from '../../ui/own-hidden.tsx'
import { timeInWords } from '../../ui/time-range-fields.tsx'
import { exceptionsPath, readExceptionFilters } from '../../url/exception-filters.ts'
import { leaveOutEmpty } from '../../url/filter-links.ts'
import { hiddenServices } from '../../url/scope.ts'
import type { Route } from './+types/exceptions.ts'
import { ExceptionFilterForm } from './exception-filter-form.tsx'

const PAGE = 50

/** Answers 400 and asks for no exceptions where a filter cannot be read; store failures as `askStore` maps them. */
export async function loader(args: Route.LoaderArgs) {
  leaveOutEmpty(args.url)
  const nowMs = Date.now()
  const { filters, faults, range } = readExceptionFilters(args.url.searchParams, nowMs)
  const hidden = hiddenServices(filters, args.context.get(settingsContext).ownServices)
  const asked = { ...filters, hidden, range, after: filters.before, limit: PAGE + 1 }
  const exceptions = faults.length > 0 ? [] : await askStore(args, listExceptions, asked)
  const answer = { nowMs, filters, faults, exceptions: exceptions.slice(0, PAGE), hasMore: exceptions.length > PAGE }
  return data(answer, { status: faults.length > 0 ? 400 : 200 })
}

export default function ExceptionsPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, faults, exceptions, hasMore } = loaderData
  const [params] = useSearchParams()
  const last = exceptions.at(-1)
  return (
    <>
      <title>Exceptions · Errata</title>
      <div className="page-head">
        <h1>Exceptions</h1>
        <p className="muted">{faults.length === 0 && `Newest first, ${timeInWords(filters)}`}</p>
        <ExceptionFilterForm filters={filters} faults={faults} params={params} />
      </div>
      {filters.issue !== '' && (
        <p className="notice">
          Only those that are like one another: issue <code>{filters.issue}</code>.{' '}
          <Link to={exceptionsPath({ ...filters, issue: '', before: undefined })}>Show all</Link>
        </p>
      )}
      {faults.length > 0 ? (
        <NotAsked faults={faults} />
      ) : exceptions.length === 0 ? (
        <NoExceptions params={params} />
      ) : (
        <ExceptionTable exceptions={exceptions} nowMs={nowMs} caption="Exceptions, newest first" />
      )}
      <nav className="pager" aria-label="Pages of the list">
        <span>
          {exceptions.length > 0 && `${countOf(exceptions.length, 'exception')} on this page, at most ${PAGE}. `}
          {exceptions.length > 0 && <OwnHidden params={params} />}
        </span>
        <span className="button-row">
          {filters.before !== undefined && <Link to={exceptionsPath({ ...filters, before: undefined })}>Newest</Link>}
          {hasMore && last !== undefined && (
            <Link to={exceptionsPath({ ...filters, before: { atNs: last.atNs, id: last.id } })} rel="next">
              Older exceptions
            </Link>
          )}
        </span>
      </nav>
    </>
  )
}

function NoExceptions({ params }: { readonly params: URLSearchParams }) {
  if (params.size > 0) {
    return (
      <Empty title="No exception matches">
        <p>
          Choose a longer time, or <Link to="?">clear the filters</Link>. <OwnHidden params={params} />
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="No exceptions in the last 24 hours">
      <p>
        That is good news if the <Link to="/status">pipeline</Link> is moving.{' '}
        <Link to="?last=90d">Look at the last 90 days</Link>, or cause one in the <Link to="/lab">lab</Link> where it is
        open. <OwnHidden params={params} />
      </p>
    </Empty>
  )
}
