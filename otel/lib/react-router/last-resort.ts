import type { FaultData } from './server-fault.ts'

/**
 * The page of last resort, if the app's own error screen fails too: static, without scripts or other requests that could fail.
 *
 * @param host Named in the text; '' omits it.
 * @param page Path of the failed page; '' omits it.
 */
export function lastResortPage(fault: Pick<FaultData, 'digest' | 'traceId'>, host: string, page = ''): Response {
  const site = host === '' ? 'the site' : `the site ${escapeHtml(host)}`
  const trace =
    fault.traceId === undefined ? '' : `<p class="quote">Trace: <code>${escapeHtml(fault.traceId)}</code></p>`
  const digest = fault.digest === '' ? trace : `<p class="quote">Digest: <code>${escapeHtml(fault.digest)}</code></p>`
  const time = `${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const where = page === '' ? time : `${escapeHtml(page)}, ${time}`
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Application error</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Application error</h1>
<p class="what">A server-side exception occurred while loading ${site}.</p>
<p>See the server logs for more information.</p>
${digest}
<p>${where}</p>
<p class="links"><a href="">Reload</a> <a href="/">Home</a></p>
</main>
</body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // Its own: the app's policy does not know this page and might forbid its style.
    'content-security-policy': `default-src 'none'; style-src '${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
  return new Response(html, { status: 500, headers })
}

/** A panel on the page's ground, in the system's font and colour scheme; browsers without `light-dark()` use the system's colours. */
const style = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText }
body { margin: 8vh auto 0; padding: 0 16px; max-width: 640px; font: 0.8125rem/1.25rem system-ui, sans-serif }
main { display: grid; gap: 12px; padding: 24px; border: 1px solid GrayText; border-radius: 6px }
h1, p { margin: 0; overflow-wrap: anywhere }
h1 { font: 600 1.25rem/1.75rem system-ui, sans-serif }
.what { font-size: 1rem; line-height: 1.5rem }
.quote { padding: 12px; border: 1px solid GrayText; border-radius: 6px }
code { font: 500 1rem ui-monospace, monospace; user-select: all }
.links { display: flex; gap: 8px; margin-top: 4px }
a { padding: 3px 8px; border: 1px solid; border-radius: 4px; color: inherit; text-decoration: none }
a:hover { text-decoration: underline }
@supports (color: light-dark(black, white)) {
:root { background: light-dark(oklch(0.985 0.002 255), oklch(0.165 0.006 255)); color: light-dark(oklch(0.235 0.012 255), oklch(0.935 0.004 255)) }
main { background: light-dark(oklch(1 0 0), oklch(0.2 0.007 255)) }
.quote { background: light-dark(oklch(0.965 0.003 255), oklch(0.14 0.005 255)) }
main, .quote { border-color: light-dark(oklch(0.915 0.004 255), oklch(0.285 0.009 255)) }
a { border-color: light-dark(oklch(0.62 0.012 255), oklch(0.55 0.012 255)) }
a[href=""] { border-color: transparent; background: light-dark(oklch(0.5 0.17 262), oklch(0.75 0.12 262)); color: light-dark(oklch(1 0 0), oklch(0.165 0.006 255)) }
}
@media (max-width: 640px), (pointer: coarse) {
body { margin-top: 12px; padding: 0 12px }
main { padding: 16px }
a { padding: 12px 16px }
}`

/** A constant, because browsers and servers have no common synchronous way to compute it; last-resort.test.ts checks it. */
const styleHash = 'sha256-gfRSguC5DYA/e5RMhxdeTDHkHmDEkv20NTA95vLnayw='

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
