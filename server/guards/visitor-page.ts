import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { setSecurityHeaders } from '../responses/security-headers.ts'
import { refuseRequest } from './refuse.ts'
import { decodePercentBytes, isUnambiguousPath, rawPathOf } from './request-target.ts'

const VISITOR_PAGE_PREFIX = '/e/'
const MINUTE_MS = 60_000
/** Above this, all counts start again. */
const MAX_CLIENTS = 10_000

interface VisitorPageOptions {
  /** What counts as one client. */
  readonly clientOf: (req: IncomingMessage) => string
  /** Requests of one client. @default 30 */
  readonly perMinute?: number
  readonly nowMs?: () => number
}

/**
 * Guards paths below `/e/`, which may be public even if the rest of the app is not: only the page of a digest is served, not the router's
 * data (`.data`), which may be that of any page, and only a limited number of requests a minute from each client.
 *
 * @returns A handler that is true if it answered the request.
 */
export function guardVisitorPage({ clientOf, perMinute = 30, nowMs = () => performance.now() }: VisitorPageOptions) {
  const isWithinRate = countByMinute(perMinute, nowMs)
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const path = rawPathOf(req)
    if (!isBelowPrefix(path)) return false
    if (!isVisitorPage(path)) {
      refuseRequest(res, 404, 'Not found.')
      return true
    }
    if (isWithinRate(clientOf(req))) return false
    res.setHeader('retry-after', '60')
    refuseRequest(res, 429, 'Too many requests. Try again in a minute.')
    return true
  }
}

/**
 * Serves only the visitor's page, on a port of its own that may be public (`ERRATA_VISITOR_PORT`). Everything else is 404.
 *
 * @param guard from {@link guardVisitorPage}; it counts requests by client
 * @param page handles a request for the page, whose query was removed
 */
export function serveVisitorPage(guard: ReturnType<typeof guardVisitorPage>, page: RequestListener): RequestListener {
  return (req, res) => {
    setSecurityHeaders(res)
    const path = rawPathOf(req)
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (!isRead || !isVisitorPage(path)) refuseRequest(res, 404, 'Not found.')
    else if (!guard(req, res)) {
      req.url = path
      page(req, res)
    }
  }
}

/** @param path as sent, without its query */
export function isVisitorPage(path: string): boolean {
  return (
    /^\/e\/[\w~%.!*'()-]{1,512}$/.test(path) && isUnambiguousPath(path) && !decodePercentBytes(path).endsWith('.data')
  )
}

/** Whether a path is below `/e/`, as sent or for a parser that decodes it, joins slashes or ignores case. */
function isBelowPrefix(path: string): boolean {
  for (let read = path; ; ) {
    if (
      read
        .replaceAll(/[/\\]+/g, '/')
        .toLowerCase()
        .startsWith(VISITOR_PAGE_PREFIX)
    )
      return true
    const decoded = decodePercentBytes(read)
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
