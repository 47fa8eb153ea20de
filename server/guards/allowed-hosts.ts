import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Config, isLoopback, readHostName } from '../../config.ts'
import { refuseRequest } from './refuse.ts'
import { rawPathOf } from './request-target.ts'

type Desk = Pick<Config['desk'], 'allowedHosts' | 'proxies'>

/**
 * Paths of the health checks. They reveal nothing, and orchestrators request them by the address of the container and restart an app that
 * does not answer.
 */
export const HEALTH_CHECKS: ReadonlySet<string> = new Set(['/livez', '/readyz'])

/**
 * Refuses with 421 a request whose host is not this app's. Otherwise a page whose name resolves to this machine (DNS rebinding) would have
 * the app's own origin and could read it.
 *
 * @returns A handler that is true if it answered the request.
 */
export function refuseForeignHosts(desk: Desk): (req: IncomingMessage, res: ServerResponse) => boolean {
  return (req, res) => {
    const path = rawPathOf(req)
    if (HEALTH_CHECKS.has(path) && hasPlausibleHosts(req, desk)) return false
    // Only a proxy gets a whole URL, and it would override the Host header.
    if (path.startsWith('/') && isForThisDesk(req, desk)) return false
    refuseRequest(
      res,
      421,
      'Errata does not accept this host name. Use localhost, or add the name to ERRATA_ALLOWED_HOSTS.',
    )
    return true
  }
}

function isForThisDesk(req: IncomingMessage, { allowedHosts, proxies }: Desk): boolean {
  return listRequestedHosts(req, proxies).every(host => {
    const name = readHostName(host)
    return name !== undefined && (isLoopback(name.replace(/^\[|\]$/g, '')) || allowedHosts.includes(name))
  })
}

/** Any valid name: the router would read a path out of `Host: x/issues?`. HTTP/1.0 needs none. */
function hasPlausibleHosts(req: IncomingMessage, { proxies }: Desk): boolean {
  const isBare = req.headers.host === undefined
  return listRequestedHosts(req, proxies).every((host, i) => (i === 0 && isBare) || readHostName(host) !== undefined)
}

/**
 * Every host that the request names: in `Host`, and behind a proxy also in `X-Forwarded-Host` and `Forwarded`, since some proxies put their
 * own address into `Host`. Never empty: it holds '' without a `Host` header and with two, which two parsers could read differently.
 */
export function listRequestedHosts({ headers, rawHeaders }: IncomingMessage, proxies: number): string[] {
  const count = rawHeaders.filter((part, i) => i % 2 === 0 && part.toLowerCase() === 'host').length
  const asked = count === 1 ? (headers.host ?? '') : ''
  if (proxies === 0) return [asked]
  const ofProxies = headers['x-forwarded-host'] === undefined ? [] : String(headers['x-forwarded-host']).split(',')
  const forwarded = (headers.forwarded ?? '').matchAll(/\bhost\s*=\s*("[^"]*"?|[^;,]*)/gi)
  return [asked, ...ofProxies, ...[...forwarded].map(([, host = '']) => host.replace(/^"|"$/g, ''))].map(host =>
    host.trim(),
  )
}
