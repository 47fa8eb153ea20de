import type { CSSProperties } from 'react'
import { exceptionSentence, formatNow } from './error-screen.tsx'

interface FallbackDocumentProps {
  readonly host: string
  /** URL of the failed page. */
  readonly href: string
  readonly traceId: string | undefined
}

/** The whole document, if even the error screen has failed in the browser. Needs no style sheet, script, nonce or router. */
export function FallbackDocument({ host, href, traceId }: FallbackDocumentProps) {
  return (
    <html lang="en" style={{ colorScheme: 'light dark' }}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Application error</title>
      </head>
      <body style={PAGE_STYLE}>
        <main role="alert">
          <h1 style={{ fontSize: '1.4rem' }}>Application error</h1>
          <p>{exceptionSentence('client', host)}</p>
          <p>See the browser console for more information.</p>
          {traceId !== undefined && (
            <p>
              Trace ID <code>{traceId}</code>
            </p>
          )}
          <p>
            Page {new URL(href).pathname}, {formatNow()}
          </p>
          <p>
            <a href={href}>Reload</a> · <a href="/">Go to overview</a>
          </p>
        </main>
      </body>
    </html>
  )
}

const PAGE_STYLE: CSSProperties = {
  margin: '12vh auto 0',
  maxWidth: '40rem',
  padding: '0 1.25rem',
  font: '16px/1.5 system-ui, sans-serif',
  overflowWrap: 'anywhere',
}
