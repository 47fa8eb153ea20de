import type { ReactNode } from 'react'
import { Form, Link, NavLink, useLocation, useMatches, useNavigation, useSearchParams } from 'react-router'
import { readScope, scopedPath, scopeParams } from '../../url/scope.ts'
import { HiddenParams } from '../controls/hidden-params.tsx'
import { Logo, SearchIcon } from '../controls/icons.tsx'
import { Menu } from '../controls/menu.tsx'
import type { IngestStatus, ScopeChoices } from './header-data.ts'
import { IngestDot } from './ingest-dot.tsx'
import { ScopeFilters } from './scope-filters.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { type Theme, ThemeSwitch } from './theme-switch.tsx'
import type { ShownReader } from './use-reader.ts'

interface SiteHeaderProps {
  readonly theme: Theme
  readonly choices: ScopeChoices
  /** `undefined` if no canaries are sent. */
  readonly ingest: IngestStatus | undefined
  /** How many alerts fire; `undefined` if that is unknown. */
  readonly firing?: number | undefined
  /** Who is signed in; `undefined` where nobody signs in. */
  readonly reader?: ShownReader | 'nobody' | undefined
}

/** The header of every page: name, navigation, ingest status, search box, and the filters for all pages. */
export function SiteHeader({ theme, choices, ingest, firing, reader }: SiteHeaderProps) {
  const [params] = useSearchParams()
  const { pathname, search } = useLocation()
  const shownIngest = useIngestOfPage() ?? ingest
  const firingCount = useFiringOfPage() ?? firing ?? 0
  const offered = { ...choices, services: withoutHidden(choices, params) }
  const isPending = useNavigation().state !== 'idle'
  if (reader === 'nobody') return <SignedOutHeader theme={theme} />
  return (
    <header className="site-header" data-pending={isPending}>
      <div className="site-row">
        <Link to={scopedPath('/', params)} className="name">
          <Logo />
          Errata
        </Link>
        <nav aria-label="Pages">
          {/* On narrow screens, elsewhere in sight. */}
          <Menu label="Pages" text="☰">
            <ul>
              <NavigationItem to="/">Overview</NavigationItem>
              <NavigationItem to="/issues">Issues</NavigationItem>
              <NavigationItem to="/alerts">
                {`Alerts${firingCount > 0 ? ' ' : ''}`}
                {firingCount > 0 && (
                  <span className="firing-count">
                    {firingCount}
                    <span className="visually-hidden"> firing</span>
                  </span>
                )}
              </NavigationItem>
              <NavigationItem to="/traces">Traces</NavigationItem>
              <NavigationItem to="/logs">Logs</NavigationItem>
              <NavigationItem to="/services">Services</NavigationItem>
              <NavigationItem to="/releases">Releases</NavigationItem>
              <li>
                <Menu label="More">
                  <ul>
                    <NavigationItem to="/exceptions">Exceptions</NavigationItem>
                    <NavigationItem to="/sessions">Sessions</NavigationItem>
                    <NavigationItem to="/vitals">Web vitals</NavigationItem>
                    <NavigationItem to="/noise">Noise</NavigationItem>
                    <NavigationItem to="/status">Pipeline</NavigationItem>
                    <NavigationItem to="/grouping">Grouping rules</NavigationItem>
                  </ul>
                </Menu>
              </li>
              {reader !== undefined && (
                <li>
                  <ReaderMenu reader={reader} />
                </li>
              )}
            </ul>
          </Menu>
        </nav>
        {firingCount > 0 && (
          <Link to={scopedPath('/alerts', params)} className="narrow-only mark bad">
            {firingCount} firing
          </Link>
        )}
        {ingest && shownIngest && <IngestDot ingest={shownIngest} />}
        <LookUp params={params} />
      </div>
      <ScopeFilters params={params} choices={offered} theme={theme} />
      <form id="time-zone" method="post" action="/time-zone">
        <input type="hidden" name="back" value={pathname + search} />
      </form>
      <Form id="theme" method="post" action="/theme" preventScrollReset replace>
        <input type="hidden" name="back" value={pathname + search} />
      </Form>
      <Shortcuts choices={offered} />
      <p role="status" className="visually-hidden">
        {isPending && 'Loading'}
      </p>
    </header>
  )
}

/** Before sign-in there is nothing to lead to. */
function SignedOutHeader({ theme }: Pick<SiteHeaderProps, 'theme'>) {
  const { pathname, search } = useLocation()
  return (
    <header className="site-header">
      <div className="site-row">
        <Link to="/" className="name">
          <Logo />
          Errata
        </Link>
        <div className="display-switches">
          <ThemeSwitch theme={theme} />
        </div>
      </div>
      <Form id="theme" method="post" action="/theme" preventScrollReset replace>
        <input type="hidden" name="back" value={pathname + search} />
      </Form>
    </header>
  )
}

/** The reader's own pages, and those of settings. */
function ReaderMenu({ reader: { name, role, canSignOut } }: { readonly reader: ShownReader }) {
  return (
    <Menu label={name}>
      <ul>
        <NavigationItem to="/account">Account</NavigationItem>
        <NavigationItem to="/settings/tokens">Tokens</NavigationItem>
        {role === 'admin' && <NavigationItem to="/settings/people">People</NavigationItem>}
        {role === 'admin' && <NavigationItem to="/settings/audit">Audit</NavigationItem>}
      </ul>
      {canSignOut && (
        <Form method="post" action="/sign-out" reloadDocument>
          <button type="submit">Sign out</button>
        </Form>
      )}
    </Menu>
  )
}

/** What the page says of ingestion, if it does: the header must not contradict it. */
function useIngestOfPage(): IngestStatus | undefined {
  const data: unknown = useMatches().at(-1)?.loaderData
  return hasIngest(data) ? data.ingest : undefined
}

/** Likewise of the page of alerts. */
function useFiringOfPage(): number | undefined {
  const data: unknown = useMatches().at(-1)?.loaderData
  return typeof data === 'object' && data !== null && 'firingCount' in data ? Number(data.firingCount) : undefined
}

const hasIngest = (data: unknown): data is { readonly ingest: IngestStatus | undefined } =>
  typeof data === 'object' && data !== null && 'ingest' in data

/** Errata's own services lead to empty pages while their telemetry is hidden. */
function withoutHidden({ services, ownServices }: ScopeChoices, params: URLSearchParams): readonly string[] {
  return readScope(params, 0).filters.own ? services : services.filter(name => !ownServices.includes(name))
}

/** A link to a page in the current scope. */
function NavigationItem({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const [params] = useSearchParams()
  return (
    <li>
      <NavLink to={scopedPath(to, params)} end={to === '/'}>
        {children}
      </NavLink>
    </li>
  )
}

function LookUp({ params }: { readonly params: URLSearchParams }) {
  return (
    <Form action="/find" method="get" role="search" className="look-up">
      <HiddenParams params={scopeParams(params)} />
      <input
        id="look-up"
        name="q"
        type="search"
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Digest, trace, user or text"
        aria-label="Search by digest, trace, user or text"
        aria-keyshortcuts="/"
      />
      <button type="submit" title="Search">
        <SearchIcon />
      </button>
    </Form>
  )
}
