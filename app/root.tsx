import { headSnippet } from '@errata/otel/browser'
import { TraceMeta } from '@errata/otel/react-router'
import type { ReactNode } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, useRouteError, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root.ts'
import { settingsContext } from './ask-store.server.ts'
import './ui/styles/tokens.css'
import './ui/styles/base.css'
import './ui/styles/controls.css'
import './ui/styles/tables.css'
import './ui/styles/attributes.css'
import './ui/styles/screens.css'
import './ui/styles/trace.css'
import './ui/styles/waterfall.css'
import './ui/styles/lab.css'
import { ErrorPage } from './ui/error-page.tsx'
import { LastBoundary } from './ui/last-boundary.tsx'
import { SiteHeader } from './ui/site-header.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { lab, release } = context.get(settingsContext)
  return { lab: lab.enabled, release }
}

/** Settings do not change while the desk runs. */
export const shouldRevalidate = () => false

/** The document. Round the error page it is the router's last word of ours: what fails there, the router answers with a stack. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const error = useRouteError() ?? undefined
  const page = <Page>{children}</Page>
  // Round the app itself it would come before the error page.
  return error !== undefined ? <LastBoundary>{page}</LastBoundary> : page
}

/** Round the error page the root's own data may be missing. */
function Page({ children }: { readonly children: ReactNode }) {
  const settings = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <HeadSnippet />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href={ICON} />
        <TraceMeta />
        <Links />
      </head>
      <body>
        <a href="#main" className="skip">
          Skip to the page
        </a>
        <SiteHeader lab={settings?.lab ?? false} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer className="site-footer">
          All times are UTC{settings?.release ? ` · release ${settings.release}` : ''}
        </footer>
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
  return <ErrorPage error={error} />
}

/** Catches errors that come before the app's own code runs. Of use in the server's HTML alone: React never runs a script that it renders itself. */
function HeadSnippet() {
  if (typeof document !== 'undefined') return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the package
  return <script dangerouslySetInnerHTML={{ __html: headSnippet }} />
}

/** Inline: a favicon of its own would be one request more, and without any the browser asks for /favicon.ico. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Crect width="16" height="16" rx="3" fill="%23b3231a"/%3E%3Cpath d="M4 4.5h8M4 8h5M4 11.5h8" stroke="white" stroke-width="1.8"/%3E%3C/svg%3E'
