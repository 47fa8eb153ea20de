import { createHash } from 'node:crypto'
import type { DigestState } from '../../../store/digests/find-digest-state.ts'

/** Inline: behind a proxy no other file may be public. */
const style =
  ':root{color-scheme:light dark;background:Canvas}body{max-width:34rem;margin:20vh auto 0;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif}h1{margin:0 0 .5rem;font-size:1.25rem;line-height:1.75rem}p{margin:0}'

/** Allows only that style. */
export const VISITOR_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** @param known `undefined` if the database cannot answer */
export function writeVisitorPage(known: DigestState | undefined): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>About your error</title>
<style>${style}</style>
<main>
<h1>About your error</h1>
<p>${describeDigestState(known)}</p>
</main>
</html>
`
}

function describeDigestState(known: DigestState | undefined): string {
  if (known === undefined) return 'Status unavailable. Try again in a minute.'
  if (known.state === 'fixed') return `Fixed in release ${escapeHtml(known.release)}.`
  return known.state === 'looked-at' ? 'We’re looking into it.' : 'We’ve recorded this error.'
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, char => ESCAPES[char] ?? '')
