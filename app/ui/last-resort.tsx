import { sentenceOf } from './error-screen.tsx'

/** The whole document, when even the error screen has failed in the browser. Depends on no stylesheet, script or router. */
export function LastResort({ host, href }: { readonly host: string; readonly href: string }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Application error</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <main role="alert">
          <h1>Application error</h1>
          <p>{sentenceOf('client', host)}</p>
          <p>See the browser console for more information.</p>
          <p>
            <a href={href}>Reload</a> · <a href="/">Back to the overview</a>
          </p>
        </main>
      </body>
    </html>
  )
}

const STYLE =
  ':root{color-scheme:light dark}body{margin:12vh auto 0;max-width:40rem;padding:0 1.25rem;font:16px/1.5 system-ui,sans-serif}h1{font-size:1.4rem}'
