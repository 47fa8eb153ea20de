import type { FaultData } from './server-fault.ts'

/**
 * The page of last resort, if the app's own error screen fails too: static, without scripts or other requests that could fail.
 *
 * @param host Named in the text; '' omits it.
 */
export function lastResortPage(fault: Pick<FaultData, 'digest' | 'traceId'>, host: string): Response {
  const site = host === '' ? 'the site' : `the site ${escapeHtml(host)}`
  const trace = fault.traceId === undefined ? '' : `<p>Trace: <code>${escapeHtml(fault.traceId)}</code></p>`
  const digest = fault.digest === '' ? trace : `<p>Digest: <code>${escapeHtml(fault.digest)}</code></p>`
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
<p>A server-side exception occurred while loading ${site}.</p>
<p>See the server logs for more information.</p>
${digest}
<p><a href="">Reload</a> · <a href="/">Home</a></p>
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

const style =
  'html { background: Canvas } body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 12vh auto; padding: 0 1.25rem } h1 { font-size: 1.5rem } code { font-size: 1.125em }'

/** A constant, because browsers and servers have no common synchronous way to compute it; last-resort.test.ts checks it. */
const styleHash = 'sha256-VSHYXAMZCAIFox2NTrfUWFdrLNx265ukvuDVU55hs1I='

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
