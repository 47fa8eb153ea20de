import type { FaultData } from './server-fault.ts'

/**
 * The page of last resort, for when the app's own error screen fails too: static, without script, style sheet or anything
 * else that could fail.
 *
 * @param host Named in the text; '' leaves it out.
 */
export function lastResortPage(fault: Pick<FaultData, 'digest' | 'traceId'>, host: string): Response {
  const site = host === '' ? 'this site' : escapeHtml(host)
  const trace = fault.traceId === undefined ? '' : `<p>Trace: <code>${escapeHtml(fault.traceId)}</code></p>`
  const digest = fault.digest === '' ? trace : `<p>Digest: <code>${escapeHtml(fault.digest)}</code></p>`
  const html = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Application error</title></head>
<body>
<main>
<h1>Application error</h1>
<p>A server-side exception has occurred while loading ${site} (see the server logs for more information).</p>
${digest}
<p><a href="">Reload</a> · <a href="/">Home</a></p>
</main>
</body>
</html>
`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(html, { status: 500, headers })
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
