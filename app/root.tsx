import { headSnippet } from '@errata/otel/browser'
import { TraceMeta } from '@errata/otel/react-router'
import { type ReactNode, useMemo } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root.ts'
import { accessContext } from './access/access.server.ts'
import { authorize } from './access/authorize.server.ts'
import { readerContext } from './access/reader.ts'
import { countFiring } from './alerts/firing.ts'
import { alertsContext } from './alerts/run/alerts.server.ts'
import { loadPageHeader } from './data/header.ts'
import { settingsContext } from './data/settings.ts'
import { timeZone } from './format/time-zone.ts'
import { completePage } from './http/no-scripts-cookie.ts'
import { readTheme } from './http/theme-cookie.ts'
import './ui/styles/desk.css'
import { useNonce } from './ui/document/use-nonce.ts'
import { ErrorPage } from './ui/feedback/error-page.tsx'
import { outageIn } from './ui/feedback/outage.ts'
import { RootErrorBoundary } from './ui/feedback/root-error-boundary.tsx'
import { AutoRefresh } from './ui/layout/auto-refresh.tsx'
import { outageStatus } from './ui/layout/outage-status.ts'
import { SiteHeader } from './ui/layout/site-header.tsx'
import type { Theme } from './ui/layout/theme-switch.tsx'
import { TypedTimeZone } from './ui/layout/time-zone-switch.tsx'
import { ReaderContext, type ShownReader } from './ui/layout/use-reader.ts'
import { assignServiceColours, ServiceColours } from './ui/links/service-name.tsx'
import { redirectTypedRange } from './url/typed-range.ts'
import { typedRangeCodec } from './url/typed-range-codec.ts'

export const middleware: Route.MiddlewareFunction[] = [authorize]

/** The page is shown even if the database cannot answer the header's queries. */
export async function loader(args: Route.LoaderArgs) {
  const { release, visitorPages } = args.context.get(settingsContext)
  const nowMs = Date.now()
  redirectTypedRange(args.url, nowMs)
  const reader = args.context.get(readerContext)
  // Of what is stored, the header tells readers alone.
  const { ingest, ...choices } = reader ? await loadPageHeader(args, nowMs) : { ...NO_CHOICES, ingest: undefined }
  return {
    release,
    ingest,
    firing: reader ? countFiring(args.context.get(alertsContext).latestEvents(), nowMs) : undefined,
    visitorPages,
    theme: await readTheme(args.request),
    complete: await completePage(args.request, args.url),
    choices: { ...choices, nowMs },
    reader:
      reader === null
        ? undefined
        : {
            name: reader.name,
            role: reader.role,
            people: args.context.get(accessContext).listNames(),
            canSignOut: reader.session !== '',
          },
    hasAccounts: args.context.get(accessContext).mode !== 'none',
  }
}

/** The browser reads the header's data again on the first navigation after this time: the ingest dot must not stay green. */
const HEADER_MAX_AGE_MS = 60_000
let headerReadMs = Date.now()

/** Most navigations do not read the header's data again; reloads do. Themes and typed time ranges are submitted by forms. */
export function shouldRevalidate({ formAction, formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  const isDue =
    formAction === '/theme' ||
    nextUrl.searchParams.has(typedRangeCodec.param) ||
    (formMethod === undefined && (currentUrl.href === nextUrl.href || Date.now() - headerReadMs > HEADER_MAX_AGE_MS))
  if (isDue) headerReadMs = Date.now()
  return isDue
}

/** The document. Around the error page it is our last chance: if it fails, the router answers with a stack trace. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const error = useRouteError() ?? undefined
  const page = <Page>{children}</Page>
  // Around the app itself it would replace the error page.
  return error !== undefined ? <RootErrorBoundary>{page}</RootErrorBoundary> : page
}

/** The root's own data may be missing around the error page. */
function Page({ children }: { readonly children: ReactNode }) {
  const settings = useRouteLoaderData<typeof loader>('root')
  const outage = useOutage()
  const refused = useRefusedReader()
  const theme: Theme = settings?.theme ?? 'system'
  const services = settings?.choices.services ?? NO_CHOICES.services
  const colours = useMemo(() => assignServiceColours(services), [services])
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme} data-time-zone={timeZone()}>
      <head>
        <meta charSet="utf-8" />
        <HeadSnippet />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The background is dark before the style sheet has loaded. */}
        <meta name="color-scheme" content={theme === 'system' ? 'light dark' : theme} />
        <link rel="icon" href={FAVICON} />
        <TraceMeta />
        <AutoRefresh isAway={outage?.kind === 'away'} />
        <StyleNonce />
        {/* Our own files need no nonce, and React would report one that the browser hides as a mismatch. */}
        <Links nonce="" />
      </head>
      <body>
        <a href="#main" className="skip visually-hidden">
          Skip to content
        </a>
        <SiteHeader
          theme={theme}
          choices={settings?.choices ?? NO_CHOICES}
          reader={settings?.hasAccounts ? (settings.reader ?? 'nobody') : refused}
          ingest={outage === undefined ? settings?.ingest : outageStatus(outage)}
          firing={settings?.firing}
        />
        <main id="main" tabIndex={-1}>
          <ReaderContext value={settings?.reader}>
            <ServiceColours value={colours}>{children}</ServiceColours>
          </ReaderContext>
        </main>
        <footer className="site-footer">
          {`All times in ${timeZone()} · counts up to 10 s old${settings?.release ? ` · release ${settings.release}` : ''} `}
          <TypedTimeZone />
        </footer>
        <noscript>
          <img src="/no-scripts" alt="" hidden />
          {settings?.complete && <meta httpEquiv="refresh" content={`0;url=${settings.complete}`} />}
        </noscript>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** Why the database could not answer this page: newer than the root's own data. */
function useOutage() {
  const error = useRouteError()
  return isRouteErrorResponse(error) ? outageIn(error.data) : undefined
}

/** Whom a role did not let read this page: the middleware refused them before the root's loader ran. */
function useRefusedReader(): ShownReader | undefined {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 403 ? (error.data?.reader ?? undefined) : undefined
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const settings = useRouteLoaderData<typeof loader>('root')
  return <ErrorPage error={error} hasVisitorPage={settings?.visitorPages ?? false} />
}

/** Catches errors before the app's own code runs. Useful only in the server's HTML: React never runs a script that it renders. */
function HeadSnippet() {
  const nonce = useNonce()
  if (!import.meta.env.SSR) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the package
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: headSnippet }} />
}

/** In development Vite's script adds styles, and looks for its nonce here. */
function StyleNonce() {
  const nonce = useNonce()
  return import.meta.env.MODE === 'development' && <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />
}

const NO_CHOICES = { nowMs: undefined, services: [], ownServices: [], environments: [], releases: [] }

/** Inline: a favicon file would cost a request, and without one the browser requests /favicon.ico. */
const FAVICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Crect width="16" height="16" rx="4" fill="%231f4fd0"/%3E%3Cpath d="M4 4.5h8M4 8h5M7 11.5h5" stroke="white" stroke-width="1.8"/%3E%3C/svg%3E'
