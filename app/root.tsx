import { headSnippet } from '@errata/otel/browser'
import { TraceMeta } from '@errata/otel/react-router'
import { type ReactNode, useMemo } from 'react'
import {
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root.ts'
import { readHeader } from './server/header.ts'
import { settingsContext } from './server/settings.ts'
import { readTheme } from './server/theme-cookie.ts'
import './ui/styles/desk.css'
import { chooseColours, ServiceColours } from './ui/elements/service-name.tsx'
import { useNonce } from './ui/elements/use-nonce.ts'
import { ErrorPage } from './ui/feedback/error-page.tsx'
import { RootErrorBoundary } from './ui/feedback/root-error-boundary.tsx'
import { AutoRefresh } from './ui/layout/auto-refresh.tsx'
import { SiteHeader } from './ui/layout/site-header.tsx'
import type { Theme } from './ui/layout/theme-switch.tsx'
import { redirectTypedRange } from './url/typed-range.ts'
import { TYPED_RANGE_FIELDS } from './url/typed-range-codec.ts'

/** The page stays where the store cannot answer what its header offers. */
export async function loader(args: Route.LoaderArgs) {
  const { lab, release, visitorPages } = args.context.get(settingsContext)
  const nowMs = Date.now()
  redirectTypedRange(args.url, nowMs)
  const { freshness, ...choices } = await readHeader(args, nowMs)
  return {
    lab: lab.enabled,
    release,
    freshness,
    visitorPages,
    theme: readTheme(args.request),
    choices: { nowMs, ...choices },
  }
}

/** A visit does not query again what there is to choose from, unless the page is loaded again; a theme is chosen by a form, a time range typed. */
export const shouldRevalidate = ({ formAction, formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  formAction === '/theme' ||
  nextUrl.searchParams.has(TYPED_RANGE_FIELDS.zone) ||
  (formMethod === undefined && currentUrl.href === nextUrl.href)

/** The document. Round the error page it is the router's last word of ours: what fails there, the router answers with a stack. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const error = useRouteError() ?? undefined
  const page = <Page>{children}</Page>
  // Round the app itself it would come before the error page.
  return error !== undefined ? <RootErrorBoundary>{page}</RootErrorBoundary> : page
}

/** Round the error page the root's own data may be missing. */
function Page({ children }: { readonly children: ReactNode }) {
  const settings = useRouteLoaderData<typeof loader>('root')
  const theme: Theme = settings?.theme ?? 'system'
  const services = settings?.choices.services ?? NOTHING.services
  const colours = useMemo(() => chooseColours(services), [services])
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <HeadSnippet />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The ground is dark before the style sheet has come. */}
        <meta name="color-scheme" content={theme === 'system' ? 'light dark' : theme} />
        <link rel="icon" href={ICON} />
        <TraceMeta />
        <AutoRefresh />
        <StyleNonce />
        {/* Files of our own need no nonce, and one that the browser hides looks to React like a mismatch. */}
        <Links nonce="" />
      </head>
      <body>
        <a href="#main" className="skip">
          Skip to content
        </a>
        <SiteHeader
          lab={settings?.lab ?? false}
          theme={theme}
          choices={settings?.choices ?? NOTHING}
          freshness={settings?.freshness}
        />
        <main id="main" tabIndex={-1}>
          <ServiceColours value={colours}>{children}</ServiceColours>
        </main>
        <footer className="site-footer">
          All times in UTC · counts up to 10 s old{settings?.release ? ` · release ${settings.release}` : ''}
        </footer>
        <noscript>
          <img src="/no-scripts" alt="" hidden />
        </noscript>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const settings = useRouteLoaderData<typeof loader>('root')
  return <ErrorPage error={error} hasVisitorPage={settings?.visitorPages ?? false} />
}

/** Catches errors that come before the app's own code runs. Of use in the server's HTML alone: React never runs a script that it renders itself. */
function HeadSnippet() {
  const nonce = useNonce()
  if (!import.meta.env.SSR) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the package
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: headSnippet }} />
}

/** In development styles are added by Vite's script, which looks for its nonce here. */
function StyleNonce() {
  const nonce = useNonce()
  return import.meta.env.MODE === 'development' && <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />
}

const NOTHING = { nowMs: undefined, services: [], environments: [], releases: [] }

/** Inline: a favicon of its own would be one request more, and without any the browser asks for /favicon.ico. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Crect width="16" height="16" rx="4" fill="%231f4fd0"/%3E%3Cpath d="M4 4.5h8M4 8h5M7 11.5h5" stroke="white" stroke-width="1.8"/%3E%3C/svg%3E'
