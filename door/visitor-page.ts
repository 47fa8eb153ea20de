import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddressOf } from './client-address.ts'
import { refuse } from './refuse.ts'

const PATH = '/e/'
const MINUTE_MS = 60_000
/** Beyond them all are counted anew. */
const MOST_CLIENTS = 10_000

interface VisitorPageOptions {
  readonly proxies: number
  /** Of one address. @default 30 */
  readonly perMinute?: number
  readonly nowMs?: () => number
}

/**
 * Guards what is below `/e/`, which may be public where nothing else of the desk is: the page of a digest and nothing else, above all not
 * the router's data (`.data`), which is that of every page; and from one address only so many a minute.
 *
 * @returns A handler that is true when it took the request.
 */
export function guardVisitorPage({ proxies, perMinute = 30, nowMs = () => performance.now() }: VisitorPageOptions) {
  const isWithinRate = countByMinute(perMinute, nowMs)
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const [path = ''] = (req.url ?? '').split('?', 1)
    if (!asReadByOthers(path).startsWith(PATH)) return false
    if (!/^\/e\/[^/]{1,512}$/.test(path) || path.endsWith('.data')) {
      refuse(res, 404, 'There is nothing here.')
      return true
    }
    if (isWithinRate(clientAddressOf(req, proxies))) return false
    res.setHeader('retry-after', '60')
    refuse(res, 429, 'You have asked too often. Try again in a minute.')
    return true
  }
}

/** A proxy judges by the path without dots, escapes and double slashes, and hands on what was asked; the router takes capitals as well. */
function asReadByOthers(path: string): string {
  const plain = URL.parse(path.replaceAll(/\/+/g, '/'), 'http://desk')?.pathname ?? path
  const unescaped = plain.replaceAll(/%[0-9a-f]{2}/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  return (URL.parse(unescaped.replaceAll(/\/+/g, '/'), 'http://desk')?.pathname ?? unescaped).toLowerCase()
}

function countByMinute(most: number, nowMs: () => number): (client: string) => boolean {
  let counts = new Map<string, number>()
  let minute = 0
  return client => {
    const now = Math.floor(nowMs() / MINUTE_MS)
    if (now !== minute || counts.size >= MOST_CLIENTS) counts = new Map()
    minute = now
    const count = (counts.get(client) ?? 0) + 1
    counts.set(client, count)
    return count <= most
  }
}
