import { Link, useLocation } from 'react-router'
import type { InvalidFilter } from '../../url/codec.ts'
import { ScopedLink } from '../links/scoped-link.tsx'
import { formatTimeOf, RecoveryLinks } from './error-screen.tsx'
import { InvalidFilters } from './invalid-filters.tsx'
import type { Outage } from './outage.ts'

/** The 404 page. */
export function NotFoundPage({ what }: { readonly what?: string | undefined }) {
  const { pathname } = useLocation()
  return (
    <div className="error-screen panel fixed-time fixed-scope">
      <title>Not found · Errata</title>
      <h1>Not found</h1>
      <p className="what">{what ?? 'This page does not exist.'}</p>
      <p className="muted break">
        <code>{pathname}</code>
      </p>
      <p className="button-row">
        <ScopedLink className="button primary" to="/">
          Overview
        </ScopedLink>
        <ScopedLink className="button" to="/issues">
          Issues
        </ScopedLink>
        <ScopedLink className="button" to="/exceptions">
          Exceptions
        </ScopedLink>
        <ScopedLink className="button" to="/traces">
          Traces
        </ScopedLink>
        <ScopedLink className="button" to="/logs">
          Logs
        </ScopedLink>
        <ScopedLink className="button" to="/services">
          Services
        </ScopedLink>
      </p>
    </div>
  )
}

/** The page for a URL with invalid parameters. */
export function BadRequestPage({ fault }: { readonly fault: string }) {
  const { pathname } = useLocation()
  return (
    <div className="error-screen panel">
      <title>Bad request · Errata</title>
      <h1>Bad request</h1>
      <p className="what break">{fault}</p>
      <p className="button-row">
        <ScopedLink className="button primary" to={pathname}>
          Clear filters
        </ScopedLink>
        <ScopedLink className="button" to="/">
          Overview
        </ScopedLink>
      </p>
    </div>
  )
}

/** Any page that has nothing to show with the filters of its address. The header marks its own. */
export function InvalidFiltersPage({ filterErrors }: { readonly filterErrors: readonly InvalidFilter[] }) {
  return (
    <>
      <title>Invalid filter · Errata</title>
      <div className="page-head">
        <h1>Invalid filter</h1>
      </div>
      <InvalidFilters filterErrors={filterErrors} title="No data was queried" />
    </>
  )
}

/** The page of what a role may not do, and after a request from another site: its plain link makes the request again, from here. */
export function ForbiddenPage({ why }: { readonly why: string }) {
  const { pathname, search } = useLocation()
  return (
    <div className="error-screen panel fixed-time fixed-scope">
      <title>Forbidden · Errata</title>
      <h1>Forbidden</h1>
      <p className="what">{why}</p>
      <p className="muted break">
        <a href={pathname + search}>{pathname}</a>
      </p>
      <p className="button-row">
        <Link className="button primary" to="/">
          Overview
        </Link>
      </p>
    </div>
  )
}

/** The page during an outage of the database, which is not an exception of the app's code. */
export function OutagePage({ outage: { kind, title, what, advice, lastAnswerMs } }: { readonly outage: Outage }) {
  // A shorter time range or another page may be answered.
  const isPartial = kind === 'timeout' || kind === 'overloaded'
  return (
    <div className={isPartial ? 'error-screen panel' : 'error-screen panel fixed-time fixed-scope'}>
      <title>{`${title} · Errata`}</title>
      <div role="alert">
        <h1>{title}</h1>
        <p className="what">{what}</p>
        {lastAnswerMs !== undefined && <p>The last query was answered at {formatTimeOf(lastAnswerMs)}.</p>}
        <p className="muted">{advice}</p>
      </div>
      <RecoveryLinks other={isPartial ? undefined : ['/readyz', 'Check readiness']} />
    </div>
  )
}
