import type { IncomingMessage, ServerResponse } from 'node:http'
import { hostsOf } from './allowed-hosts.ts'
import { refuse } from './refuse.ts'

/**
 * Refuses with 403 what the page of another site has a visitor's browser send, except a link that is followed: nothing of the desk is
 * embedded, fetched or changed from elsewhere.
 *
 * @returns A handler that is true when it took the request.
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function refuseOtherSites(proxies: number): (req: IncomingMessage, res: ServerResponse) => boolean {
  return (req, res) => {
    if (isOwn(req, proxies) || isFollowedLink(req)) return false
    refuse(res, 403, 'This request came from a page of another site, from which nothing but a link may lead here.')
    return true
  }
}

/**
 * Whether the desk's own page sent it, or the visitor by typing an address. Browsers that say nothing of that (over plain HTTP none does,
 * loopback aside) name the page's origin with whatever may change something; who names neither is no browser.
 */
function isOwn(req: IncomingMessage, proxies: number): boolean {
  const { origin, 'sec-fetch-site': site } = req.headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (isSafe(req) || origin === undefined) return true
  return URL.canParse(origin) && hostsOf(req, proxies).includes(new URL(origin).host)
}

function isFollowedLink(req: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = req.headers
  return isSafe(req) && mode === 'navigate' && destination === 'document'
}

const isSafe = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'
