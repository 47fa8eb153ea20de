import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Config, isLoopback, readHostName } from '../../config.ts'
import { refuse } from './refuse.ts'
import { pathOf } from './request-target.ts'

type Desk = Pick<Config['desk'], 'allowedHosts' | 'proxies'>

/** They tell nobody anything, and an orchestrator asks them by the address of the container. */
const healthChecks = new Set(['/livez', '/readyz'])

/**
 * Refuses with 421 what was asked of another host than this desk: a page elsewhere whose name is made to lead to this machine would be
 * of one origin with the desk otherwise, and read it (DNS rebinding).
 *
 * @returns A handler that is true when it took the request.
 */
export function refuseForeignHosts(desk: Desk): (req: IncomingMessage, res: ServerResponse) => boolean {
  return (req, res) => {
    const path = pathOf(req)
    if (healthChecks.has(path) && hasPlausibleHosts(req, desk)) return false
    // A whole URL is what a proxy is asked for, and would overrule the Host header.
    if (path.startsWith('/') && isForThisDesk(req, desk)) return false
    refuse(res, 421, 'This desk does not answer to that name. Use localhost, or add the name to ERRATA_ALLOWED_HOSTS.')
    return true
  }
}

function isForThisDesk(req: IncomingMessage, { allowedHosts, proxies }: Desk): boolean {
  return hostsOf(req, proxies).every(host => {
    const name = readHostName(host)
    return name !== undefined && (isLoopback(name.replace(/^\[|\]$/g, '')) || allowedHosts.includes(name))
  })
}

/** By any name, as long as it is one: the router would read a path out of `Host: x/issues?`. HTTP/1.0 needs none. */
function hasPlausibleHosts(req: IncomingMessage, { proxies }: Desk): boolean {
  const isBare = req.headers.host === undefined
  return hostsOf(req, proxies).every((host, i) => (i === 0 && isBare) || readHostName(host) !== undefined)
}

/**
 * Every host that the request names: by `Host`, and behind a proxy also by `X-Forwarded-Host` and `Forwarded`, as some proxies put an
 * address of their own into `Host`. Never empty: without any, or with two `Host` headers, which two readers could take differently, it
 * holds ''.
 */
export function hostsOf({ headers, rawHeaders }: IncomingMessage, proxies: number): string[] {
  const count = rawHeaders.filter((part, i) => i % 2 === 0 && part.toLowerCase() === 'host').length
  const asked = count === 1 ? (headers.host ?? '') : ''
  if (proxies === 0) return [asked]
  const ofProxies = headers['x-forwarded-host'] === undefined ? [] : String(headers['x-forwarded-host']).split(',')
  const forwarded = (headers.forwarded ?? '').matchAll(/\bhost\s*=\s*("[^"]*"?|[^;,]*)/gi)
  return [asked, ...ofProxies, ...[...forwarded].map(([, host = '']) => host.replace(/^"|"$/g, ''))].map(host =>
    host.trim(),
  )
}
