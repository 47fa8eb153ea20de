import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { setSecurityHeaders } from '../responses/security-headers.ts'
import { clientNetworkOf } from './client-address.ts'
import { refuse } from './refuse.ts'
import { decodeBytes, isUnambiguous, pathOf } from './request-target.ts'

const PREFIX = '/e/'
const MINUTE_MS = 60_000
/** Beyond them all are counted anew. */
const MAX_CLIENTS = 10_000

interface VisitorPageOptions {
  readonly proxies: number
  /** Of one address. @default 30 */
  readonly perMinute?: number
  readonly nowMs?: () => number
}

/**
 * Guards what is below `/e/`, which may be public where nothing else of the desk is: the page of a digest and nothing else, above all not
 * the router's data (`.data`), which is that of every page; and from one client only so many a minute.
 *
 * @returns A handler that is true when it took the request.
 */
export function guardVisitorPage({ proxies, perMinute = 30, nowMs = () => performance.now() }: VisitorPageOptions) {
  const isWithinRate = countByMinute(perMinute, nowMs)
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const path = pathOf(req)
    if (!isBelowPrefix(path)) return false
    if (!isVisitorPage(path)) {
      refuse(res, 404, 'Not found.')
      return true
    }
    if (isWithinRate(clientNetworkOf(req, proxies))) return false
    res.setHeader('retry-after', '60')
    refuse(res, 429, 'Too many requests. Try again in a minute.')
    return true
  }
}

/**
 * Serves the visitor's page and nothing else, for an address of its own that may be public (`ERRATA_VISITOR_PORT`): whatever else is
 * asked of it is 404.
 *
 * @param guard of {@link guardVisitorPage}, which counts by client
 * @param page what answers a request for the page, given nothing of the request's query
 */
export function serveVisitorPage(guard: ReturnType<typeof guardVisitorPage>, page: RequestListener): RequestListener {
  return (req, res) => {
    setSecurityHeaders(res)
    const path = pathOf(req)
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (!isRead || !isVisitorPage(path)) refuse(res, 404, 'Not found.')
    else if (!guard(req, res)) {
      req.url = path
      page(req, res)
    }
  }
}

/** @param path as it was sent, without its query */
function isVisitorPage(path: string): boolean {
  return /^\/e\/[\w~%.!*'()-]{1,512}$/.test(path) && isUnambiguous(path) && !decodeBytes(path).endsWith('.data')
}

/** Whether a path leads below `/e/` as it was sent, or to a reader that decodes it, joins slashes or does not mind the case. */
function isBelowPrefix(path: string): boolean {
  for (let read = path; ; ) {
    if (
      read
        .replaceAll(/[/\\]+/g, '/')
        .toLowerCase()
        .startsWith(PREFIX)
    )
      return true
    const decoded = decodeBytes(read)
    if (decoded === read) return false
    read = decoded
  }
}

function countByMinute(most: number, nowMs: () => number): (client: string) => boolean {
  let counts = new Map<string, number>()
  let minute = 0
  return client => {
    const now = Math.floor(nowMs() / MINUTE_MS)
    if (now !== minute || counts.size >= MAX_CLIENTS) counts = new Map()
    minute = now
    const count = (counts.get(client) ?? 0) + 1
    counts.set(client, count)
    return count <= most
  }
}
