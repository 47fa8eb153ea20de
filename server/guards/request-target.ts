import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuseRequest } from './refuse.ts'

/** A backslash, an encoded slash, a dot segment, or two slashes in a row: at the start, they make the next name a host. */
const AMBIGUOUS = /\\|%(?:2f|5c)|(?:^|\/)\.{1,2}(?:\/|$)|^\/(?:.*\/)?\//i
/** Browsers never encode more often. */
const MAX_DECODINGS = 3

/**
 * Refuses with 400 a path that a proxy and the router could read differently; otherwise a proxy's rule would not apply to what the router
 * serves. Our own paths never need such characters (app/url/path-segment.ts).
 *
 * @returns A handler that is true if it answered the request.
 */
export function refuseAmbiguousTargets(req: IncomingMessage, res: ServerResponse): boolean {
  if (isUnambiguousPath(rawPathOf(req))) return false
  refuseRequest(
    res,
    400,
    'The address has a backslash, two slashes in a row, a dot segment, an encoded slash or an invalid percent sign.',
  )
  return true
}

/** The path of a request as sent, without its query. */
export function rawPathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  return url.split('?', 1)[0] ?? ''
}

/** @param path as sent, without its query */
export function isUnambiguousPath(path: string): boolean {
  // URL parsers remove tabs and line feeds, and end a path at `#`.
  if (/[\0-\x20\x7f#]/.test(path) || !isDecodable(path)) return false
  let read = path
  for (let i = 0; i <= MAX_DECODINGS; i++) {
    if (AMBIGUOUS.test(read)) return false
    const decoded = decodePercentBytes(read)
    if (decoded === read) return true
    read = decoded
  }
  return false
}

/** Byte by byte, as the most lenient parser does. */
export function decodePercentBytes(text: string): string {
  return text.replaceAll(/%[\da-f]{2}/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}
